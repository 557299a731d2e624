import { PageHeader } from '#web/ui/page-header.tsx'

export function ClientsScreen() {
  return <PageHeader title="Clients" />
}
