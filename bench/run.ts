import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installNeeds, missingNeeds } from '#tests/needs.ts'
import { type ApiResult, apiSummary, apiTable, measureApi, missedCalls } from './api.ts'
import { type CapacityResult, capacityTable, measureCapacity } from './capacity.ts'
import { documentFigures } from './figures.ts'
import { type GrowthResult, growthTable, measureGrowth, missedGrowth } from './growth.ts'
import { type ImportResult, importTable, measureImport } from './import.ts'
import { type LighthouseResult, lighthouseTable, measureLighthouse, missedLighthouse } from './lighthouse.ts'
import { describeMachine, type Machine } from './machine.ts'
import { measurePdf, missedPdfs, type PdfResult, pdfTable } from './pdf.ts'
import { endProgress, showProgress } from './progress.ts'
import { measureReports, type ReportsResult, reportsTable } from './reports.ts'
import { measureStart, missedStarts, type StartResult, startTable } from './start.ts'
import { measureWeb, missedPages, type WebResults, webTable } from './web.ts'

/**
 * `npm run bench` measures everything, `npm run bench api` one part. Further words choose rows of it, for looking
 * closer: `npm run bench api server invoices`; such results are shown, but not kept.
 */
interface Part<Results> {
  title: string
  measure(report: (line: string) => void, isSelected: (words: string) => boolean): Promise<Results>
  table(results: Results): string
  /** Missed goals, one line each. A part without goals has none. */
  missed?(results: Results): string[]
  /** For the README. */
  summary?(results: Results): string
}

const part = <Results>(described: Part<Results>) => described as Part<unknown>

const PARTS: Record<string, Part<unknown>> = {
  api: part<ApiResult[]>({
    title: 'Calls: app / hand-written floor of the specified fields',
    measure: measureApi,
    table: apiTable,
    missed: missedCalls,
    summary: apiSummary,
  }),
  growth: part<GrowthResult[]>({
    title: 'Calls of one account beside more and more accounts of others',
    measure: measureGrowth,
    table: growthTable,
    missed: missedGrowth,
  }),
  reports: part<ReportsResult[]>({
    title: 'Others while reports of a large account are made',
    measure: measureReports,
    table: reportsTable,
  }),
  import: part<ImportResult[]>({
    title: 'Others while a file is imported',
    measure: measureImport,
    table: importTable,
  }),
  pdf: part<PdfResult[]>({
    title: 'Invoices as PDF',
    measure: measurePdf,
    table: pdfTable,
    missed: missedPdfs,
  }),
  start: part<StartResult[]>({
    title: 'Start and memory',
    measure: measureStart,
    table: startTable,
    missed: missedStarts,
  }),
  capacity: part<CapacityResult[]>({
    title: 'What an account costs, and what many take',
    measure: measureCapacity,
    table: capacityTable,
  }),
  web: part<WebResults>({
    title: 'Pages in a browser',
    measure: measureWeb,
    table: webTable,
    missed: missedPages,
  }),
  lighthouse: part<LighthouseResult[]>({
    title: "Pages on Lighthouse's slow phone",
    measure: measureLighthouse,
    table: lighthouseTable,
    missed: missedLighthouse,
  }),
}

const FILE = join(import.meta.dirname, 'results.json')

const given = process.argv.slice(2)
const chosen = given.filter((word) => word in PARTS)
const words = given.filter((word) => !(word in PARTS))
const isSelected = (name: string) => words.every((word) => name.includes(word))

installNeeds()
for (const { name } of missingNeeds()) throw new Error(`The benchmark needs ${name}: see npm run test:setup.`)
const tables: string[] = []
const allMissed: string[] = []
for (const [name, { title, measure, table, missed }] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const started = performance.now()
  try {
    const results = await measure(showProgress, isSelected)
    const seconds = Math.round((performance.now() - started) / 1000)
    tables.push(`${title} (${seconds} s)\n\n${table(results)}\n`)
    allMissed.push(...(missed?.(results) ?? []))
    if (words.length === 0) await keep(name, { seconds, results })
  } catch (error) {
    tables.push(`${title}: could not be measured. ${error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
  }
}
endProgress()
console.log(`\n${tables.join('\n')}`)
if (allMissed.length > 0) console.log(`Missed goals:\n${allMissed.join('\n')}`)
else console.log(process.exitCode ? 'Not everything could be measured.' : 'Every goal is met.')

interface Kept {
  date: string
  machine: Machine
  seconds: number
  results: unknown
}

/** Saved after each part, since a later one may fail. */
async function keep(name: string, measured: Pick<Kept, 'seconds' | 'results'>): Promise<void> {
  const machine = await describeMachine()
  const kept = { ...readKept(), [name]: { date: new Date().toISOString(), machine, ...measured } }
  writeFileSync(FILE, `${JSON.stringify(kept, null, 2)}\n`)
  documentFigures(figuresOf(kept))
}

/** By the names of the blocks in the documents. */
function figuresOf(kept: Record<string, Kept>): Record<string, string> {
  const figures: Record<string, string> = {}
  for (const [name, { table, missed, summary }] of Object.entries(PARTS)) {
    const part = kept[name]
    if (!part) continue
    const measured = `${describe(part.machine)}, ${part.date.slice(0, 10)}.`
    const goals = missed && markdownList(missed(part.results))
    figures[name] = [measured, table(part.results), ...(goals ? [goals] : [])].join('\n\n')
    if (summary) figures[`${name}_summary`] = `${measured}\n\n${summary(part.results)}`
  }
  return figures
}

function markdownList(missed: string[]): string {
  if (missed.length === 0) return 'Every goal is met.'
  return `Missed goals:\n\n${missed.map((line) => `- ${line}`).join('\n')}`
}

function describe({ cores, processor, memoryGigabytes, node, postgres }: Machine): string {
  const [version] = postgres.split(' ')
  return `${cores} cores of ${processor}, ${memoryGigabytes} GB, Node ${node}, PostgreSQL ${version}`
}

function readKept(): Record<string, Kept> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch {
    return {}
  }
}
