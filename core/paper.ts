import type { Country } from './country.ts'

/** The size of the pages that a document is printed on. */
export type Paper = 'a4' | 'letter'

/** Countries with the paper sizes of North America. */
const LETTER = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '))

/** By the country of the business; without one, as in the United States. */
export const paperOf = (country: Country | ''): Paper =>
  country === '' || LETTER.has(country) ? 'letter' : 'a4'
