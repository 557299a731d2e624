const WORD = /[^\s<>"'(),;]+/g

/** An error may name the client to whom an email was to go. */
export const withoutAddresses = (text: string): string =>
  text.replace(WORD, (word) => (word.includes('@') ? '(address)' : word))

/** `send-mail` as people read it. */
export const jobTitle = (name: string): string => {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The two largest units: "3 d 4 h". */
export function uptimeText(seconds: number): string {
  if (seconds < MINUTE) return 'less than a minute'
  const [days, hours, minutes] = [
    Math.floor(seconds / DAY),
    Math.floor((seconds % DAY) / HOUR),
    Math.floor((seconds % HOUR) / MINUTE),
  ]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
}

/** The beginnings of words that an account must have, for `to_tsquery`; null if the text has no words. */
export function wordsToFind(q: string): string | null {
  const words = q.normalize('NFC').match(/[\p{L}\p{N}]+/gu)
  return words?.map((word) => `${word}:*`).join(' & ') ?? null
}
