import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#core/format.ts'
import { hasCode } from '#web/data/api-error.ts'
import { FramedNotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AccountsPanel } from './accounts-panel.tsx'
import { BackupsPanel } from './backups-panel.tsx'
import { overviewQuery } from './client.ts'
import type { Overview } from './contract.ts'
import { FailedEmailsPanel, FailedJobsPanel } from './failures-panels.tsx'
import { MailPanel } from './mail-panel.tsx'
import { uptimeText } from './rules.ts'

/** The state of this Daybook, for those who run it. */
export function AdminScreen() {
  const { data, error, isError, refetch } = useQuery(overviewQuery)
  if (error && hasCode(error, 'not_found')) return <FramedNotFoundScreen />
  return (
    <>
      <PageHeader title="Admin" description={data ? describeServer(data) : 'The state of this Daybook.'} />
      <div className="flex flex-col gap-6">
        {isError && !data && (
          <Alert tone="error" live title="The state of this Daybook could not be loaded">
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </Alert>
        )}
        <Figures>
          <Figure
            large
            label="Accounts"
            value={data && formatCount(data.accounts.total)}
            failed={isError && !data}
          />
          <Figure
            label="New in 30 days"
            value={data && formatCount(data.accounts.new_in_30_days)}
            failed={isError && !data}
          />
          <Figure
            label="Emails that failed this week"
            value={data && formatCount(data.mail.failed_this_week)}
            failed={isError && !data}
            alarming={data !== undefined && data.mail.failed_this_week > 0}
          />
        </Figures>
        {data && (
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <BackupsPanel backups={data.backups} />
            <MailPanel mail={data.mail} />
            <FailedEmailsPanel />
            <FailedJobsPanel />
          </div>
        )}
        {data && <AccountsPanel />}
      </div>
    </>
  )
}

const DATABASES = { embedded: 'Embedded database', server: 'PostgreSQL server' }

const describeServer = ({ version, database, uptime_seconds }: Overview): string =>
  [
    `Daybook ${version}`,
    `${DATABASES[database.kind]} ${database.version}`,
    `this server is up for ${uptimeText(uptime_seconds)}`,
  ].join(' · ')
