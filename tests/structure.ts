import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import vitest from '../vitest.config.ts'

/** The kinds of files that each kind may import. Everything may import npm packages. */
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
  'server/assembly.ts': ['core', 'server', 'sandbox'],
  'sandbox/mount.ts': ['core', 'server', 'sandbox'],
  web: ['core', 'web'],
  'web/prerender.tsx': ['core', 'web', 'rules', 'client'],
  'web/routes.ts': ['core', 'web', 'client', 'screen'],
  sandbox: ['core', 'sandbox'],
}

/** The folders of `features/` from the ground up. A feature imports from its own layer or a lower one. */
const LAYERS = ['foundation', 'engagement', 'work', 'billing', 'pages']

/** The kinds of files that a feature offers to those above it. The rest is its own. */
const OFFERED = new Set(['contract', 'rules', 'actions', 'client', 'screen'])

/** Tables above a feature that its SQL reads, and the reason. */
const READS_ABOVE: Record<string, { tables: string[]; because: string }> = {
  'foundation/audit': {
    tables: ['clients'],
    because: 'An entry shows the present name of its client.',
  },
  'foundation/subscription': {
    tables: ['clients', 'projects', 'invoices'],
    because: 'A plan limits clients, projects and invoices.',
  },
  'foundation/storage': {
    tables: [
      'decisions',
      'deliverable_versions',
      'deliverables',
      'document_files',
      'expense_receipts',
      'imports',
    ],
    because: 'The quota counts every file that a record names.',
  },
  'foundation/business': {
    tables: [
      'clients',
      'expenses',
      'invoice_items',
      'invoices',
      'projects',
      'recurring_expenses',
      'recurring_invoice_items',
      'recurring_invoices',
      'time_entries',
    ],
    because:
      'The home currency is part of every amount until an invoice is issued, and issued invoices keep their number and logo.',
  },
  'engagement/notifications': {
    tables: ['comments', 'invoices'],
    because: 'What a client does not see any more is not new to them.',
  },
  'engagement/clients': {
    tables: ['expenses', 'invoices', 'recurring_expenses', 'recurring_invoices'],
    because:
      'A client with projects, invoices or expenses is archived instead of removed, and drafts follow its name.',
  },
  'work/time-entries': {
    tables: ['invoice_items', 'invoices'],
    because: 'Time names the invoice that bills it.',
  },
  'work/expenses': {
    tables: ['invoice_items', 'invoices'],
    because: 'An expense names the invoice that bills it.',
  },
  'work/milestones': {
    tables: ['invoice_items', 'invoices'],
    because: 'A milestone names the invoice that bills its fee.',
  },
  'work/deliverables': {
    tables: ['invoice_items', 'invoices'],
    because: 'A deliverable names the invoice that bills its fee.',
  },
  'engagement/projects': {
    tables: [
      'comments',
      'deliverables',
      'expenses',
      'invoice_items',
      'invoices',
      'milestones',
      'recurring_expenses',
      'recurring_invoices',
      'time_entries',
    ],
    because:
      'A project sums up what belongs to it, gives its rate to unbilled time, and is cancelled instead of removed if it has any.',
  },
}

