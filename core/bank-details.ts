/** Without spaces and in capitals, as it is stored. */
export const compactIban = (text: string): string => text.replace(/\s/g, '').toUpperCase()

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** Whether its check digits are right (ISO 13616). */
export function isIban(iban: string): boolean {
  if (!IBAN.test(iban)) return false
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

/** In groups of four, as people read it. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

/** Eight or eleven characters (ISO 9362). */
export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)
