import type { Client } from './contract.ts'

/** What deleting a client will do, said before it is done. */
export const deletionConsequences = ({ has_history }: Pick<Client, 'has_history'>): string =>
  has_history
    ? 'There are projects or invoices for this client, so it will be archived: it leaves your lists, and its history and name are kept.'
    : 'This client has no projects or invoices and will be removed for good.'
