import { CALLS } from './calls.ts'
import { type Child, startChild } from './child.ts'
import { round, Tally, Target } from './load.ts'
import { KINDS, type Kind, openPlaces, type Place, type Places } from './places.ts'
import { addAccounts, fill } from './stage.ts'
import { table } from './table.ts'

/** The number of other accounts with the demo's year. */
const OTHERS = [3, 30, 300]

/** The most that a call may slow down with a hundred times as much data of other accounts. */
const GOAL = 1.3

const ROUNDS = 5
const ROUND_MILLISECONDS = 80
const WARM_UP_MILLISECONDS = 100

export interface GrowthResult {
  database: Kind
  call: string
  /** Median milliseconds, by the number of other accounts. */
  p50: { others: number; milliseconds: number }[]
  times: number
}

export async function measureGrowth(
  report: (line: string) => void,
  isSelected: (words: string) => boolean,
): Promise<GrowthResult[]> {
  const results: GrowthResult[] = []
  for (const kind of KINDS) {
    if (!isSelected(kind)) continue
    const places = await openPlaces(kind)
    try {
      results.push(...(await measureKind(places, kind, (what) => report(`growth, ${kind}: ${what}`))))
    } finally {
      await places.close()
    }
  }
  return results
}

async function measureKind(places: Places, kind: Kind, say: (what: string) => void): Promise<GrowthResult[]> {
  say('filling the books')
  const [few = 0] = OTHERS
  const first = await places.empty()
  const [caller] = await fill(first, { name: '', accounts: 1 + few })
  if (!caller) throw new Error('nobody calls')
  const grown: Place[] = [first]
  for (const others of OTHERS.slice(1)) {
    const place = await places.copy(first)
    await addAccounts(place, others - few)
    grown.push(place)
  }
  const children: Child[] = []
  try {
    for (const place of grown) children.push(await startChild('serve-app.ts', place))
    const targets = children.map(({ port }) => new Target(port))
    const results: GrowthResult[] = []
    for (const { name, by } of CALLS.filter(({ alone }) => !alone)) {
      say(name)
      const tallies = targets.map((target) => ({ target, tally: new Tally() }))
      for (const target of targets) await new Tally().fire(target, [by(caller)], WARM_UP_MILLISECONDS)
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        for (const { target, tally } of tallies) await tally.fire(target, [by(caller)], ROUND_MILLISECONDS)
      }
      const medians = tallies.map(({ tally }) => tally.result().p50)
      const times = round((medians.at(-1) ?? 0) / (medians[0] ?? 1))
      results.push({
        database: kind,
        call: name,
        p50: medians.map((milliseconds, index) => ({ others: OTHERS[index] ?? 0, milliseconds })),
        times,
      })
    }
    for (const target of targets) target.close()
    return results
  } finally {
    await Promise.all(children.map((child) => child.stop()))
  }
}

export const missedGrowth = (results: GrowthResult[]): string[] =>
  results
    .filter(({ times }) => times > GOAL)
    .map(
      ({ database, call, times }) =>
        `${database}: ${call} takes ${times} times as long beside 300 other accounts, goal ${GOAL}`,
    )

export function growthTable(results: GrowthResult[]): string {
  return table(
    ['call', ...OTHERS.map((others) => `${others} others, ms`), '×', 'goal', ''],
    results.map(({ database, call, p50, times }) => [
      `${database}: ${call}`,
      ...p50.map(({ milliseconds }) => String(milliseconds)),
      times.toFixed(2),
      GOAL.toFixed(1),
      times > GOAL ? 'missed' : '',
    ]),
  )
}
