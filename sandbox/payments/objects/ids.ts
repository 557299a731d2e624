import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}

const shapes = {
  account: ['acct_1', 16],
  charge: ['ch_3', 23],
  dispute: ['dp_1', 23],
  refund: ['re_3', 23],
  product: ['prod_', 14],
  price: ['price_1', 23],
  customer: ['cus_', 14],
  payment_method: ['pm_1', 23],
  payment_intent: ['pi_3', 23],
  subscription: ['sub_1', 23],
  subscription_item: ['si_', 14],
  invoice: ['in_1', 23],
  invoice_line: ['il_1', 23],
  invoice_item: ['ii_1', 23],
  invoice_payment: ['inpay_1', 23],
  checkout_session: ['cs_test_a1', 56],
  checkout_line: ['li_1', 23],
  portal_session: ['bps_1', 23],
  portal_configuration: ['bpc_1', 23],
  event: ['evt_1', 23],
  delivery: ['whd_', 14],
  request: ['req_', 14],
} as const satisfies Record<string, readonly [string, number]>

export function newId(kind: keyof typeof shapes): string {
  const [prefix, length] = shapes[kind]
  return prefix + randomText(length)
}
