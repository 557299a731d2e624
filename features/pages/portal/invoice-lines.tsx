// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells laid out as blocks lose their roles in some browsers

import type { ReactNode } from 'react'
import type { InvoiceDocument } from '#features/billing/documents/rules/document.ts'

type InvoiceLinesProps = Pick<InvoiceDocument, 'lines'> & {
  /** Content beneath a line, by its place. */
  beneath(index: number): ReactNode
}

/** A table. On a phone each line is its own small table, so that nothing scrolls sideways. */
export function InvoiceLines({ lines, beneath }: InvoiceLinesProps) {
  if (lines.length === 0) return <p className="py-8 text-center text-muted">No items in this invoice.</p>
  return (
    <table role="table" className="w-full border-collapse tabular-nums max-sm:block">
      <caption className="sr-only">Items</caption>
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr
          role="row"
          className="border-b border-hairline text-right text-meta text-faint *:py-2.5 *:pl-4 *:font-medium"
        >
          <th role="columnheader" scope="col" className="pl-0! text-left">
            Description
          </th>
          <th role="columnheader" scope="col">
            Qty
          </th>
          <th role="columnheader" scope="col">
            Rate
          </th>
          <th role="columnheader" scope="col">
            Amount
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {lines.map((line, index) => (
          <tr
            key={line.position}
            role="row"
            className="border-b border-hairline align-top max-sm:flex max-sm:flex-wrap max-sm:gap-x-1.5 max-sm:gap-y-1 max-sm:py-3 sm:*:py-3 sm:*:pl-4"
          >
            <td
              role="cell"
              className="font-medium wrap-anywhere whitespace-pre-line max-sm:w-full sm:pl-0! sm:font-normal"
            >
              {line.text.join('\n')}
              <div className="font-normal empty:hidden">{beneath(index)}</div>
            </td>
            <td role="cell" className="whitespace-nowrap max-sm:text-muted sm:text-right">
              {line.quantity.text} {line.unit_label}
            </td>
            <td
              role="cell"
              className="whitespace-nowrap max-sm:text-muted max-sm:before:mr-1.5 max-sm:before:content-['×'/''] sm:text-right"
            >
              {line.rate.text}
            </td>
            <td role="cell" className="text-right font-medium whitespace-nowrap max-sm:ml-auto">
              {line.amount.text}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
