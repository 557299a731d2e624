import { queryOptions } from '@tanstack/react-query'
import type { IfMatch } from '#core/endpoint.ts'
import { LOCALES } from '#core/locale.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { live } from '#web/data/live.ts'
import { type Contact, type ContactForm, contactsApi } from './contract/contacts.ts'

export const contactsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['contacts', clientId],
    queryFn: () => call(contactsApi.list, { params: { id: clientId } }),
    ...live,
  })

export const useCreateContact = (clientId: number) =>
  useChange<Contact[], ContactForm, Contact>({
    ...contactsQuery(clientId),
    run: (body) => call(contactsApi.create, { params: { id: clientId }, body }),
    applyResult: (contacts, created) => [...contacts, created],
    succeeded: ({ name }) => `${name} added`,
    failed: 'Failed to add contact',
  })

export interface ContactChange {
  form: ContactForm
  ifMatch: IfMatch
}

export const useUpdateContact = (clientId: number, contactId: number) =>
  useChange<Contact[], ContactChange, Contact>({
    ...contactsQuery(clientId),
    run: ({ form, ifMatch }) =>
      call(contactsApi.update, { params: { id: clientId, contactId }, body: form, ifMatch }),
    applyResult: (contacts, changed) => contacts.map((one) => (one.id === changed.id ? changed : one)),
    inForm: true,
    succeeded: () => 'Contact updated',
    failed: 'Failed to update contact',
  })

export const useRemoveContact = (clientId: number) =>
  useChange<Contact[], Contact, Removed>({
    ...contactsQuery(clientId),
    run: ({ id, version }) =>
      call(contactsApi.remove, { params: { id: clientId, contactId: id }, ifMatch: version }),
    apply: (contacts, removed) => contacts.filter(({ id }) => id !== removed.id),
    succeeded: (_result, { name }) => `${name} removed`,
    undo: undoRemoval,
    failed: 'Failed to remove contact',
  })

/** A contact as form values. */
export const toForm = ({
  name,
  role,
  email,
  phone,
  locale,
  gets_invoices,
  gets_news,
}: Contact): Required<ContactForm> => ({
  name,
  role,
  email,
  phone,
  locale: LOCALES.find((known) => known === locale) ?? null,
  gets_invoices,
  gets_news,
})
