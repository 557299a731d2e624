import { Ban, Check, Copy, Eye, Pencil, Plus, Send, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ActionsMenu, Menu, MenuItem, MenuLink, MenuSeparator } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ExternalLink, TextLink } from '#web/ui/text-link.tsx'
import { toast } from '#web/ui/toast.ts'
import { TableSample } from './table-sample.tsx'

export function ComponentsPage() {
  const confirm = useConfirm()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [pending, setPending] = useState(false)

  const ask = async () => {
    const yes = await confirm({
      title: 'Delete Harbour & Pine?',
      consequences:
        'It has three projects and two invoices, so it will be archived: gone from your lists, its portal links revoked, its history kept.',
      confirmLabel: 'Delete',
    })
    if (yes) toast.success('Client deleted successfully')
  }

  const save = () => {
    setPending(true)
    setTimeout(() => setPending(false), 2000)
  }

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Components"
        description="Every part in its states"
        back={<TextLink to="/dashboard">Back to Dashboard</TextLink>}
        actions={<Button variant="primary">Add Client</Button>}
      />
      <Panel title="Buttons and links">
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" pending={pending} onClick={save}>
            <Plus aria-hidden="true" /> Save Client
          </Button>
          <Button>Secondary</Button>
          <Button variant="ghost">Ghost</Button>
          <Button variant="danger">Delete</Button>
          <Button disabled>Disabled</Button>
          <Button variant="primary" disabled>
            Disabled
          </Button>
          <Button variant="primary" pending pendingText="Posting...">
            Post Comment
          </Button>
          <Button size="sm">Small</Button>
          <Button size="lg">Large</Button>
          <ButtonLink to="/dashboard">As a link</ButtonLink>
          <IconButton label="View invoice" icon={<Eye aria-hidden="true" />} />
          <IconButton label="Copy link" icon={<Copy aria-hidden="true" />} variant="secondary" />
          <TextLink to="/dashboard">Text link</TextLink>
          <ExternalLink href="https://example.com">External link</ExternalLink>
        </div>
      </Panel>
      <Panel title="Badges, dots, avatars">
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone="green" icon={<Check aria-hidden="true" />}>
            Paid
          </Badge>
          <Badge tone="red" icon={<TriangleAlert aria-hidden="true" />}>
            Overdue
          </Badge>
          <Badge tone="blue" icon={<Send aria-hidden="true" />}>
            Sent
          </Badge>
          <Badge tone="yellow">Past due</Badge>
          <Badge icon={<Ban aria-hidden="true" />}>Cancelled</Badge>
          <StatusDot tone="green">Active</StatusDot>
          <StatusDot tone="red">Canceled</StatusDot>
          <StatusDot tone="blue">Trial</StatusDot>
          <StatusDot tone="yellow">Past due</StatusDot>
          <StatusDot tone="grey">Unknown</StatusDot>
          <Avatar name="Ada" size="sm" />
          <Avatar name="Émile" />
          <Avatar name="👩‍🚀 Studio" size="lg" />
          <Avatar name="Broken" picture="/no-such-picture.png" size="lg" />
        </div>
      </Panel>
      <div className="grid gap-6 lg:grid-cols-2">
        <Panel title="Progress" description="Usage This Month">
          <div className="flex flex-col gap-4">
            <ProgressBar label="Clients" value={2} max={5} valueText="2 / 5" tone="green" />
            <ProgressBar label="Projects" value={26} max={30} valueText="26 / 30" tone="yellow" />
            <ProgressBar label="Invoices this month" value={5} max={5} valueText="5 / 5" tone="red" />
            <ProgressBar label="Milestones" value={4} max={6} valueText="4 / 6" />
            <ProgressBar label="Unlimited" value={12} max={-1} valueText="12 / ∞" tone="green" />
          </div>
        </Panel>
        <Panel title="Waiting">
          <div className="flex flex-col gap-4">
            <Spinner />
            <Loading>
              <Skeleton className="h-5 w-48" />
              <Skeleton className="mt-2 h-4 w-full" />
              <Skeleton className="mt-2 h-4 w-2/3" />
            </Loading>
            <StatCard label="Pending Invoices" value={undefined} />
          </div>
        </Panel>
      </div>
      <div className="flex flex-col gap-3">
        <Alert
          tone="warning"
          title="Your trial expires in 2 days"
          action={
            <ButtonLink to="/pricing" size="sm">
              Upgrade Now
            </ButtonLink>
          }
        />
        <Alert tone="error" title="Payment failed">
          We could not charge your card. Please update it before November 20.
        </Alert>
        <Alert tone="success" title="Invoice Approved" />
        <Alert tone="info" title="Sandbox">
          Payments are simulated on this machine.
        </Alert>
      </div>
      <Panel title="Over the page" actions={<SampleActions />}>
        <div className="flex flex-wrap gap-3">
          <Button onClick={ask}>Ask</Button>
          <Button onClick={() => setDrawerOpen(true)}>Open drawer</Button>
          <Menu trigger={<Button>Export</Button>} align="start">
            <MenuItem onSelect={() => toast.info('CSV')}>CSV</MenuItem>
            <MenuItem onSelect={() => toast.info('PDF')}>PDF</MenuItem>
            <MenuItem onSelect={() => {}} disabled>
              ZIP
            </MenuItem>
            <MenuSeparator />
            <MenuLink to="/dashboard">Dashboard</MenuLink>
          </Menu>
          <Button onClick={() => toast.success('Client created successfully')}>Success toast</Button>
          <Button onClick={() => toast.error('Failed to save client', 'Please try again later')}>
            Error toast
          </Button>
          <Button onClick={() => toast.warning('Almost at the limit', 'Four of five clients')}>
            Warning toast
          </Button>
          <Button onClick={() => toast.info('Link copied')}>Info toast</Button>
        </div>
        <Drawer open={drawerOpen} onOpenChange={setDrawerOpen} title="Portal access">
          <p className="p-5">The link expires on December 13.</p>
        </Drawer>
      </Panel>
      <Tabs
        label="Project"
        tabs={[
          { value: 'overview', label: 'Overview', content: <p>Hourly rate, estimated hours, milestones.</p> },
          { value: 'deliverables', label: 'Deliverables', count: 3, content: <p>Three deliverables.</p> },
          { value: 'comments', label: 'Comments', count: 0, content: <p>No comments yet</p> },
        ]}
      />
      <Panel title="Project Profitability Analysis" flush>
        <TableSample />
      </Panel>
    </div>
  )
}

function SampleActions() {
  return (
    <ActionsMenu label="Actions for Harbour & Pine">
      <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => toast.info('Edit')}>
        Edit
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => toast.info('Delete')}>
        Delete
      </MenuItem>
    </ActionsMenu>
  )
}
