/**
 * For queries of data that the other side may change while it is shown, such as a client's decision: refetched when
 * the window gets focus and at intervals while it is visible, but not in hidden tabs.
 */
export const live = { refetchInterval: 20_000, refetchOnWindowFocus: 'always' } as const
