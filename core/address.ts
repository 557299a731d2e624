import { type Country, countryName } from './country.ts'

export interface PostalAddress {
  /** Street lines. */
  address: string
  postal_code: string
  city: string
  country: Country | ''
}

/** Countries that write the postal code after the city. */
const CODE_AFTER_CITY = new Set(['US', 'CA', 'GB', 'IE', 'AU', 'NZ', 'IN', 'SG', 'ZA'])

/** The lines of an address as they stand on a document. */
export function addressLines({ address, postal_code, city, country }: PostalAddress): string[] {
  const place = CODE_AFTER_CITY.has(country) ? [city, postal_code] : [postal_code, city]
  return [...address.split('\n'), place.filter(Boolean).join(' '), country && countryName(country)].filter(
    (line) => line.trim() !== '',
  )
}
