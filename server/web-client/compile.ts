import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
import { appFiles, precacheList } from './precache.ts'
import { withoutTitleFont, withPreloads, withScriptLast } from './preloads.ts'

/** Calls that the browser makes with a page, as patterns. */
interface FirstCalls {
  always: string[]
  /** A query in the address would change these. */
  withoutQuery: string[]
}

/** The exports of the built `web/prerender.tsx`. */
export interface Prerenderer {
  pagePaths: string[]
  firstCalls: Record<string, FirstCalls>
  appPaths: string[]
  loadingShell(shell: string): string
  screenFiles(): Promise<Record<string, string[]>>
  prerenderPages(shell: string): Promise<Record<string, string>>
  renderedPaths: string[]
  setTransport(find: () => Transport): void
  renderForRequest(path: string, shell: string): Promise<string | undefined>
}

/** The way to the API for a page that is rendered. */
export interface Transport {
  origin: string
  send(request: Request): Promise<Response>
}

export interface Pages {
  /** The addresses that have a page, as patterns such as `/projects/:id`. */
  paths: string[]
  /** By such a pattern. */
  firstCalls: Record<string, FirstCalls>
  /** The addresses of the screens that need a session. */
  appPaths: string[]
  /** The page of all other addresses, which loads. */
  shell: string
  /** By such a pattern: the shell that loads the code of its screen. */
  shells: Record<string, string>
  /** Prerendered pages by address. */
  prerendered: Record<string, string>
  /** By such a pattern: the shell without content, into which its pages are rendered when they are requested. */
  rendered: Record<string, string>
}

const PRODUCTION = { 'process.env.NODE_ENV': '"production"' }

/**
 * Builds the web client: `public` for what browsers load, `pages.json` for the pages, `prerender` for rendering pages on
 * request, `manifest.json` for what each file imports.
 */
async function compile(directory: string): Promise<void> {
  const client = join(directory, 'public')
  const server = join(directory, 'prerender')
  await build({ logLevel: 'warn', build: { outDir: client, emptyOutDir: true, manifest: 'manifest.json' } })
  await build({
    logLevel: 'error',
    // Complete in itself: the server may have no packages of the client, and React is the one for production.
    ssr: { noExternal: true },
    define: PRODUCTION,
    build: { ssr: 'prerender.tsx', outDir: server, copyPublicDir: false },
  })
  const empty = await readFile(join(client, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(join(client, 'manifest.json'), 'utf8'))
  const {
    pagePaths,
    firstCalls,
    appPaths,
    renderedPaths,
    loadingShell,
    screenFiles,
    prerenderPages,
  }: Prerenderer = await import(pathToFileURL(join(server, 'prerender.js')).href)
  const shell = loadingShell(empty)
  const files = await screenFiles()
  const shellsOf = (paths: string[], html: string, adapt = (page: string) => page) =>
    Object.fromEntries(paths.map((path) => [path, adapt(withPreloads(html, manifest, files[path] ?? []))]))
  const pages: Pages = {
    paths: pagePaths,
    firstCalls,
    appPaths,
    shell,
    shells: { ...shellsOf(pagePaths, shell), ...shellsOf(appPaths, withoutTitleFont(shell)) },
    prerendered: await prerenderPages(withScriptLast(empty)),
    rendered: shellsOf(renderedPaths, empty, withScriptLast),
  }
  await writeFile(join(directory, 'pages.json'), JSON.stringify(pages))
  await compileServiceWorker(client, manifest, appPaths)
  await rm(join(client, 'index.html'))
  await rename(join(client, 'manifest.json'), join(directory, 'manifest.json'))
}

/** A file of its own at the root, since a worker answers only for what is below its address. */
async function compileServiceWorker(client: string, manifest: Manifest, appPaths: string[]): Promise<void> {
  const addresses = new Set(appPaths.map((path) => path.replace(/\/:.*$/, '')))
  await build({
    logLevel: 'error',
    define: {
      PRECACHED: JSON.stringify(await precacheList(client, appFiles(manifest))),
      APP_ADDRESSES: JSON.stringify([...addresses]),
      ...PRODUCTION,
    },
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: 'web/offline/service-worker.ts',
        output: { entryFileNames: 'service-worker.js', codeSplitting: false },
      },
    },
  })
}

const [directory] = process.argv.slice(2)
if (!directory) throw new Error('Usage: compile.ts <directory>')
await compile(directory)
