/** Parameters that say which part of the page is shown, in the order in which an address has them. */
export const PAGE_PARAMETERS = [
  'view',
  'week',
  'tab',
  'status',
  'client',
  'project',
  'from',
  'to',
  'billable',
  'billed',
  'category',
  'sort',
  'q',
] as const

/** `?view=week` is a part of the page, while `?view=12` opens a dialog. */
export function pageParameter(
  search: URLSearchParams,
  name: (typeof PAGE_PARAMETERS)[number],
): string | null {
  const value = search.get(name)
  return name === 'view' && Number(value) > 0 ? null : value
}

/** The address of the same page with other filters, and without its dialogs. An undefined value removes one. */
export function searchWith(search: URLSearchParams, changes: Record<string, string | undefined>): string {
  const next = new URLSearchParams()
  for (const name of PAGE_PARAMETERS) {
    const value = name in changes ? changes[name] : pageParameter(search, name)
    if (value) next.set(name, value)
  }
  return next.toString()
}
