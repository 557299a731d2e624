import { Clock, FileText, FolderKanban, Plus, ReceiptText, UserPlus, Users } from 'lucide-react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'

/** A plausible dashboard, to judge the parts together. */
export function DashboardPage() {
  return (
    <>
      <PageHeader
        title="Dashboard"
        description="Sunday, November 15"
        actions={
          <>
            <ButtonLink to="/time-tracking">
              <Clock aria-hidden="true" /> Track Time
            </ButtonLink>
            <ButtonLink to="/invoices" variant="primary">
              <Plus aria-hidden="true" /> New Invoice
            </ButtonLink>
          </>
        }
      />
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        <StatCard label="Active Clients" value="8" icon={<Users aria-hidden="true" />} to="/clients" />
        <StatCard
          label="Active Projects"
          value="5"
          icon={<FolderKanban aria-hidden="true" />}
          to="/projects"
        />
        <StatCard
          label="Hours This Month"
          value="61.5"
          icon={<Clock aria-hidden="true" />}
          to="/time-tracking"
        />
        <StatCard
          label="Pending Invoices"
          value="$4,218.50"
          icon={<FileText aria-hidden="true" />}
          to="/invoices"
        />
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Panel title="Recent Activity" flush>
          <ul>
            {activity.map(({ icon: Icon, title, text, date }) => (
              <li key={text} className="flex gap-3 border-b border-hairline px-5 py-3 last:border-0">
                <Icon aria-hidden="true" className="icon mt-0.5 text-faint" />
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{title}</p>
                  <p className="truncate text-meta text-muted">{text}</p>
                </div>
                <span className="shrink-0 text-meta text-faint">{date}</span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Quick Actions">
          <div className="grid gap-2 max-lg:grid-cols-2">
            <ButtonLink to="/clients" className="justify-start">
              <UserPlus aria-hidden="true" /> Add Client
            </ButtonLink>
            <ButtonLink to="/projects" className="justify-start">
              <FolderKanban aria-hidden="true" /> Start Project
            </ButtonLink>
            <ButtonLink to="/time-tracking" className="justify-start">
              <Clock aria-hidden="true" /> Log Time
            </ButtonLink>
            <ButtonLink to="/invoices" className="justify-start">
              <FileText aria-hidden="true" /> Create Invoice
            </ButtonLink>
          </div>
        </Panel>
      </div>
    </>
  )
}

const activity = [
  { icon: FileText, title: 'Invoice approved', text: 'Harbour & Pine approved INV-0042', date: 'Just now' },
  { icon: Clock, title: 'Time logged', text: '6.75 hours on Webshop, new checkout', date: '3h ago' },
  {
    icon: ReceiptText,
    title: 'Expense added',
    text: 'Prototype hosting, Software & Tools',
    date: 'Yesterday',
  },
  {
    icon: FolderKanban,
    title: 'Project created',
    text: 'Type specimen for Ostrava Press',
    date: '11/10/2026',
  },
  { icon: Users, title: 'Client added', text: 'Fieldnote Coffee', date: '11/9/2026' },
]
