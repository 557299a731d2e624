import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'

export const AddressChange = z.object({
  sender: z.string().meta({ description: 'Whose emails are to go to the address.' }),
  email: z.string(),
  confirmed_at: Instant.nullable(),
})
export type AddressChange = z.output<typeof AddressChange>

const ByCode = z.object({ code: z.string() })

/** `{code}` is from the link in the email to a new address. It opens nothing else. */
export const addressChangesApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/confirm-email/{code}',
    access: 'public',
    summary: 'The email address that the link confirms',
    params: ByCode,
    response: AddressChange,
  },
  confirm: {
    method: 'POST',
    path: '/api/confirm-email/{code}',
    access: 'public',
    summary: 'Confirm the email address, which takes effect with it',
    params: ByCode,
    response: AddressChange,
  },
})
