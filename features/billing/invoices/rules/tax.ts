import type { TaxCategory } from '#core/document-lines.ts'
import { formatTaxRate } from '#core/format.ts'
import type { Thousandths } from '#core/units.ts'

export const taxCategoryLabel: Record<TaxCategory, string> = {
  standard: 'Standard',
  zero: 'Zero-rated',
  exempt: 'Exempt',
  reverse_charge: 'Reverse charge',
  outside_scope: 'Outside the scope of tax',
}

/** The sentence about tax that an invoice does not charge; null in the standard category. */
export function taxSentence(category: TaxCategory, taxName: string): string | null {
  const tax = taxName || 'tax'
  switch (category) {
    case 'standard':
      return null
    case 'zero':
      return `Zero-rated: ${tax} is charged at 0%.`
    case 'exempt':
      return `Exempt from ${tax}.`
    case 'reverse_charge':
      return `Reverse charge: the recipient is liable for the ${tax}.`
    case 'outside_scope':
      return `Outside the scope of ${tax}.`
  }
}

/** The error for a rate in another category. */
export const RATE_IN_OTHER_CATEGORY = 'Must be 0, because only the standard tax category has a rate'

/** "VAT (19%)" */
export const taxLabel = (taxName: string, taxRate: Thousandths, locale?: string): string =>
  `${taxName || 'Tax'} (${formatTaxRate(taxRate, locale)})`
