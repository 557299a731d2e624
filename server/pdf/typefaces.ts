import { fileURLToPath } from 'node:url'

const REGULAR = ['400Regular', '600SemiBold'] as const

const google = (family: string, name: string, weights: readonly string[] = REGULAR) =>
  weights.map((weight) => import.meta.resolve(`@expo-google-fonts/${family}/${weight}/${name}_${weight}.ttf`))

const chinese = (weight: string) =>
  new URL(`../fonts/NotoSansHans-${weight}.otf`, import.meta.resolve('@embedpdf/fonts-sc')).href

/** The typeface of nearly all texts. */
export const typefaceFile = (): string =>
  fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'))

/**
 * The files of the fonts that `paper.typ` names: the two typefaces of the interface, and one for each script that they do
 * not have. The one for Chinese has simplified and traditional characters.
 */
export const fontFiles = (): string[] =>
  [
    ...google('inter', 'Inter'),
    ...google('source-serif-4', 'SourceSerif4', ['600SemiBold']),
    ...google('vazirmatn', 'Vazirmatn'),
    ...google('noto-sans-hebrew', 'NotoSansHebrew'),
    ...google('noto-sans-devanagari', 'NotoSansDevanagari'),
    ...google('noto-sans-thai', 'NotoSansThai'),
    ...google('nanum-gothic', 'NanumGothic', ['400Regular', '700Bold']),
    ...google('biz-udpgothic', 'BIZUDPGothic', ['400Regular', '700Bold']),
    chinese('Regular'),
    chinese('Bold'),
    ...google('noto-emoji', 'NotoEmoji', ['400Regular']),
  ].map((url) => fileURLToPath(url))
