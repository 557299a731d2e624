import type { Client, ClientDeletion } from './contract.ts'

/** Stands where the name of an erased client stood. */
export const ERASED_NAME = 'Erased client'

/** Shown when the plan allows no more clients. */
export const limitMessage = (limit: number) => ({
  title: `The client limit of ${limit} has been reached.`,
  advice: 'Upgrade your plan to add more clients.',
})

/** Asked before a client is deleted. One with a history is archived. */
export const deletionQuestion = ({ name, has_history }: Pick<Client, 'name' | 'has_history'>) =>
  has_history
    ? {
        title: `Delete ${name}? It will be archived.`,
        consequences:
          'This client has projects, invoices or expenses, so its history is kept: it leaves your lists, and its portal links stop working. You can restore it later.',
      }
    : {
        title: `Delete ${name}?`,
        consequences: 'This client has no projects, invoices or expenses and will be removed.',
      }

/** Tells afterwards what became of a deleted client that is still there. */
export const deletionOutcome = (outcome: ClientDeletion['outcome']): string | undefined =>
  outcome === 'archived' ? 'It is archived with its history. You can restore it.' : undefined

export const erasureConsequences =
  'Name, company, contact, address, tax ID and notes are erased here, in activity, comments and drafts, and emails to the client are deleted. ' +
  'Invoices you issued keep the name, address and email they were issued to: tax law requires you to keep them, in most countries for 6 to 10 years. ' +
  'Approvals stay with the document they were given for. This cannot be undone.'

interface MailedTo {
  email: string
  cc_emails: string[]
}

/** True if mail now goes elsewhere. */
export const hasOtherAddresses = (before: MailedTo, after: MailedTo): boolean =>
  before.email !== after.email || before.cc_emails.join('\n') !== after.cc_emails.join('\n')
