import { Download, Trash2 } from 'lucide-react'
import { countOf } from '#core/format.ts'
import { useDeleteClients } from '#features/engagement/clients/client.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import type { ClientFigures } from '#features/pages/list-figures/contract.ts'
import { sumsText } from '#features/pages/list-figures/rules.ts'
import { saveCsv } from '#web/data/save-csv.ts'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'

type ClientBulkBarProps = {
  clients: readonly Client[]
  figures: ReadonlyMap<number, ClientFigures> | undefined
  onClear(): void
}

export function ClientBulkBar({ clients, figures, onClear }: ClientBulkBarProps) {
  const confirm = useConfirm()
  const deletion = useDeleteClients()
  const active = clients.filter(({ archived }) => !archived)
  const kept = active.filter(({ has_history }) => has_history).length

  const confirmDelete = async () => {
    const sure = await confirm({
      title: `Delete ${countOf(active.length, 'client')}?`,
      consequences:
        kept === 0
          ? 'They have no projects, invoices or expenses and will be removed.'
          : `${countOf(kept, 'client has', 'clients have')} projects, invoices or expenses and will be archived. You can restore archived clients.`,
      confirmLabel: 'Delete',
    })
    if (sure) deletion.mutate({ rows: active, input: undefined })
  }

  return (
    <BulkBar label="Selected clients" count={clients.length} onClear={onClear}>
      <Button onClick={() => exportClients(clients, figures)}>
        <Download aria-hidden /> Export
      </Button>
      {active.length > 0 && (
        <Button pending={deletion.isPending} onClick={() => void confirmDelete()}>
          <Trash2 aria-hidden /> Delete
        </Button>
      )}
    </BulkBar>
  )
}

const exportClients = (clients: readonly Client[], figures: ClientBulkBarProps['figures']) =>
  saveCsv(
    'clients.csv',
    ['Name', 'Company', 'Email', 'Phone', 'Currency', 'Owed', 'Unbilled', 'Last activity'],
    clients.map(({ id, name, company, email, phone, currency }) => {
      const found = figures?.get(id)
      return [
        name,
        company,
        email,
        phone,
        currency,
        sumsText(found?.owed),
        sumsText(found?.unbilled),
        found?.last_active_on ?? null,
      ]
    }),
  )
