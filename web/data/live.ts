/**
 * For queries of what somebody else may change while it is looked at, such as a client's decision: asked for again
 * when the window comes to the front, and every now and then while it is there. The browser's hidden tabs are left alone.
 */
export const live = { refetchInterval: 20_000, refetchOnWindowFocus: 'always' } as const
