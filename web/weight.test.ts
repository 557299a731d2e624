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

const MAX_FILES = 40
const APP_FRAME = ['features/pages/app-shell/client.ts', 'features/pages/app-shell/signed-in.tsx']

const PUBLIC: Budget = { beside: [], maxBytes: 145_000 }
const PORTAL: Budget = { beside: ['features/pages/portal/portal-frame.tsx'], maxBytes: 221_000 }
const APP: Budget = { beside: APP_FRAME, maxBytes: 282_000 }
const FRAMELESS: Budget = { beside: [], maxBytes: PORTAL.maxBytes }

const BUDGETS: Record<string, Budget> = {
  'features/pages/landing/home-screen.tsx': PUBLIC,
  'features/pages/pricing/pricing-screen.tsx': PUBLIC,
  'features/foundation/sign-in/callback-screen.tsx': FRAMELESS,
  // Forms are in a file with what the app's screens share.
  'features/foundation/sign-in-page/sign-in-screen.tsx': { ...FRAMELESS, maxBytes: 255_000 },
  'features/foundation/passkeys/setup-screen.tsx': { ...FRAMELESS, maxBytes: 269_500 },
  'features/engagement/approvals/certificate-screen.tsx': FRAMELESS,
  'features/engagement/notifications/unsubscribe-screen.tsx': FRAMELESS,
  'features/pages/portal/confirm-email-screen.tsx': FRAMELESS,
  'web/layout/not-found-screen.tsx': FRAMELESS,
  'features/pages/portal/project-screen.tsx': PORTAL,
  'features/pages/pricing/success-screen.tsx': APP,
  'features/pages/dashboard/dashboard-screen.tsx': APP,
  'features/pages/client-page/clients-screen.tsx': APP,
  'features/pages/project-page/projects-screen.tsx': APP,
  'features/billing/recurring-invoices/recurring-invoices-screen.tsx': APP,
  'features/pages/bill/bill-screen.tsx': { ...APP, maxBytes: 295_500 },
  'features/work/recurring-expenses/recurring-expenses-screen.tsx': APP,
  'features/foundation/subscription/manage-screen.tsx': APP,
  'features/foundation/subscription/setup-screen.tsx': APP,
  'features/pages/import/imports-screen.tsx': APP,
  'features/pages/admin/admin-screen.tsx': APP,
  'features/pages/reports/reports-screen.tsx': {
    beside: [...APP_FRAME, 'features/pages/reports/report-tabs.tsx', 'features/pages/reports/charts.tsx'],
    maxBytes: 401_500,
  },
  // These are heavier than the rest, and must not become heavier still.
  'features/pages/portal/portal-screen.tsx': PORTAL,
  'features/pages/portal/invoice-screen.tsx': { ...PORTAL, maxBytes: 225_500 },
  'features/pages/invoices/invoices-screen.tsx': { ...APP, maxBytes: 298_500 },
  'features/work/expenses/expenses-screen.tsx': { ...APP, maxBytes: 299_000 },
  'features/pages/time-page/time-tracking-screen.tsx': { ...APP, maxBytes: 298_500 },
  'features/pages/project-page/project-screen.tsx': APP,
  'features/pages/account-page/account-screen.tsx': { ...APP, maxBytes: 303_500 },
  'features/pages/client-page/client-screen.tsx': { ...APP, maxBytes: 337_000, maxFiles: 65 },
  'features/pages/import/import-screen.tsx': APP,
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
