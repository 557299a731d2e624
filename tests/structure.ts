import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import vitest from '../vitest.config.ts'

type Graph = Map<string, Set<string>>

/** Which kinds of files a kind of file may import. Everything may import what npm installed. */
const MAY_IMPORT: Record<string, string[]> = {
  core: ['core'],
  contract: ['core', 'contract'],
  rules: ['core', 'contract', 'rules'],
  table: ['core', 'contract', 'rules', 'table', 'server'],
  store: ['core', 'contract', 'rules', 'table', 'store', 'server'],
  actions: ['core', 'contract', 'rules', 'table', 'store', 'document', 'actions', 'server'],
  document: ['core', 'contract', 'rules', 'server'],
  routes: ['core', 'contract', 'rules', 'actions', 'server'],
  jobs: ['core', 'contract', 'rules', 'actions', 'server'],
  client: ['core', 'contract', 'rules', 'client', 'web'],
  screen: ['core', 'contract', 'rules', 'client', 'screen', 'web'],
  server: ['core', 'server'],
  'server/app.ts': ['core', 'server', 'routes'],
  'server/background.ts': ['core', 'server', 'jobs'],
  'server/start.ts': ['core', 'server', 'sandbox'],
  'sandbox/mount.ts': ['core', 'server', 'sandbox'],
  web: ['core', 'web'],
  'web/prerender.tsx': ['core', 'web', 'rules', 'client'],
  'web/routes.ts': ['core', 'web', 'client', 'screen'],
  sandbox: ['core', 'sandbox'],
}

/** The features from the ground up. Each one imports only from those that are named before it. */
const LAYERS = {
  account: [
    'activity',
    'audit',
    'account',
    'subscription',
    'sign-in',
    'account-deletion',
    'notifications',
    'storage',
    'approvals',
    'adoption',
    'portal-access',
  ],
  clients: ['clients'],
  projects: ['projects'],
  work: ['time-entries', 'expenses', 'milestones', 'deliverables', 'comments'],
  billing: ['invoices'],
  pages: [
    'project-page',
    'portal',
    'reports',
    'export',
    'sample-data',
    'dashboard',
    'account-page',
    'app-shell',
    'pricing',
    'landing',
  ],
}
const ORDER = Object.values(LAYERS).flat()

const FEATURE_FILE =
  /^features\/[a-z-]+\/(?:(contract|table|store|document|actions|routes|jobs|client|rules)|(rules)\/[a-z-]+)\.ts$/
const FEATURE_PART = /^features\/[a-z-]+\/[a-z-]+\.tsx$/
const IN_BROWSER = new Set(['core', 'contract', 'rules', 'client', 'screen', 'web'])
const NOT_IN_BROWSER = /from 'node:|\bTemporal\./

