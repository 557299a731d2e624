import { cx } from './cx.ts'

/** Border, background and states shared by all input controls. */
export const controlStyle = cx(
  'w-full min-w-0 rounded border border-edge bg-surface text-body text-ink transition-colors placeholder:text-faint touch:text-lead',
  'hover:border-muted focus-visible:border-ink focus-visible:outline-offset-[-1px]',
  'aria-invalid:border-red-solid disabled:border-hairline disabled:bg-sunken disabled:text-muted',
)

/** For values that can be read but not changed. Only for inputs: to CSS, a button is always read-only. */
export const lockedStyle =
  'read-only:border-hairline read-only:bg-sunken read-only:text-muted read-only:hover:border-hairline read-only:cursor-default'

export const lineStyle = 'h-9 px-3 text-ellipsis touch:h-11'

/** An option in the list of a select or combobox. */
export const optionStyle =
  'flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-body select-none outline-none touch:min-h-11 data-disabled:text-faint data-highlighted:bg-sunken'
