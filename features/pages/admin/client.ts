import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { listQuery, useList } from '#web/data/list.ts'
import { adminApi, type FailedEmail, type FailedJob, type Overview } from './contract.ts'

const PENDING_MILLISECONDS = 2_000

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: () => call(adminApi.overview),
  staleTime: 0,
  // Until the backup is made.
  refetchInterval: ({ state }) => (state.data?.backups.is_pending ? PENDING_MILLISECONDS : false),
})

export const emailsQuery = queryOptions({
  queryKey: ['admin', 'emails'],
  queryFn: () => call(adminApi.emails),
  staleTime: 0,
})

export const jobsQuery = queryOptions({
  queryKey: ['admin', 'jobs'],
  queryFn: () => call(adminApi.jobs),
  staleTime: 0,
})

export const useAccounts = (q: string) =>
  useList(listQuery('admin-accounts', adminApi.accounts, { q, limit: 50 }))

export const useBackUp = () =>
  useChange<Overview>({
    queryKey: overviewQuery.queryKey,
    run: () => call(adminApi.backUp),
    apply: (overview) => ({ ...overview, backups: { ...overview.backups, is_pending: true } }),
    failed: 'Could not start the backup',
  })

export const useTestEmail = () =>
  useChange<Overview, void, { outcome: 'sent' | 'refused' | 'uncertain'; reason: string | null }>({
    queryKey: overviewQuery.queryKey,
    run: () => call(adminApi.testEmail),
    failed: 'Could not send the test email',
  })

export const useRetryEmail = () =>
  useChange<FailedEmail[], FailedEmail>({
    queryKey: emailsQuery.queryKey,
    run: ({ account_id, id }) => call(adminApi.retryEmail, { body: { account_id, id } }),
    apply: (emails, retried) => emails.filter(({ id }) => id !== retried.id),
    succeeded: () => 'The email is sent once more',
    failed: 'Could not send the email',
  })

export const useRetryJob = () =>
  useChange<{ count: number; jobs: FailedJob[] }, FailedJob>({
    queryKey: jobsQuery.queryKey,
    run: ({ id }) => call(adminApi.retryJob, { body: { id } }),
    apply: ({ count, jobs }, retried) => ({
      count: count - 1,
      jobs: jobs.filter(({ id }) => id !== retried.id),
    }),
    succeeded: () => 'The job is run once more',
    failed: 'Could not run the job',
  })
