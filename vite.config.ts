import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const FIRST_FONTS = /(?:inter-latin-wght-normal|source-serif-4-latin-600-normal)[^/]*\.woff2$/

/** The fonts of every first screen are loaded with the page, instead of after the stylesheet. */
function preloadFonts(): Plugin {
  const preload = (file: string): HtmlTagDescriptor[] => {
    const link = (attrs: object): HtmlTagDescriptor => ({
      tag: 'link',
      attrs: { href: `/${file}`, crossorigin: true, ...attrs },
      injectTo: 'head-prepend',
    })
    return FIRST_FONTS.test(file) ? [link({ rel: 'preload', as: 'font', type: 'font/woff2' })] : []
  }
  return {
    name: 'daybook:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => Object.keys(bundle ?? {}).flatMap(preload),
    },
  }
}

/** Prerendered pages are read before their fonts are there: one that comes late must not move what is read. */
const fontDisplayOptional: Plugin = {
  name: 'daybook:optional-fonts',
  enforce: 'pre',
  transform: {
    filter: { id: /@fontsource(?:-variable)?\/.*\.css$/ },
    handler: (css) => css.replaceAll('font-display: swap', 'font-display: optional'),
  },
}

/** Descriptions for OpenAPI are not for browsers, and would be a good part of what they load. */
const withoutDescriptions: Plugin = {
  name: 'daybook:without-descriptions',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/(?:core\/[\w-]+|features\/[a-z]+\/[\w-]+\/contract(?:\/[\w-]+)?)\.ts$/ },
    handler(code) {
      const cuts = nodesIn(this.parse(code)).flatMap((node) => cutIn(node) ?? [])
      return cuts
        .filter(({ start }) => !cuts.some((outer) => outer.start < start && start < outer.end))
        .sort((one, other) => other.start - one.start)
        .reduce((text, { start, end, left }) => text.slice(0, start) + left + text.slice(end), code)
    },
  },
}

interface SyntaxNode {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value

const nodesIn = (value: unknown): SyntaxNode[] => {
  const parts = typeof value === 'object' && value !== null ? Object.values(value).flatMap(nodesIn) : []
  return isNode(value) ? [value, ...parts] : parts
}

const nameOf = (value: unknown): unknown => (isNode(value) ? value.name : undefined)

/** A text in quotes, one over several lines, and one with a value in it. */
const TEXTS = ['Literal', 'BinaryExpression', 'TemplateLiteral']

interface Cut {
  start: number
  end: number
  left: string
}

/** All of `.meta(…)`, and the text of a `summary` or `description`. */
function cutIn({ type, end, callee, key, value }: SyntaxNode): Cut | undefined {
  if (
    type === 'CallExpression' &&
    isNode(callee) &&
    nameOf(callee.property) === 'meta' &&
    isNode(callee.object)
  )
    return { start: callee.object.end, end, left: '' }
  const isText = isNode(value) && TEXTS.includes(value.type)
  if (type === 'Property' && isText && ['summary', 'description'].includes(String(nameOf(key))))
    return { start: value.start, end: value.end, left: "''" }
  return undefined
}

const APP_SCREENS = /\/features\/[a-z]+\/(?!landing\/|pricing\/|portal\/)[\w-]+\/[\w-]+-screen\.tsx$/
const APP_FRAME = /\/app-shell\/signed-in\.tsx$/

const PORTAL_SCREENS = /\/portal\/[\w-]+-(?:screen|frame)\.tsx$|\/approvals\/certificate-screen\.tsx$/

interface SharedFile {
  name: string
  entries: RegExp
  /** Only these modules; all if left out. */
  modules?: RegExp
  /** How many screens share a module of it, at least. */
  fewest?: number
  /** Which screens count; those of the app if left out. */
  among?: RegExp
}

/** The files of what the app's screens share. Each module is in the first one of which an entry imports it. */
const SHARED_FILES: SharedFile[] = [
  { name: 'public', entries: /\/(?:landing\/home|pricing\/pricing)-screen\.tsx$/ },
  { name: 'data', entries: /\/sign-in\/client\.ts$/, modules: /^(?!.*\/features\/)/ },
  { name: 'session', entries: /\/sign-in\/client\.ts$/ },
  // Also the few descriptions of calls that most screens make.
  {
    name: 'core',
    entries: APP_SCREENS,
    modules:
      /(?<!@floating-ui)\/core\/|\/(?:removals|projects)\/contract\.ts$|\/business\/rules\.ts$|\/contract\/decisions\.ts$/,
  },
  // Most of the API's description, which screens without money do not need.
  {
    name: 'billing',
    entries: PORTAL_SCREENS,
    modules:
      /\/features\/(?:foundation\/business|work\/expenses|billing\/(?:invoices|billable-work|payments))\//,
    fewest: 3,
  },
  // The parts of Base UI that tabs need, since an invoice has none.
  {
    name: 'composites',
    entries: PORTAL_SCREENS,
    modules: /\/node_modules\/@(?:base-ui|floating-ui)\//,
  },
  { name: 'portal', entries: PORTAL_SCREENS },
  { name: 'tabs', entries: PORTAL_SCREENS, modules: /\/tabs\/|\/web\/ui\/tab/, fewest: 2 },
  { name: 'overlays', entries: /\/(?:toasts|decision-dialog|confirm-dialog)\.tsx$/ },
  { name: 'app', entries: /\/(?:account-page|reports|subscription)\/[\w-]+-screen\.tsx$|\/app-shell\// },
  {
    name: 'lists',
    entries: APP_SCREENS,
    modules:
      /@tanstack\/(?:react-)?virtual|\/web\/ui\/(?:virtual-list|row-list|use-list-place|search-box|status-links|selection|selection-boxes)\.tsx?$/,
  },
  { name: 'books', entries: APP_SCREENS },
  {
    name: 'records',
    entries: APP_SCREENS,
    fewest: 3,
    among: /\/(?:time-tracking|invoices|expenses)-screen\.tsx$/,
  },
]

const sharedFiles = SHARED_FILES.map(
  ({ name, entries, modules, fewest = 4, among = APP_SCREENS }): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    name: (id, context) => {
      if (modules && !modules.test(id)) return null
      const importing = entriesImporting(id, context)
      return isShared(importing, fewest, among) && importing.some((entry) => entries.test(entry))
        ? name
        : null
    },
  }),
)

