import type { MinorUnits } from '#core/money.ts'

/** Without spaces and in capitals, as it is stored. */
export const compactIban = (text: string): string => text.replace(/\s/g, '').toUpperCase()

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** True if the check digits are right (ISO 13616). */
export function isIban(iban: string): boolean {
  if (!IBAN.test(iban)) return false
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

/** In groups of four, as people read it. */
export const formatIban = (iban: string): string => compactIban(iban).replace(/(.{4})(?=.)/g, '$1 ')

/** Eight or eleven characters (ISO 9362). */
export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)

/**
 * The content of a QR code that banking apps read as a transfer in euros (EPC069-12, version 2). Names and references are
 * limited to 70 and 140 characters.
 */
export const transferCode = ({
  name,
  iban,
  bic,
  amount,
  reference,
}: {
  name: string
  iban: string
  bic: string
  amount: MinorUnits
  reference: string
}): string =>
  [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    oneLine(name, 70),
    iban,
    `EUR${(amount / 100).toFixed(2)}`,
    '',
    '',
    oneLine(reference, 140),
  ].join('\n')

const oneLine = (text: string, most: number): string =>
  [...text.replace(/\s+/g, ' ').trim()].slice(0, most).join('')
