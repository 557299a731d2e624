import { useQueryClient } from '@tanstack/react-query'
import { CloudUpload } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '#core/format.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { NoticeBar } from '#web/ui/notice-bar.tsx'
import { unsentExpenses, unsentReceipts, type WaitingExpense } from './client.ts'

const UnsentExpenseDialog = lazyDialog(() => import('./expense-dialog.tsx'), 'UnsentExpenseDialog', {
  isRare: true,
})

/** Expenses and receipts that the server refused. They stay until they are changed or discarded. */
export function RefusedExpenses({ account }: { account: number }) {
  const queryClient = useQueryClient()
  const expenses = unsentExpenses.useUnsent(account).filter(({ refusal }) => refusal !== null)
  const receipts = unsentReceipts.useUnsent(account).filter(({ refusal }) => refusal !== null)
  const [edited, setEdited] = useState<WaitingExpense | null>(null)
  return (
    <>
      {expenses.map((unsent) => (
        <NoticeBar key={unsent.key} label="Not saved">
          <p className="min-w-0 flex-1">
            {unsent.what} was not saved. {unsent.refusal}
          </p>
          <Button size="sm" onClick={() => setEdited(unsent)}>
            Edit
          </Button>
          <Button size="sm" variant="ghost" onClick={() => unsentExpenses.discard(unsent.key)}>
            Discard
          </Button>
        </NoticeBar>
      ))}
      {receipts.map(({ key, what, refusal }) => (
        <NoticeBar key={key} label="Not saved">
          <p className="min-w-0 flex-1">
            {what} was not saved. {refusal}
          </p>
          <Button size="sm" onClick={() => unsentReceipts.tryAgain(queryClient, key)}>
            Try again
          </Button>
          <Button size="sm" variant="ghost" onClick={() => unsentReceipts.discard(key)}>
            Discard
          </Button>
        </NoticeBar>
      ))}
      {edited && <UnsentExpenseDialog unsent={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

/** Above the list: expenses that wait on this device for the connection. */
export function WaitingExpenses({ account }: { account: number }) {
  const waiting = unsentExpenses.useUnsent(account).filter(({ refusal }) => refusal === null)
  const [edited, setEdited] = useState<WaitingExpense | null>(null)
  if (waiting.length === 0 && !edited) return null
  return (
    <section aria-label="Waiting for the connection" className="mb-4">
      <ul className="rounded border border-hairline bg-surface">
        {waiting.map((unsent) => (
          <li
            key={unsent.key}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline px-4 py-1.5 last:border-0"
          >
            <CloudUpload aria-hidden className="icon shrink-0 text-faint" />
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              {unsent.what}
              <span className="block text-meta text-muted">{describeWaiting(unsent)}</span>
            </span>
            {unsent.triedAt === null && (
              <Button size="sm" variant="ghost" onClick={() => setEdited(unsent)}>
                Edit<span className="sr-only"> {unsent.what}</span>
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={() => unsentExpenses.discard(unsent.key)}>
              Discard<span className="sr-only"> {unsent.what}</span>
            </Button>
          </li>
        ))}
      </ul>
      {edited && <UnsentExpenseDialog unsent={edited} onClose={() => setEdited(null)} />}
    </section>
  )
}

const describeWaiting = ({ body: { receipts } }: WaitingExpense): string =>
  ['Waits for the connection', receipts.length > 0 && `with ${countOf(receipts.length, 'receipt')}`]
    .filter(Boolean)
    .join(' ')
