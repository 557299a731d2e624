import { countGuesses } from '#server/http/guesses.ts'
import { routes } from '#server/http/routes.ts'
import { secretAddress } from '#server/http/secret-address.ts'
import * as confirmation from './actions/confirmation.ts'
import * as contacts from './actions/contacts.ts'
import { addressChangesApi } from './contract/confirmation.ts'
import { contactsApi } from './contract/contacts.ts'

export const contactRemovals = [contacts.contactRemoval]

export const contactRoutes = [
  ...routes(contactsApi, {
    list: (ctx, { params }) => contacts.listContacts(ctx, params.id),
    create: (ctx, { params, body }) => contacts.createContact(ctx, params.id, body),
    update: (ctx, { params, body, ifMatch }) =>
      contacts.updateContact(ctx, params.id, params.contactId, body, ifMatch),
    remove: (ctx, { params, ifMatch }) => contacts.removeContact(ctx, params.id, params.contactId, ifMatch),
  }),
  ...routes(addressChangesApi, {
    get: (ctx, { params }, http) => countGuesses(http, confirmation.getAddressChange(ctx, params.code)),
    confirm: (ctx, { params }, http) => countGuesses(http, confirmation.confirmAddress(ctx, params.code)),
  }),
]

export const confirmationAddress = secretAddress('confirm-email')
