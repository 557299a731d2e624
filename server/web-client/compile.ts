import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
import { appFiles, precacheList } from './precache.ts'
import { withPreloads } from './preloads.ts'

/** Calls that the browser makes with a page, as patterns. */
interface FirstCalls {
  always: string[]
  /** Where the address has no query, which would change them. */
  withoutQuery: string[]
}

/** The exports of the built `web/prerender.tsx`. */
interface Prerenderer {
  pagePaths: string[]
  firstCalls: Record<string, FirstCalls>
  appPaths: string[]
  loadingShell(shell: string): string
  screenFiles(): Promise<Record<string, string[]>>
  prerenderPages(shell: string): Promise<Record<string, string>>
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
}

/** Builds the web client: `public` for what browsers load, `pages.json` for the pages, `manifest.json` for what each file imports. */
async function compile(directory: string): Promise<void> {
  const client = join(directory, 'public')
  const server = join(directory, 'prerender')
  await build({ logLevel: 'warn', build: { outDir: client, emptyOutDir: true, manifest: 'manifest.json' } })
  await build({ logLevel: 'error', build: { ssr: 'prerender.tsx', outDir: server, copyPublicDir: false } })
  const empty = await readFile(join(client, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(join(client, 'manifest.json'), 'utf8'))
  const { pagePaths, firstCalls, appPaths, loadingShell, screenFiles, prerenderPages }: Prerenderer =
    await import(pathToFileURL(join(server, 'prerender.js')).href)
  const shell = loadingShell(empty)
  const shells = Object.entries(await screenFiles()).map(([path, files]) => [
    path,
    withPreloads(shell, manifest, files),
  ])
  const pages: Pages = {
    paths: pagePaths,
    firstCalls,
    appPaths,
    shell,
    shells: Object.fromEntries(shells),
    prerendered: await prerenderPages(empty),
  }
  await writeFile(join(directory, 'pages.json'), JSON.stringify(pages))
  await compileServiceWorker(client, manifest, appPaths)
  await rm(server, { recursive: true })
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
      'process.env.NODE_ENV': '"production"',
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
