import { z } from 'zod'
import { Locale } from '#core/locale.ts'
import { Version } from '#core/schemas.ts'
import { email, phone, required } from '#core/text.ts'

const LOCALE_DESCRIPTION =
  'The locale in which the portal writes dates and amounts; null for that of the business.'
export const StoredLocale = z.string().nullable().meta({ description: LOCALE_DESCRIPTION })
export const ChosenLocale = Locale.nullish()
  .transform((locale) => locale ?? null)
  .meta({ description: LOCALE_DESCRIPTION })

/** Contact details of a person. */
export const Reach = z.object({
  name: required('Name is required'),
  email: email('Please enter a valid email address'),
  phone: phone('Please enter a valid phone number'),
})

/** The own details that the visitor of a portal sees and changes. */
export const OwnDetails = z.object({
  is_contact: z.boolean().meta({ description: "False if the link is the client's own." }),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  locale: StoredLocale,
  pending_email: z.string().nullable().meta({ description: 'Takes effect once it is confirmed.' }),
  version: Version,
})
export type OwnDetails = z.output<typeof OwnDetails>

export const OwnDetailsInput = Reach.extend({ locale: ChosenLocale })
export type OwnDetailsInput = z.output<typeof OwnDetailsInput>
