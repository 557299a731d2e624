import { SANS, SERIF } from './fonts.ts'

/** Shared by all documents: the light colours of the interface, on white. */
export const ink = {
  text: '#1d1b17',
  muted: '#57524a',
  faint: '#6c665b',
  hairline: '#e3ddd0',
  sunken: '#f0ece3',
  accent: '#1d5a41',
  green: '#2f8a4b',
  red: '#a3281e',
  blue: '#3a6fb8',
  grey: '#857d70',
}

export const type = {
  title: { fontFamily: SERIF, fontWeight: 600, fontSize: 22, lineHeight: 1.2 },
  heading: { fontFamily: SANS, fontWeight: 600, fontSize: 10.5 },
  body: { fontFamily: SANS, fontWeight: 400, fontSize: 9 },
  strong: { fontFamily: SANS, fontWeight: 600, fontSize: 9 },
  micro: { fontFamily: SANS, fontWeight: 400, fontSize: 7.5 },
  figure: { fontFamily: SANS, fontWeight: 600, fontSize: 15 },
} as const

/** For columns: all digits have the same width. */
export const figures = { textAlign: 'right' as const, fontFeatureSettings: ['tnum'] }

/** Truncated with "…" if it is too long. */
export const oneLine = { maxLines: 1, textOverflow: 'ellipsis' } as const

export const page = {
  paddingTop: 44,
  paddingHorizontal: 48,
  paddingBottom: 56,
  color: ink.text,
  ...type.body,
}
