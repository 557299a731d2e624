/** Texts on which a careless pattern backtracks: a part that repeats, between a start and an end that spoils the match. */
export const HOSTILE_TEXTS: ((length: number) => string)[] = [
  ...shapes([...'a0 \t\n-+.,/(<"%&=é'], ['', '#']),
  ...shapes(
    ['a@', 'a.', 'a-', '1.', '1,', '1 ', '- ', ' -', 'a ', ':a', '%25', 'a://', 'http://'],
    ['', '#'],
  ),
  // Accents that have to be sorted.
  ...shapes(['\u0301\u0323'], ['']),
  ...shapes([...' a.'], [' #'], ['-', '1', 'a@', 'http://']),
]

function shapes(parts: string[], ends: string[], starts = ['']): ((length: number) => string)[] {
  return parts.flatMap((part) =>
    ends.flatMap((end) =>
      starts.map((start) => (length) => start + part.repeat(Math.ceil(length / part.length)) + end),
    ),
  )
}

const SHORTEST = 100
const LONGEST = 100_000
/** Less may be a pause to free memory. Quadratic work on the longest text takes seconds. */
const NOISE_MILLISECONDS_PER_CHARACTER = 0.004
/** Ten times the text takes linear work ten times as long, and quadratic work a hundred times. */
const MOST_GROWTH = 30
const RUNS = 4

/** Work that takes far more than ten times as long for ten times the text, with its times; null if there is none. */
export function findExplosion(work: (text: string) => unknown): string | null {
  for (const textOf of HOSTILE_TEXTS) {
    const found = explosionOf(work, textOf)
    if (found) return found
  }
  return null
}

function explosionOf(work: (text: string) => unknown, textOf: (length: number) => string): string | null {
  // Once to warm up.
  timeOf(work, textOf(SHORTEST))
  let before = timeOf(work, textOf(SHORTEST))
  for (let length = SHORTEST * 10; length <= LONGEST; length *= 10) {
    const text = textOf(length)
    let now = timeOf(work, text)
    for (let run = 1; run < RUNS && explodes(length, before, now); run++) {
      before = Math.max(before, timeOf(work, textOf(length / 10)))
      now = Math.min(now, timeOf(work, text))
    }
    if (explodes(length, before, now)) {
      const times = `${before.toFixed(2)} ms for ${length / 10} characters, ${Math.round(now)} ms for ${length}`
      return `${times}: ${JSON.stringify(text.slice(0, 16))}…${JSON.stringify(text.slice(-4))}`
    }
    before = now
  }
  return null
}

const explodes = (length: number, before: number, now: number): boolean =>
  now > length * NOISE_MILLISECONDS_PER_CHARACTER && now > MOST_GROWTH * before

/** Milliseconds of the processor, which do not count other processes. */
function timeOf(work: (text: string) => unknown, text: string): number {
  const start = process.threadCpuUsage()
  work(text)
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
