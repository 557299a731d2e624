import { randomBytes } from 'node:crypto'
import type { Kinds } from './kinds.ts'

export const randomText = (bytes = 24): string => randomBytes(bytes).toString('hex')

const prefixes = {
  account: 'acct_1',
  account_link: 'alink_',
  charge: 'ch_3',
  checkout_session: 'cs_test_a1',
  customer: 'cus_',
  dispute: 'dp_1',
  event: 'evt_1',
  invoice: 'in_1',
  payment_intent: 'pi_3',
  payment_method: 'pm_1',
  portal_configuration: 'bpc_1',
  portal_session: 'bps_1',
  price: 'price_1',
  product: 'prod_',
  refund: 're_3',
  subscription: 'sub_1',
} as const satisfies Record<keyof Kinds, string>

export const newId = (kind: keyof Kinds): string => prefixes[kind] + randomText(12)
