import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ExchangeRate } from '#core/money-schemas.ts'
import { crossRate, parseReferenceRates } from './rules.ts'

const PUBLISHED = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<Cube>
		<Cube time='2026-11-13'>
			<Cube currency='USD' rate='1.0832'/>
			<Cube currency="JPY" rate="163.45"/>
			<Cube currency='XYZ' rate='7'/>
			<Cube currency='GBP' rate='0'/>
		</Cube>
		<Cube time='2026-11-12'>
			<Cube currency='USD' rate='1.1'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`

const day = '2026-11-13'

describe('reference rates', () => {
  test('are those of the newest day, of currencies that exist', () => {
    expect(parseReferenceRates(PUBLISHED)).toEqual([
      { currency: 'USD', per_euro: 1.0832, day },
      { currency: 'JPY', per_euro: 163.45, day },
    ])
  })

  test.each(['', '<html>Not found</html>', `<Cube time='2026-13-45'><Cube currency='USD' rate='1'/>`])(
    'are none in %j',
    (text) => {
      expect(parseReferenceRates(text)).toEqual([])
    },
  )
})

describe('a cross rate', () => {
  const rates = parseReferenceRates(PUBLISHED)
  const rate = (from: string, to: string, today = '2026-11-16') => crossRate(rates, { from, to, today })

  test('goes by way of the euro', () => {
    expect(rate('EUR', 'USD')).toEqual({ rate: 1.0832, day })
    expect(rate('USD', 'EUR')).toEqual({ rate: 0.923191, day })
    expect(rate('JPY', 'USD')).toEqual({ rate: 0.0066271, day })
    expect(rate('USD', 'JPY')).toEqual({ rate: 150.895, day })
  })

  test('is unknown for other currencies, and once the rates are old', () => {
    expect(rate('KWD', 'USD')).toBeNull()
    expect(rate('EUR', 'KWD')).toBeNull()
    expect(rate('EUR', 'USD', '2026-11-23')).not.toBeNull()
    expect(rate('EUR', 'USD', '2026-11-24')).toBeNull()
  })

  test('can always be used as it is', () => {
    const perEuro = fc.double({ min: 0.0001, max: 100_000, noNaN: true })
    fc.assert(
      fc.property(perEuro, perEuro, (usd, jpy) => {
        const rates = [
          { currency: 'USD', per_euro: usd, day },
          { currency: 'JPY', per_euro: jpy, day },
        ]
        const found = crossRate(rates, { from: 'JPY', to: 'USD', today: day })
        if (!found) return
        expect(ExchangeRate.safeParse(found.rate).success).toBe(true)
        expect(Math.abs(found.rate * jpy - usd)).toBeLessThanOrEqual(usd * 1e-5 + jpy * 1e-10)
      }),
    )
  })
})
