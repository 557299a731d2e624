import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { cx } from './cx.ts'
import type { ListSelection } from './selection.ts'
import { SelectAllBox } from './selection-boxes.tsx'

declare module 'react' {
  interface CSSProperties {
    /** Widths of the columns of a `RowList`, for its headings and rows. */
    '--columns'?: string
  }
}

/** A column in a list of rows. */
export interface RowColumn<Sort extends string = string> {
  label: string
  /** As in `grid-template-columns`; a share of what is left is "minmax(0, 1fr)". */
  width: string
  /** The list can be sorted by it. */
  sort?: Sort
  /** Figures and money are aligned right; what is looked for first among them is the largest. */
  align?: 'right'
  /** Only announced: for a column of buttons. */
  hidden?: true
}

type RowListProps<Sort extends string> = {
  columns: readonly RowColumn<Sort>[]
  link?: SortLink<Sort> | undefined
  /** With it, each row begins with a checkbox. */
  selection?: ListSelection | undefined
  children: ReactNode
}

/** The frame of a dense list on a wide screen: its headings once, above rows of one height. */
export function RowList<Sort extends string>({ columns, link, selection, children }: RowListProps<Sort>) {
  const widths = [...(selection ? ['1.25rem'] : []), ...columns.map(({ width }) => width)]
  return (
    <div className="rounded border border-hairline bg-surface" style={{ '--columns': widths.join(' ') }}>
      <div className="grid h-10 grid-cols-(--columns) items-center gap-x-3 px-4 text-meta font-medium text-faint">
        {selection && <SelectAllBox all={selection.all} hideLabel />}
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
  selected?: boolean | undefined
  /** Two lines of text. */
  tall?: boolean
}

/** A row of a dense list: one line for each record, all of it a target. */
export function Row({ selected = false, tall = false, className, ...props }: RowProps) {
  return (
    <div
      {...props}
      className={cx(
        'group relative grid grid-cols-(--columns) items-center gap-x-3 border-t border-hairline px-4 text-meta transition-colors hover:bg-paper',
        tall ? 'h-14' : 'h-11',
        selected && 'bg-sunken hover:bg-sunken',
        className,
      )}
    />
  )
}

export const ROW_HEIGHT = 44
export const TALL_ROW_HEIGHT = 56

/** A day or an amount that is not there. */
export function Nothing({ says = 'None' }: { says?: string }) {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{says}</span>
    </span>
  )
}
