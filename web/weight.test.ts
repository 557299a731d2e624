import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildWebIfStale, MANIFEST_FILE, WEB_DIRECTORY } from '#server/web-client/build.ts'

/** The compressed JavaScript that a browser loads before it shows a screen. */
interface Budget {
  /** Files loaded next to the screen: its frame, and parts that it shows at once but imports later. */
  beside: string[]
  maxBytes: number
  maxFiles?: number
}

const MAX_FILES = 22
const APP_FRAME = ['features/pages/app-shell/client.ts', 'features/pages/app-shell/signed-in.tsx']

const PUBLIC: Budget = { beside: [], maxBytes: 145_000 }
const PORTAL = { beside: ['features/pages/portal/portal-frame.tsx'] }
const APP = { beside: APP_FRAME }
const FRAMELESS = { beside: [] }

const BUDGETS: Record<string, Budget> = {
  'features/pages/landing/home-screen.tsx': PUBLIC,
  'features/pages/pricing/pricing-screen.tsx': PUBLIC,
  'features/foundation/sign-in/callback-screen.tsx': { ...FRAMELESS, maxBytes: 237_000 },
  // Forms are in a file with what the app's screens share.
  'features/foundation/sign-in-page/sign-in-screen.tsx': { ...FRAMELESS, maxBytes: 271_000 },
  'features/foundation/passkeys/setup-screen.tsx': { ...FRAMELESS, maxBytes: 316_500 },
  'features/engagement/approvals/certificate-screen.tsx': { ...FRAMELESS, maxBytes: 218_000 },
  'features/engagement/notifications/unsubscribe-screen.tsx': { ...FRAMELESS, maxBytes: 197_500 },
  'features/pages/portal/confirm-email-screen.tsx': { ...FRAMELESS, maxBytes: 203_500 },
  'web/layout/not-found-screen.tsx': { ...FRAMELESS, maxBytes: 183_000 },
  'features/pages/portal/project-screen.tsx': { ...PORTAL, maxBytes: 215_000 },
  'features/pages/pricing/success-screen.tsx': { ...APP, maxBytes: 240_000 },
  'features/pages/dashboard/dashboard-screen.tsx': { ...APP, maxBytes: 282_500 },
  'features/pages/client-page/clients-screen.tsx': { ...APP, maxBytes: 288_000 },
  'features/pages/project-page/projects-screen.tsx': { ...APP, maxBytes: 296_000 },
  'features/billing/recurring-invoices/recurring-invoices-screen.tsx': { ...APP, maxBytes: 287_500 },
  'features/pages/bill/bill-screen.tsx': { ...APP, maxBytes: 302_000 },
  'features/work/recurring-expenses/recurring-expenses-screen.tsx': { ...APP, maxBytes: 286_500 },
  'features/foundation/subscription/manage-screen.tsx': { ...APP, maxBytes: 249_000 },
  'features/foundation/subscription/setup-screen.tsx': { ...APP, maxBytes: 253_500 },
  'features/pages/import/imports-screen.tsx': { ...APP, maxBytes: 269_500 },
  'features/pages/admin/admin-screen.tsx': { ...APP, maxBytes: 287_000 },
  'features/pages/reports/reports-screen.tsx': { ...APP, maxBytes: 286_000 },
  'features/pages/portal/portal-screen.tsx': { ...PORTAL, maxBytes: 216_500 },
  'features/pages/portal/invoice-screen.tsx': { ...PORTAL, maxBytes: 216_500 },
  'features/pages/invoices/invoices-screen.tsx': { ...APP, maxBytes: 303_500 },
  'features/work/expenses/expenses-screen.tsx': { ...APP, maxBytes: 298_000 },
  'features/pages/time-page/time-tracking-screen.tsx': { ...APP, maxBytes: 295_500 },
  'features/pages/project-page/project-screen.tsx': { ...APP, maxBytes: 299_000 },
  'features/pages/account-page/account-screen.tsx': { ...APP, maxBytes: 309_000 },
  'features/pages/client-page/client-screen.tsx': { ...APP, maxBytes: 324_500, maxFiles: 28 },
  'features/pages/import/import-screen.tsx': { ...APP, maxBytes: 286_000 },
}

interface BuiltFile {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

let manifest: Record<string, BuiltFile>

beforeAll(async () => {
  await buildWebIfStale()
  manifest = JSON.parse(readFileSync(MANIFEST_FILE, 'utf8'))
}, 240_000)

/** As the manifest names a source file: by its path from the root of the client, which is `web`. */
const keyOf = (source: string): string => (source.startsWith('web/') ? source.slice(4) : `../${source}`)

function builtFile(key: string): BuiltFile {
  const built = manifest[key]
  if (!built) throw new Error(`${key} is not in the manifest`)
  return built
}

/** The files of these modules and of everything that they import, and the script in the page itself. */
function filesFor(sources: string[]): string[] {
  const keys = new Set(['index.html', ...sources.map(keyOf)])
  for (const key of keys) for (const imported of builtFile(key).imports ?? []) keys.add(imported)
  return ['theme.js', ...[...keys].map((key) => builtFile(key).file)]
}

/** As it is sent. What is very small is not compressed. */
function compressedSize(file: string, ending: string): number {
  const path = join(WEB_DIRECTORY, file)
  return (statSync(path + ending, { throwIfNoEntry: false }) ?? statSync(path)).size
}

/** The module that loads a screen's first data, where it is a file of its own. */
const loaderOf = (screen: string): string[] => {
  const loader = screen.replace(/[^/]+$/, 'client.ts')
  return builtFile('index.html').dynamicImports?.includes(keyOf(loader)) ? [loader] : []
}

test('every screen has a budget', () => {
  const screens = builtFile('index.html').dynamicImports?.filter((key) => key.endsWith('-screen.tsx'))
  expect(Object.keys(BUDGETS).map(keyOf).sort()).toEqual(screens?.sort())
})

test.each(Object.entries(BUDGETS))(
  '%s keeps its budget',
  (screen, { beside, maxBytes, maxFiles = MAX_FILES }) => {
    const files = filesFor([...beside, ...loaderOf(screen), screen])
    expect(files.length).toBeLessThanOrEqual(maxFiles)
    for (const ending of ['.br', '.gz']) {
      const bytes = files.reduce((sum, file) => sum + compressedSize(file, ending), 0)
      expect(bytes, ending).toBeGreaterThan(50_000)
      expect(bytes, ending).toBeLessThanOrEqual(maxBytes)
    }
  },
)
