import { useQuery } from '@tanstack/react-query'
import { isDateOnly } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'
import { businessQuery } from '#features/foundation/business/client.ts'
import { useConfirm } from '#web/ui/confirm.tsx'

/** Asks before an invoice gets a later number and an earlier date than the newest one. */
export function useIssueDateCheck(cancelLabel = 'Cancel') {
  const { data: business } = useQuery(businessQuery)
  const confirm = useConfirm()
  return async (issueDate: string): Promise<boolean> => {
    const newest = business?.newest_issue_date
    if (!newest || !isDateOnly(issueDate) || issueDate >= newest) return true
    return confirm({
      title: 'Date this invoice before your newest one?',
      consequences: `You have already issued an invoice dated ${formatDate(newest)}. Numbers should follow the dates, so this one would be out of order.`,
      confirmLabel: `Use ${formatDate(issueDate)}`,
      cancelLabel,
      tone: 'primary',
    })
  }
}