/** What reaches past the public API of a library, or around the types. */
const PRIVATE_PARTS: [what: string, mark: RegExp][] = [
  ['casts by way of unknown', /\bas unknown as\b/],
  ['uses a member that its library keeps private', /[\w)\]]\??\._[a-z]|\['_|\bgetOwnPropertySymbols\b/i],
  ['makes code out of text', /\bnew Function\b|\beval\(/],
  ["reads or writes the job queue's own tables", /\b(?:from|into|join|update) jobs\.|regclass\('jobs\./],
  ['imports a file that its package does not document', /from '[^#.'][^']*\/(?:dist|src|internals?)\//],
]
const PRIVATE_PARTS_ALLOWED: Record<string, string> = {
  'server/mail/smtp.ts':
    "A transport of Nodemailer reads three members of a message; its type asks for all of a composer's.",
}

/** Beside its rooms, `server/` and `web/` hold only what starts and assembles them. */
const MOST_AT_THE_ROOT = 8

const faults: string[] = []
/** What each file imports, and what each feature folder, room, or file at the root of `server/` and `web/` does. */
const imports: Graph = new Map()
const places: Graph = new Map()

function kindOf(path: string): string | undefined {
  if (path in MAY_IMPORT) return path
  const feature = FEATURE_FILE.exec(path)
  if (feature) return feature[1] ?? feature[2]
  if (FEATURE_PART.test(path)) return 'screen'
  const [folder = ''] = path.split('/')
  return folder === 'features' ? undefined : folder
}

const generalKind = (path: string): string => {
  const kind = kindOf(path) ?? ''
  return kind.includes('/') ? (kind.split('/')[0] ?? '') : kind
}

function featureOf(path: string): string | undefined {
  const [folder, feature] = path.split('/')
  return folder === 'features' ? feature : undefined
}

/** A feature's folder, a room of `server/`, `web/` or `sandbox/`, or a file that is in none. */
function placeOf(path: string): string {
  const [folder = '', room = '', ...rest] = path.split('/')
  return rest.length > 0 ? `${folder}/${room}` : path
}

function connect(graph: Graph, from: string, to: string): void {
  graph.set(from, (graph.get(from) ?? new Set()).add(to))
}

function goesUp(path: string, target: string): boolean {
  const [from, to] = [featureOf(path), featureOf(target)]
  if (from === undefined || to === undefined) return false
  return ORDER.indexOf(to) > ORDER.indexOf(from)
}

function targetsOf(path: string, source: string): string[] {
  const specifiers = [...source.matchAll(/(?:from |import\(|^import )'([#.][^']+)'/gm)].map(
    (match) => match[1] ?? '',
  )
  return specifiers
    .map((name) => (name.startsWith('#') ? name.slice(1) : normalize(join(dirname(path), name))))
    .filter((target) => /\.tsx?$/.test(target))
}

for (const feature of new Set([...ORDER, ...globSync('features/*').map((path) => path.slice(9))])) {
  if (!ORDER.includes(feature)) faults.push(`features/${feature} stands in no layer: add it to LAYERS`)
  if (globSync(`features/${feature}`).length === 0) faults.push(`LAYERS names ${feature}, which is not there`)
}

for (const path of globSync('{core,features,server,web,sandbox}/**/*.{ts,tsx}').sort()) {
  if (path.includes('.test.') || path.includes('/fixtures/')) continue
  const kind = kindOf(path)
  if (!kind) {
    faults.push(
      `${path}: a feature has only contract, rules (or rules/*), table, store, document, actions, routes, jobs, client and *.tsx`,
    )
    continue
  }
  const source = readFileSync(path, 'utf8')
  const targets = targetsOf(path, source)
  for (const target of targets) {
    connect(imports, path, target)
    if (placeOf(target) !== placeOf(path)) connect(places, placeOf(path), placeOf(target))
    if (!MAY_IMPORT[kind]?.includes(generalKind(target)))
      faults.push(`${path} (${kind}) may not import ${target}`)
    if (goesUp(path, target))
      faults.push(`${path} may not import ${target}, which stands above it: see LAYERS`)
  }
  if (IN_BROWSER.has(generalKind(path)) && NOT_IN_BROWSER.test(source)) {
    faults.push(`${path} runs in browsers, so it can use neither node: modules nor a bare Temporal`)
  }
  for (const [what, mark] of PRIVATE_PARTS) {
    if (mark.test(source) && !(path in PRIVATE_PARTS_ALLOWED)) faults.push(`${path} ${what}`)
  }
  if (/\bas AccountId\b/.test(source)) faults.push(`${path} makes an AccountId; only the database may`)
}

for (const path of Object.keys(PRIVATE_PARTS_ALLOWED)) {
  const source = globSync(path).map((file) => readFileSync(file, 'utf8'))[0] ?? ''
  if (!PRIVATE_PARTS.some(([, mark]) => mark.test(source)))
    faults.push(`PRIVATE_PARTS_ALLOWED names ${path}, which needs no exception`)
}

for (const folder of ['server', 'web']) {
  const files = globSync(`${folder}/*.*`).filter((path) => !path.includes('.test.'))
  if (files.length > MOST_AT_THE_ROOT)
    faults.push(`${folder}/ has ${files.length} files at its root: give the newest a room`)
}

function findCycles(graph: Graph): void {
  const done = new Set<string>()
  const visit = (node: string, trail: string[]) => {
    if (trail.includes(node)) {
      faults.push(`imports in a circle: ${[...trail.slice(trail.indexOf(node)), node].join(' → ')}`)
      return
    }
    if (done.has(node)) return
    for (const target of graph.get(node) ?? []) visit(target, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
}
findCycles(imports)
findCycles(places)

const run = new Set(
  (vitest.test?.projects ?? [])
    .flatMap((project) =>
      typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
    )
    .flatMap((pattern) => globSync(pattern)),
)
for (const path of globSync('{core,features,server,web,sandbox,tests}/**/*.test.{ts,tsx}')) {
  if (!run.has(path) && !path.startsWith('tests/browser/'))
    faults.push(`${path} is never run: vitest.config.ts does not include it`)
}

for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
