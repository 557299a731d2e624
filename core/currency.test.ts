import { expect, test } from 'vitest'
import { CURRENCIES, decimalsOf } from './currency.ts'

const WITHOUT_DECIMALS = [
  ...[
    'AFN',
    'ALL',
    'BIF',
    'CLP',
    'COP',
    'DJF',
    'GNF',
    'HUF',
    'IDR',
    'IQD',
    'IRR',
    'ISK',
    'JPY',
    'KMF',
    'KPW',
  ],
  ...[
    'KRW',
    'LAK',
    'LBP',
    'MGA',
    'MMK',
    'PKR',
    'PYG',
    'RWF',
    'SLL',
    'SOS',
    'SYP',
    'UGX',
    'VND',
    'VUV',
    'XAF',
  ],
  ...['XOF', 'XPF', 'YER'],
]
const WITH_THREE_DECIMALS = ['BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']

/** If a new version of Node fails here, stored amounts of that currency have to be migrated. */
test('a currency has the decimals with which its amounts are stored', () => {
  for (const currency of CURRENCIES) {
    const expected = WITHOUT_DECIMALS.includes(currency) ? 0 : WITH_THREE_DECIMALS.includes(currency) ? 3 : 2
    expect({ currency, decimals: decimalsOf(currency) }).toEqual({ currency, decimals: expected })
  }
})
