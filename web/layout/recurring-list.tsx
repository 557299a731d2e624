import type { UseQueryResult } from '@tanstack/react-query'
import { Plus, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureOf } from '#web/data/list.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

type RecurringListProps<Recurring> = {
  query: UseQueryResult<Recurring[]>
  /** "recurring invoices" */
  nouns: string
  description: string
  back: { to: string; label: string }
  addLabel: string
  emptyText: string
  row(recurring: Recurring, onEdit: () => void): ReactNode
  newDialog(onClose: () => void): ReactNode
  editDialog(recurring: Recurring, onClose: () => void): ReactNode
}

/** The screen of what Daybook makes again and again. */
export function RecurringList<Recurring extends { id: number }>(props: RecurringListProps<Recurring>) {
  const { query, nouns, description, back, addLabel, emptyText, row, newDialog, editDialog } = props
  const failure = failureOf(query)
  const { dialog, openNew, openEdit, close } = useDialogLink()
  const edited = dialog?.mode === 'edit' ? query.data?.find(({ id }) => id === dialog.id) : undefined
  const title = nouns.charAt(0).toUpperCase() + nouns.slice(1)

  return (
    <>
      <PageHeader
        title={title}
        description={description}
        back={<BackLink to={back.to}>{back.label}</BackLink>}
        actions={
          <Button variant="primary" onClick={openNew}>
            <Plus aria-hidden /> {addLabel}
          </Button>
        }
      />
      {query.isPending && <RecurringLoading />}
      {failure && <LoadFailed what={`Your ${nouns}`} {...failure} />}
      {query.data?.length === 0 && (
        <EmptyState
          icon={<Repeat />}
          title={`No ${nouns}`}
          text={emptyText}
          action={<Button onClick={openNew}>{addLabel}</Button>}
        />
      )}
      {query.data && query.data.length > 0 && (
        <Card className="overflow-hidden">
          <ul aria-label={title}>
            {query.data.map((recurring) => (
              <li key={recurring.id} className="border-b border-hairline last:border-0">
                {row(recurring, () => openEdit(recurring.id))}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {dialog?.mode === 'new' && newDialog(close)}
      {edited && editDialog(edited, close)}
    </>
  )
}

function RecurringLoading() {
  return (
    <Loading>
      <Card className="flex flex-col gap-4 p-5">
        <Skeleton className="h-4 w-48 max-w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-4 w-40 max-w-full" />
      </Card>
    </Loading>
  )
}
