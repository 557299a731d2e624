import { routes } from '#server/http/routes.ts'
import * as contacts from './actions.ts'
import { contactsApi } from './contract.ts'

export const contactRemovals = [contacts.contactRemoval]

export const contactRoutes = routes(contactsApi, {
  list: (ctx, { params }) => contacts.listContacts(ctx, params.id),
  create: (ctx, { params, body }) => contacts.createContact(ctx, params.id, body),
  update: (ctx, { params, body, ifMatch }) =>
    contacts.updateContact(ctx, params.id, params.contactId, body, ifMatch),
  remove: (ctx, { params, ifMatch }) => contacts.removeContact(ctx, params.id, params.contactId, ifMatch),
})
