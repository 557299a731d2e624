/** Styles that dialogs and confirmations share. */
export const overlay = {
  backdrop:
    'fixed inset-0 z-40 min-h-dvh bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
  /** In the middle of the screen; what is tall leaves room for a toast above it. */
  viewport:
    'fixed inset-0 z-40 grid grid-rows-[minmax(4.5rem,1fr)_auto_minmax(1rem,1fr)] justify-items-center px-4 max-md:grid-rows-[1fr_auto] max-md:px-0 print:static print:block',
  popup:
    'relative row-start-2 flex max-h-full min-h-0 w-full flex-col overflow-hidden rounded-lg border border-hairline bg-raised text-pretty text-ink shadow-pop outline-none transition-[opacity,scale,translate] ease-out max-md:max-h-[max(80dvh,calc(100dvh-5.5rem))] max-md:rounded-b-none max-md:pb-[env(safe-area-inset-bottom)] data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0 max-md:data-ending-style:translate-y-6 max-md:data-starting-style:translate-y-6',
  steady:
    'max-md:h-[max(80dvh,calc(100dvh-5.5rem))] md:row-[1/-1] md:mt-[calc(1rem+8dvh)] md:max-h-[calc(100%-2rem-8dvh)] md:self-start',
  footer:
    'flex shrink-0 flex-wrap justify-end gap-2 border-t border-hairline px-5 py-3 max-md:[&>button]:flex-1',
}