/** Marks of code that reaches past the public API of a library, or around the types. */
const PRIVATE_PARTS: [what: string, mark: RegExp][] = [
  ['casts by way of unknown', /\bas unknown as\b/],
  ['casts to never', /\bas never\b/],
  ['uses a member that its library keeps private', /[\w)\]]\??\._[a-z]|\['_|\bgetOwnPropertySymbols\b/i],
  ['makes code out of text', /\bnew Function\b|\beval\(/],
  ["reads or writes the job queue's own tables", /\b(?:from|into|join|update) jobs\.|regclass\('jobs\./],
  ['imports a file that its package does not document', /from '[^#.'][^']*\/(?:dist|src|internals?)\//],
  ['replaces a part of a library or of the runtime', /\.prototype\.\w+ = |\bconsole\.\w+ = |_ops\.\w+ = /],
  ['relies on a field that its library does not declare', /\.affected\b/],
  ['rewrites modules while they are built', /\btransform: \{/],
]
const PRIVATE_PARTS_ALLOWED: Record<string, string> = {
  'server/mail/smtp.ts':
    "A transport of Nodemailer reads three members of a message; its type asks for all of a composer's.",
  'server/database/embedded/file-system.ts':
    "PGlite's file system does not sync to disk; the version is pinned, and each start proves that a commit is synced.",
  'server/jobs/queue.ts':
    'pg-boss says in `affected` if a job was still ours; its types leave the field out.',
  'sandbox/identity/server.ts':
    'The redirect addresses are not known in advance; `redirectUriAllowed` is a declared method of the client class.',
  'sandbox/mount.ts':
    'oidc-provider warns of Node versions that are not LTS yet, and has no option against it.',
  'vite.config.ts':
    'API descriptions are cut from the browser bundle, a third of it; fonts that arrive late must not move text.',
}

const MOST_LINES = 400

/** Beside its rooms, `server/` and `web/` hold only what starts and assembles them. */
const MOST_AT_THE_ROOT = 8

const FEATURE_FILE =
  /^features\/[a-z]+\/[a-z-]+\/(?:(contract|table|store|document|actions|routes|jobs|client|rules)|(contract|rules|store|actions)\/[a-z-]+)\.ts$/
const FEATURE_PART = /^features\/[a-z]+\/[a-z-]+\/[a-z-]+\.tsx$/
const IN_BROWSER = new Set(['core', 'contract', 'rules', 'client', 'screen', 'web'])
const NOT_IN_BROWSER = /from 'node:|\bTemporal\./

const sources = new Map(
  globSync('{core,features,server,web,sandbox}/**/*.{ts,tsx}')
    .sort()
    .filter((path) => !path.includes('.test.') && !path.includes('/fixtures/'))
    .map((path) => [path, readFileSync(path, 'utf8')]),
)
const faults: string[] = []

function checkNamesAndImports(): void {
  for (const [path, source] of sources) {
    const kind = kindOf(path)
    if (!kind) {
      faults.push(
        `${path}: a feature has only contract, rules, store and actions (or folders of these names), table, document, routes, jobs, client and *.tsx`,
      )
      continue
    }
    const folder = path.replace(/\.tsx?$/, '/')
    if (path.startsWith('features/') && [...sources.keys()].some((other) => other.startsWith(folder)))
      faults.push(`${path} stands beside a folder of its name: move it into the folder`)
    if (source.split('\n').length > MOST_LINES)
      faults.push(`${path} has more than ${MOST_LINES} lines: split it by subject`)
    for (const target of targetsOf(path, source)) {
      if (!MAY_IMPORT[kind]?.includes(generalKind(target)))
        faults.push(`${path} (${kind}) may not import ${target}`)
    }
    if (IN_BROWSER.has(generalKind(path)) && NOT_IN_BROWSER.test(source))
      faults.push(`${path} runs in browsers, so it can use neither node: modules nor a bare Temporal`)
    if (/\bas AccountId\b/.test(source)) faults.push(`${path} makes an AccountId; only the database may`)
  }
}

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

function targetsOf(path: string, source: string): string[] {
  const specifiers = [...source.matchAll(/(?:from |import\(|^import )'([#.][^']+)'/gm)].map(
    (match) => match[1] ?? '',
  )
  return specifiers
    .map((name) => (name.startsWith('#') ? name.slice(1) : normalize(join(dirname(path), name))))
    .filter((target) => /\.tsx?$/.test(target))
}

function checkLayers(): void {
  for (const layer of globSync('features/*').map((path) => path.slice('features/'.length)))
    if (!LAYERS.includes(layer)) faults.push(`features/${layer} is not a layer: see LAYERS`)

  for (const [path, source] of sources) {
    for (const target of targetsOf(path, source)) {
      const [from, to] = [featureOf(path), featureOf(target)]
      if (isAbove(target, path))
        faults.push(`${path} may not import ${target}, which stands above it: see LAYERS`)
      if (from && to && from !== to && !OFFERED.has(generalKind(target)))
        faults.push(`${path} may not import ${target}, which is for its own feature only`)
    }
  }
}

function checkTablesRead(): void {
  const owners = [...sources]
    .filter(([path]) => path.endsWith('/table.ts'))
    .flatMap(([path, source]) =>
      [...source.matchAll(/^ +(\w+): \w+Table$/gm)].map(([, table = '']) => ({
        table,
        owner: path,
      })),
    )
  const read = new Set<string>()
  for (const [path, source] of sources) {
    const feature = featureOf(path)
    if (!feature || kindOf(path) !== 'store') continue
    for (const { table, owner } of owners) {
      if (!isAbove(owner, path) || !mentions(table).test(source)) continue
      read.add(`${feature} ${table}`)
      if (!READS_ABOVE[feature]?.tables.includes(table))
        faults.push(`${path} reads ${table}, which stands above it: see READS_ABOVE`)
    }
  }
  for (const [feature, { tables }] of Object.entries(READS_ABOVE)) {
    for (const table of tables.filter((one) => !read.has(`${feature} ${one}`)))
      faults.push(`READS_ABOVE names ${table} for ${feature}, which does not read it`)
  }
}

/** A part of a statement that is named like a table hides the table, and with it a missing account filter. */
function checkNamesOfParts(): void {
  const tables = new Set(
    [...sources].flatMap(([path, source]) =>
      /\/tables?\.ts$/.test(path)
        ? [...source.matchAll(/^ +(\w+): \w+Table$/gm)].map(([, name]) => name)
        : [],
    ),
  )
  for (const [path, source] of sources) {
    const parts = source.matchAll(/\b(\w+) as (?:materialized )?\(\s*(?:select|insert|update|delete)\b/g)
    for (const [, name] of parts)
      if (tables.has(name)) faults.push(`${path} names a part of a statement ${name}, like the table`)
  }
}

const mentions = (table: string) =>
  new RegExp(`\\b(?:from|join|update|into|using)\\s+${table}\\b|'${table}(?: as \\w+)?'`)

/** A folder of a layer, such as `billing/invoices`. */
function featureOf(path: string): string | undefined {
  const [folder, layer, feature] = path.split('/')
  return folder === 'features' ? `${layer}/${feature}` : undefined
}

const layerOf = (path: string) => LAYERS.indexOf(/^features\/([a-z]+)\//.exec(path)?.[1] ?? '')
const isAbove = (path: string, other: string): boolean =>
  layerOf(other) >= 0 && layerOf(path) > layerOf(other)

/** Neither files nor places import each other in a circle, types included. */
function checkCircles(): void {
  const files: Graph = new Map()
  const places: Graph = new Map()
  for (const [path, source] of sources) {
    for (const target of targetsOf(path, source)) {
      connect(files, path, target)
      if (placeOf(target) !== placeOf(path)) connect(places, placeOf(path), placeOf(target))
    }
  }
  findCircles(files)
  findCircles(places)
}

type Graph = Map<string, Set<string>>

const connect = (graph: Graph, from: string, to: string) =>
  graph.set(from, (graph.get(from) ?? new Set()).add(to))

/** A feature's folder, a room of `server/`, `web/` or `sandbox/`, or a file that is in none. */
function placeOf(path: string): string {
  const [folder = '', room = '', ...rest] = path.split('/')
  if (folder === 'features') return `features/${featureOf(path)}`
  return rest.length > 0 ? `${folder}/${room}` : path
}

function findCircles(graph: Graph): void {
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

function checkPublicApis(): void {
  const configs = globSync('*.config.ts').map((path) => [path, readFileSync(path, 'utf8')] as const)
  for (const [path, source] of [...sources, ...configs]) {
    const used = PRIVATE_PARTS.filter(([, mark]) => mark.test(source))
    const allowed = path in PRIVATE_PARTS_ALLOWED
    if (!allowed) faults.push(...used.map(([what]) => `${path} ${what}`))
    if (allowed && used.length === 0)
      faults.push(`PRIVATE_PARTS_ALLOWED names ${path}, which needs no exception`)
  }
}

function checkRoots(): void {
  for (const folder of ['server', 'web']) {
    const files = globSync(`${folder}/*.{ts,tsx,css,html}`)
    if (files.length > MOST_AT_THE_ROOT)
      faults.push(`${folder}/ has ${files.length} files at its root: give the newest a room`)
  }
}

function checkTestsAreRun(): void {
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
}

const REPOSITORY_PATH = /`((?:bench|core|docs|features|migrations|sandbox|server|tests|web)\/[^`\s]*)`/g
const RELATIVE_LINK = /\]\(([^):]+)\)/g
const HEADING = /^#+ +(.+)$/gm

/** A document names only files and headings that are there. */
function checkDocs(): void {
  for (const doc of globSync(['*.md', '{docs,features,sandbox,server,web}/**/*.md'])) {
    const text = readFileSync(doc, 'utf8')
    for (const [, path = ''] of text.matchAll(REPOSITORY_PATH)) requireFile(doc, path)
    for (const [, link = ''] of text.matchAll(RELATIVE_LINK)) {
      const [file = '', anchor] = link.split('#')
      const path = file ? join(dirname(doc), file) : doc
      requireFile(doc, path)
      if (anchor && path.endsWith('.md') && !anchorsIn(path).has(anchor))
        faults.push(`${doc} links to ${path}#${anchor}, a heading that is not there`)
    }
  }
}

function requireFile(doc: string, path: string): void {
  if (globSync(path).length === 0) faults.push(`${doc} names ${path}, which is not there`)
}

/** Anchors are headings in lower case, with hyphens for spaces and without punctuation. */
function anchorsIn(path: string): Set<string> {
  const headings = [...readFileSync(path, 'utf8').matchAll(HEADING)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

checkNamesAndImports()
checkLayers()
checkTablesRead()
checkNamesOfParts()
checkCircles()
checkPublicApis()
checkRoots()
checkTestsAreRun()
checkDocs()
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
