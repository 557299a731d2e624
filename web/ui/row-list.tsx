import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { cx } from './cx.ts'

/** The heading of a column in a list of rows. */
export interface RowColumn<Sort extends string = string> {
  label: string
  /** The list can be sorted by it. */
  sort?: Sort
  /** Figures and money are aligned right; what is looked for first among them is the largest. */
  align?: 'right'
  /** Only announced: for a column of buttons. */
  hidden?: true
}

type RowListProps<Sort extends string> = {
  columns: readonly RowColumn<Sort>[]
  /** Widths of the columns, the same as of each `Row`: `grid-cols-[…]`. */
  grid: string
  link?: SortLink<Sort>
  /** In front of the first column, such as the box that selects all. */
  lead?: ReactNode
  children: ReactNode
}

/** The frame of a dense list on a wide screen: its headings once, above rows of one height. */
export function RowList<Sort extends string>({ columns, grid, link, lead, children }: RowListProps<Sort>) {
  return (
    <div className="rounded border border-hairline bg-surface">
      <div className={cx('grid h-10 items-center gap-x-3 px-4 text-meta font-medium text-faint', grid)}>
        {lead}
        {columns.map((column) => (
          <Heading key={column.label} column={column} link={link} />
        ))}
      </div>
      {children}
    </div>
  )
}

type HeadingProps<Sort extends string> = { column: RowColumn<Sort>; link: SortLink<Sort> | undefined }

function Heading<Sort extends string>({ column, link }: HeadingProps<Sort>) {
  const { label, sort, align, hidden } = column
  if (hidden)
    return (
      <span>
        <span className="sr-only">{label}</span>
      </span>
    )
  const right = align === 'right' && 'justify-self-end text-right'
  if (!sort || !link) return <span className={cx('truncate', right)}>{label}</span>
  const direction = link.directionOf(sort)
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <Link
      to={{ search: link.searchFor(sort, align ? 'descending' : 'ascending') }}
      preventScrollReset
      aria-current={direction ? 'true' : undefined}
      className={cx(
        'flex h-8 min-w-0 w-fit items-center gap-1 rounded-xs transition-colors hover:text-ink',
        right,
        direction && 'text-ink',
      )}
    >
      <span className="truncate">{label}</span>
      {direction && <Arrow aria-hidden="true" className="icon-sm shrink-0" />}
      <span className="sr-only">{direction ? `, sorted, ${direction}` : ', sort'}</span>
    </Link>
  )
}

type RowProps = ComponentProps<'div'> & {
  grid: string
  selected?: boolean
  /** Two lines of text. */
  tall?: boolean
}

/** A row of a dense list: one line for each record, all of it a target. */
export function Row({ grid, selected = false, tall = false, className, ...props }: RowProps) {
  return (
    <div
      {...props}
      className={cx(
        'group relative grid items-center gap-x-3 border-t border-hairline px-4 text-meta transition-colors hover:bg-paper',
        tall ? 'h-14' : 'h-11',
        selected && 'bg-sunken hover:bg-sunken',
        grid,
        className,
      )}
    />
  )
}

export const ROW_HEIGHT = 44
export const TALL_ROW_HEIGHT = 56

/** A link or button that fills its row. Other controls of the row stand above it with `relative`. */
export const fillsRow = 'after:absolute after:inset-0'

/** A day or an amount that is not there. */
export function Nothing({ says = 'None' }: { says?: string }) {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{says}</span>
    </span>
  )
}
