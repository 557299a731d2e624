import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeWait, mailboxOf, senderNameFrom, withoutLinks } from './mails.ts'

describe('a sender’s name', () => {
  test.each([
    ['Ada & Co. KG', 'Ada & Co. KG'],
    ['Dr. Ada’s Studio 3.14', 'Dr. Ada’s Studio 3.14'],
    ['St.Pauli Design', 'St Pauli Design'],
    ['ada.design', 'ada design'],
    ['Ada 🎉', 'Ada 🎉'],
    ['PayPal <service@paypal.com>', 'PayPal'],
    ['PayPal service＠paypal.com', 'PayPal'],
    ['Pay at https://evil.example/login?x=1 now', 'Pay at now'],
    ['Pay at WWW.evil.example now', 'Pay at now'],
    ['Pay at evil.example/login now', 'Pay at now'],
    ['Pay at evil.example:8080 now', 'Pay at now'],
    ['Pay at 203.0.113.7/login now', 'Pay at now'],
    ['evil．example', 'evil example'],
    ['Ada\r\nBcc: eve@example.com', 'Ada Bcc:'],
    ['Ada\u202Emoc.live\u202C', 'Adamoc live'],
    ['evil\u200B.\u200Bexample', 'evil example'],
  ])('%j becomes %j', (name, shown) => expect(senderNameFrom(name)).toBe(shown))

  test('is the next where nothing remains, and Daybook’s at last', () => {
    expect(senderNameFrom('https://evil.example', 'Ada')).toBe('Ada')
    expect(senderNameFrom('\u200B', 'ada@example.com')).toBe('Daybook')
  })

  test('never holds an address, a link or a hidden character', () => {
    const part = fc.constantFrom(
      'a',
      'evil',
      'com',
      '.',
      '@',
      '/',
      ':',
      '://',
      'https',
      'www',
      ' ',
      '\n',
      '\u202E',
      '1',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const name = withoutLinks(parts.join(''))
        expect(name).not.toMatch(/\S@\S|:\/\/|[\p{L}\p{N}]\.\p{L}{2}|[\p{Control}\p{Format}]/u)
        expect(withoutLinks(name)).toBe(name)
      }),
      { examples: [[['a', '.', 'www', '.']]] },
    )
  })
})

test('a mailbox is the same however its address is written', () => {
  expect(mailboxOf('Ada+Invoices@Example.com')).toBe('ada@example.com')
})

test.each([
  [1, 'a minute'],
  [61_000, '2 minutes'],
  [3_600_000, 'an hour'],
  [3_600_001, '2 hours'],
])('%i ms are %s', (milliseconds, words) => expect(describeWait(milliseconds)).toBe(words))
