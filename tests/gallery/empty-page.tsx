import { FileText } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

export function EmptyPage() {
  return (
    <>
      <PageHeader title="Invoices" actions={<Button variant="primary">Create Invoice</Button>} />
      <Card>
        <EmptyState
          icon={<FileText />}
          title="No invoices yet"
          text="Turn the hours and expenses of a project into an invoice, and let your client approve it online."
          action={<Button>Create Invoice</Button>}
        />
      </Card>
    </>
  )
}
