import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countOf, formatInstant } from '#core/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { emailsQuery, jobsQuery, useRetryEmail, useRetryJob } from './client.ts'
import { jobTitle } from './rules.ts'

/** Emails that were not sent. Not what they say, nor to whom. */
export function FailedEmailsPanel() {
  const emails = useQuery(emailsQuery)
  const retry = useRetryEmail()
  return (
    <Failures title="Failed emails" none="Every email of the last 30 days was sent." query={emails}>
      {emails.data?.map((email) => (
        <Failure
          key={email.id}
          what={`${email.audience === 'client' ? 'To a client' : 'To the freelancer'} of ${email.account_email}`}
          when={email.changed_at}
          why={email.status === 'uncertain' ? `It may have arrived: ${email.reason}` : email.reason}
          onRetry={email.can_retry ? () => retry.mutate(email) : undefined}
        />
      ))}
    </Failures>
  )
}

export function FailedJobsPanel() {
  const jobs = useQuery(jobsQuery)
  const retry = useRetryJob()
  const tooMany = jobs.data && jobs.data.count > 0 && jobs.data.jobs.length === 0
  return (
    <Failures
      title="Failed jobs"
      none={
        tooMany
          ? `${countOf(jobs.data?.count ?? 0, 'job')} failed, too many to list. The log says why.`
          : 'No job failed for good in the last 30 days.'
      }
      query={jobs}
    >
      {jobs.data?.jobs.map((job) => (
        <Failure
          key={job.id}
          what={jobTitle(job.name)}
          when={job.failed_at}
          why={job.reason}
          onRetry={() => retry.mutate(job)}
        />
      ))}
    </Failures>
  )
}

type FailuresProps = {
  title: string
  none: string
  query: { isError: boolean; isPending: boolean; refetch(): unknown }
  children: ReactNode[] | undefined
}

function Failures({ title, none, query, children }: FailuresProps) {
  return (
    <Panel title={title} flush>
      {query.isPending && (
        <Loading>
          <Skeleton className="m-5 h-12" />
        </Loading>
      )}
      {query.isError && !children && (
        <div className="flex flex-wrap items-center gap-3 p-5">
          <p className="text-muted">This list could not be loaded.</p>
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {children?.length === 0 && <p className="p-5 text-muted">{none}</p>}
      {children && children.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls must be reachable by keyboard.
        <section tabIndex={0} aria-label={title} className="max-h-96 overflow-y-auto">
          <ul>{children}</ul>
        </section>
      )}
    </Panel>
  )
}

type FailureProps = { what: string; when: Date; why: string; onRetry: (() => void) | undefined }

function Failure({ what, when, why, onRetry }: FailureProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-hairline px-5 py-3 first:border-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere">{what}</p>
        <p className="text-meta wrap-anywhere text-muted">
          <time dateTime={when.toISOString()}>{formatInstant(when)}</time> · {why}
        </p>
      </div>
      {onRetry && (
        <Button size="sm" aria-label={`Try again: ${what}`} onClick={onRetry}>
          Try again
        </Button>
      )}
    </li>
  )
}
