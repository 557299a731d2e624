import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '#core/format.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { NoticeBar } from '#web/ui/notice-bar.tsx'
import { WaitingList } from '#web/ui/waiting-list.tsx'
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
export function WaitingExpenses({ expenses }: { expenses: readonly WaitingExpense[] }) {
  const [edited, setEdited] = useState<WaitingExpense | null>(null)
  return (
    <>
      <WaitingList
        records={expenses.map((unsent) => ({
          key: unsent.key,
          what: unsent.what,
          detail: receiptsOf(unsent),
          onEdit: unsent.triedAt === null ? () => setEdited(unsent) : undefined,
          onDiscard: () => unsentExpenses.discard(unsent.key),
        }))}
      />
      {edited && <UnsentExpenseDialog unsent={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const receiptsOf = ({ body: { receipts } }: WaitingExpense): string =>
  receipts.length > 0 ? `with ${countOf(receipts.length, 'receipt')}` : ''
