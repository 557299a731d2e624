import { foldCase } from '#core/text.ts'

/** An action as it is found by words. */
export interface Findable {
  label: string
  /** Other words for it. */
  words?: string
}

/** Those in which each word of the text begins a word: first those whose label begins with the text. */
export function matchActions<Action extends Findable>(text: string, actions: readonly Action[]): Action[] {
  const folded = foldCase(text).trim()
  const wanted = wordsOf(folded)
  if (wanted.length === 0) return [...actions]
  const found = actions.filter(({ label, words = '' }) => {
    const own = wordsOf(foldCase(`${label} ${words}`))
    return wanted.every((word) => own.some((one) => one.startsWith(word)))
  })
  const begins = ({ label }: Action) => foldCase(label).startsWith(folded)
  return [...found.filter(begins), ...found.filter((action) => !begins(action))]
}

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