const LIST_PAGES = ['clients', 'projects', 'time-tracking', 'invoices', 'expenses']
const MONEY_PAGES = ['dashboard', 'time-tracking', 'invoices', 'expenses', 'portal', 'client', 'bill']
const TAB_PAGES = ['portal', 'client', 'project', 'projects', 'account']
/** The pages that are opened most. */
const MAIN_PAGES = ['dashboard', 'reports', 'portal', ...LIST_PAGES]

const PAGE_FILE = /-(?:screen|frame)\.tsx$|\/signed-in\.tsx$/

/** All of the portal counts as one page. */
const pageOf = (file: string): string =>
  file.includes('/pages/portal/') ? 'portal' : file.replace(/^.*\/([\w-]+?)(?:-screen|-frame)?\.tsx$/, '$1')

const isMainPage = (page: string) => MAIN_PAGES.includes(page)
const areWithin = (pages: string[], all: string[]) => pages.every((page) => all.includes(page))

type NameFor = (pages: string[], files: string[]) => string | false

const fewPages = (debugName: string, nameFor: NameFor): Rolldown.CodeSplittingGroup => ({
  debugName,
  name: (id, context) => {
    if (PAGE_FILE.test(id)) return null
    const files = entriesImporting(id, context).filter((file) => PAGE_FILE.test(file))
    return nameFor([...new Set(files.map(pageOf))].sort(), files) || null
  },
})

/**
 * Code that fewer pages share, or one page and its dialogs: a file for each combination of pages, and one for several
 * combinations where no page gets much that it does not need. Code of more pages comes first, since a file takes along what
 * it imports.
 */
const FILES_OF_FEW = [
  fewPages(
    'the frame and others',
    (pages) => pages.includes('signed-in') && pages.length > 1 && 'frame-parts',
  ),
  fewPages('lists', (pages) => {
    const main = pages.filter(isMainPage)
    return main.length > 1 && areWithin(main, LIST_PAGES) && 'list-parts'
  }),
  fewPages(
    'pages with money',
    (pages) => pages.filter(isMainPage).length > 1 && areWithin(pages, MONEY_PAGES) && 'money-parts',
  ),
  fewPages(
    'the portal and pages with tabs',
    (pages) => pages.includes('portal') && pages.length > 1 && areWithin(pages, TAB_PAGES) && 'tab-parts',
  ),
  ...[6, 5, 4, 3, 2].map((count) =>
    fewPages(
      `${count} pages`,
      (pages) => pages.length === count && pages.some(isMainPage) && pages.join('-'),
    ),
  ),
  fewPages(
    'pages of the portal',
    ([page, other], files) => page === 'portal' && !other && files.length > 1 && 'portal-parts',
  ),
  fewPages(
    'one page',
    ([page = ''], [file = '', other]) =>
      (isMainPage(page) || page === 'signed-in') &&
      !other &&
      file.replace(/^.*\/([\w-]+)\/([\w-]+)\.tsx$/, '$1-$2'),
  ),
]

const isShared = (entries: string[], fewest: number, among: RegExp): boolean => {
  const screens = entries.filter((entry) => among.test(entry)).length
  return screens >= fewest || (screens > 0 && entries.some((entry) => APP_FRAME.test(entry)))
}

/** The modules that are loaded by `import()` and import this one, or import what imports it. */
function entriesImporting(id: string, context: Rolldown.ChunkingContext): string[] {
  const importing = new Set([id])
  for (const module of importing)
    for (const importer of context.getModuleInfo(module)?.importers ?? []) importing.add(importer)
  return [...importing].filter((module) => context.getModuleInfo(module)?.dynamicImporters.length)
}

export default defineConfig({
  root: here('./web'),
  publicDir: here('./web/public'),
  plugins: [react(), tailwindcss(), preloadFonts(), fontDisplayOptional, withoutDescriptions],
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: ['chrome131', 'edge131', 'firefox133', 'safari18.1'],
    // An inlined asset is a data: URL, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    // A page names the code of its screen itself, and the service worker keeps the rest.
    modulePreload: {
      resolveDependencies: (_, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
    },
    // In kB. The largest reads PDFs, for previews alone.
    chunkSizeWarningLimit: 510,
    rolldownOptions: {
      output: {
        // Left alone, what any two screens share becomes a file of its own: 80 for one page.
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'] },
            { name: 'icons', test: 'node_modules/lucide-react/' },
            ...sharedFiles,
            ...FILES_OF_FEW,
          ],
        },
      },
    },
  },
})
