/** Parameters that say which part of the page is shown, in the order in which an address has them. */
export const PAGE_PARAMETERS = [
  'tab',
  'status',
  'client',
  'project',
  'from',
  'to',
  'billable',
  'category',
  'q',
] as const

/** The address of the same page with other filters, and without its dialogs. An undefined value removes one. */
export function searchWith(search: URLSearchParams, changes: Record<string, string | undefined>): string {
  const next = new URLSearchParams()
  for (const name of PAGE_PARAMETERS) {
    const value = name in changes ? changes[name] : search.get(name)
    if (value) next.set(name, value)
  }
  return next.toString()
}
