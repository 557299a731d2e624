// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells laid out as blocks lose their roles in some browsers
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Column<Row> = {
  id: string
  header: string
  cell(row: Row): ReactNode
  /** Figures and money are aligned right. */
  align?: 'left' | 'right'
  sortable?: boolean
  /** Neither shown as a heading nor as a card's label, only announced: for a column of buttons. */
  hideHeader?: boolean
  /** On a phone this cell is the card's heading. */
  primary?: boolean
  className?: string
}

export type Sort = { column: string; direction: 'ascending' | 'descending' }

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string | number
  sort?: Sort
  onSortChange?: (sort: Sort) => void
  /** Totals: one cell per column id. */
  footer?: Partial<Record<string, ReactNode>>
  /** Shown when there are no rows. */
  empty?: ReactNode
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSortChange, footer, empty } = props
  const isSortable = onSortChange !== undefined && columns.some(({ sortable }) => sortable)
  if (rows.length === 0 && empty) return empty
  return (
    <table role="table" className="w-full border-collapse text-meta max-md:block">
      <caption className="sr-only">{caption}</caption>
      {/* A phone sorts by the same buttons, which then stand above the cards. */}
      <thead role="rowgroup" className={isSortable ? 'max-md:block' : 'max-md:sr-only'}>
        <tr
          role="row"
          className="border-b border-hairline max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:px-5"
        >
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sort={sort} onSortChange={onSortChange} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="border-b border-hairline transition-colors last:border-0 max-md:flex max-md:flex-col max-md:gap-1.5 max-md:px-5 max-md:py-3 md:hover:bg-paper"
          >
            {columns.map((column) => (
              <Cell key={column.id} column={column}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
      {footer && (
        <tfoot role="rowgroup" className="border-t border-edge font-semibold max-md:block">
          <tr role="row" className="max-md:flex max-md:flex-col max-md:gap-1.5 max-md:px-5 max-md:py-3">
            {columns.map((column) => (
              <Cell key={column.id} column={column}>
                {footer[column.id]}
              </Cell>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

type CellProps<Row> = { column: Column<Row>; children: ReactNode }

function Cell<Row>({ column, children }: CellProps<Row>) {
  return (
    <td
      role="cell"
      data-label={column.hideHeader || column.primary ? undefined : column.header}
      className={cx(
        'h-11 px-3 py-2 first:pl-5 last:pr-5 print:px-1.5',
        'max-md:flex max-md:h-auto max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:p-0! max-md:empty:hidden max-md:data-label:before:shrink-0 max-md:data-label:before:text-faint max-md:data-label:before:content-[attr(data-label)]',
        column.align === 'right' ? 'tabular-nums md:text-right' : '[&_a]:touch-target max-md:wrap-anywhere',
        column.primary && 'font-medium text-ink max-md:text-body',
        column.className,
      )}
    >
      {children}
    </td>
  )
}

type HeaderCellProps<Row> = {
  column: Column<Row>
  sort: Sort | undefined
  onSortChange: ((sort: Sort) => void) | undefined
}

function HeaderCell<Row>({ column, sort, onSortChange }: HeaderCellProps<Row>) {
  const direction = sort?.column === column.id ? sort.direction : undefined
  const right = column.align === 'right'
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction}
      className={cx(
        'h-10 px-3 font-medium text-faint first:pl-5 last:pr-5 print:px-1.5',
        column.sortable ? 'max-md:h-auto max-md:p-0!' : 'max-md:sr-only',
        right ? 'text-right' : 'text-left',
      )}
    >
      {column.sortable && onSortChange ? (
        <button
          type="button"
          onClick={() => onSortChange({ column: column.id, direction: opposite(direction) })}
          className={cx(
            'inline-flex min-h-6 items-center gap-1 rounded-xs transition-colors hover:text-ink touch:min-h-11',
            direction && 'text-ink',
            right && 'md:flex-row-reverse',
          )}
        >
          {column.header}
          <SortMark direction={direction} />
        </button>
      ) : (
        <span className={column.hideHeader ? 'sr-only' : undefined}>{column.header}</span>
      )}
    </th>
  )
}

function SortMark({ direction }: { direction: Sort['direction'] | undefined }) {
  if (direction === 'ascending') return <ArrowUp aria-hidden="true" className="icon-sm" />
  if (direction === 'descending') return <ArrowDown aria-hidden="true" className="icon-sm" />
  return <ChevronsUpDown aria-hidden="true" className="icon-sm" />
}

function opposite(direction: Sort['direction'] | undefined): Sort['direction'] {
  return direction === 'descending' ? 'ascending' : 'descending'
}
