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

const LANDING_PAGES = /\/(?:landing\/home|pricing\/pricing)-screen\.tsx$/
const PORTAL_PAGES = /\/portal\/[\w-]+-(?:screen|frame)\.tsx$|\/approvals\/certificate-screen\.tsx$/
const APP_FRAME = /\/app-shell\/signed-in\.tsx$/
/** Parts of the frame that every screen loads after its first paint. */
const LATE_FRAME = /\/(notices|timer-frame|toasts)\.tsx$/
const APP_SCREENS = /\/features\/[a-z]+\/(?!sign-in|passkeys|notifications)[\w-]+\/([\w-]+)-screen\.tsx$/

/** The pages that import a module, not counting what they load later, such as dialogs. */
interface Pages {
  landing: string[]
  portal: string[]
  frame: string[]
  /** The app's screens and the late parts of its frame, by name. */
  screens: string[]
}

function pagesImporting(id: string, context: Rolldown.ChunkingContext): Pages {
  const entries = entriesImporting(id, context)
  const among = (pages: RegExp) => entries.filter((entry) => pages.test(entry))
  const [landing, portal, frame] = [among(LANDING_PAGES), among(PORTAL_PAGES), among(APP_FRAME)]
  const others = entries.filter((entry) => !landing.includes(entry) && !portal.includes(entry))
  const names = others.flatMap((entry) => (LATE_FRAME.exec(entry) ?? APP_SCREENS.exec(entry))?.[1] ?? [])
  return { landing, portal, frame, screens: [...new Set(names)].sort() }
}

const some = (pages: string[]) => pages.length > 0
const many = (pages: string[]) => pages.length > 3
const hasNoTabs = (page: string) => page.endsWith('/portal/invoice-screen.tsx')
const WITHOUT_LISTS = ['dashboard', 'reports', 'account', 'import', 'notices', 'timer-frame', 'toasts']
const hasNoLists = (screen: string) => WITHOUT_LISTS.includes(screen)

interface FileOfModules {
  name: string
  has(pages: Pages): boolean
}

/** The files of what pages share. A module is in the first one that has it, with all that it imports. */
const SHARED_FILES: FileOfModules[] = [
  { name: 'public', has: ({ landing, ...others }) => some(landing) && Object.values(others).some(some) },
  { name: 'shared', has: ({ portal, frame }) => some(portal) && some(frame) },
  { name: 'frame', has: ({ frame }) => some(frame) },
  { name: 'portal-and-screens', has: ({ portal, screens }) => portal.some(hasNoTabs) && many(screens) },
  { name: 'portal-and-few', has: ({ portal, screens }) => portal.some(hasNoTabs) && some(screens) },
  { name: 'tabs', has: ({ portal, screens }) => some(portal) && some(screens) },
  { name: 'portal', has: ({ portal }) => portal.length > 1 },
  { name: 'screens', has: ({ screens }) => many(screens) && screens.some(hasNoLists) },
  { name: 'lists', has: ({ screens }) => many(screens) },
]

/** Pages begin with these modules, and name their files. */
const PAGE = /-(?:screen|frame)\.tsx$|\/signed-in\.tsx$/

const group = (
  debugName: string,
  nameFor: (pages: Pages) => string | false,
): Rolldown.CodeSplittingGroup => ({
  debugName,
  name: (id, context) => (!PAGE.test(id) && nameFor(pagesImporting(id, context))) || null,
})

/** Left alone, each combination of pages and dialogs that share something has a file of its own: 130 for one page. */
const groups = [
  { name: 'main', tags: ['$initial' as const] },
  ...SHARED_FILES.map(({ name, has }) => group(name, (pages) => has(pages) && name)),
  ...[3, 2, 1].map((count) =>
    group(`${count} screens`, ({ screens }) => screens.length === count && screens.join('-')),
  ),
]

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
        codeSplitting: { groups },
      },
    },
  },
})
