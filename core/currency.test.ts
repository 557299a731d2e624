import { expect, test, vi } from 'vitest'
import { CURRENCIES, decimalsOf } from './currency.ts'

/** If a new version of Node fails here, stored amounts of that currency have to be migrated. */
test('a currency has the decimals that the server has always known', () => {
  for (const currency of CURRENCIES) {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    const { maximumFractionDigits } = format.resolvedOptions()
    expect({ currency, decimals: decimalsOf(currency) }).toEqual({
      currency,
      decimals: maximumFractionDigits,
    })
  }
})

test('every currency in use is known', () => {
  expect(CURRENCIES).toEqual(Intl.supportedValuesOf('currency'))
})

test('an amount reads the same in a browser that gives the currency other decimals', async () => {
  class OtherNumberFormat extends Intl.NumberFormat {
    constructor(locale?: string, { minimumFractionDigits = 4, ...options }: Intl.NumberFormatOptions = {}) {
      super(locale, { minimumFractionDigits, ...options })
    }
  }
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(OtherNumberFormat as typeof Intl.NumberFormat)
  vi.resetModules()
  const { formatMoney } = await import('./format.ts')
  const { moneyFigure } = await import('./figures.ts')
  expect(formatMoney(1_250, 'HUF', 'hu-HU')).toBe('1250\u00a0Ft')
  expect(formatMoney(1_250, 'KWD', 'en-US')).toBe('KWD\u00a01.250')
  expect(formatMoney(1_250, 'EUR', 'de-DE')).toBe('12,50\u00a0€')
  expect(moneyFigure('HUF')).toMatchObject({ decimals: 0 })
  vi.restoreAllMocks()
})
