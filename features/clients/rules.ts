import type { Client } from './contract.ts'

/** Shown when the plan allows no more clients. */
export const limitMessage = (limit: number) => ({
  title: `The client limit of ${limit} has been reached.`,
  advice: 'Upgrade your plan to add more clients.',
})

/** What deleting a client will do, for the confirmation. */
export const deletionConsequences = ({ has_history }: Pick<Client, 'has_history'>): string =>
  has_history
    ? 'This client has projects or invoices, so it will be archived: it leaves your lists, its portal links stop working, and its history is kept. You can restore it later.'
    : 'This client has no projects or invoices and will be removed for good.'
