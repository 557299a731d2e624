import { PageHeader } from '#web/ui/page-header.tsx'

export function DashboardScreen() {
  return <PageHeader title="Dashboard" />
}
