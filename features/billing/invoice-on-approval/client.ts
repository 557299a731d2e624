import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { live } from '#web/data/live.ts'
import { invoiceOnApprovalApi, type ProblemFilter } from './contract.ts'

export const approvalProblemsQuery = (filter: ProblemFilter = {}) =>
  queryOptions({
    queryKey: ['approval-problems', filter],
    queryFn: () => call(invoiceOnApprovalApi.problems, { query: filter }),
    ...live,
  })
