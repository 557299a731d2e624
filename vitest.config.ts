import './tests/memory-disk.ts'
import { configDefaults, defineConfig } from 'vitest/config'
import { filesWithoutNeeds, hasPostgres } from './tests/needs.ts'

/** By itself Vitest would leave one of two cores idle. */
const MAX_WORKERS = 2

const exclude = [...configDefaults.exclude, ...filesWithoutNeeds()]

const POSTGRES = hasPostgres() ? ['tests/postgres.setup.ts'] : []
const EMBEDDED = ['tests/embedded.setup.ts']

/** Tests of the API. Long ones are named `*.deep.test.ts`. */
const ON_SERVER = [
  'features/**/{actions,routes,*.routes}.test.ts',
  'server/database/tables.test.ts',
  'server/observability/metrics.test.ts',
  'server/{jobs,mail}/**/*.test.ts',
  'tests/integration/!(*.deep|smoke|start).test.ts',
]

/** A sign of life of the embedded database, on every change. */
const ON_EMBEDDED = ['tests/{backup,main}.test.ts', 'tests/integration/{smoke,start}.test.ts']

/** Query plans, locks, isolation between accounts and jobs can differ on the embedded database. */
const DEEP_ON_EMBEDDED = [
  'features/**/store.deep.test.ts',
  'features/billing/{credit-notes/routes,invoices/sealing.routes,invoices/sealing.deep}.test.ts',
  'features/billing/payments/recording.routes.test.ts',
  'server/jobs/**/*.test.ts',
  'tests/integration/{authorization,concurrency,figures,ledger,line-by-line}.test.ts',
  // For `npm run test:fuzz`.
  ...(process.env.FUZZ_SEED ? ['tests/integration/fuzz*.test.ts'] : []),
]

/** The parts below the API, each on the database or the files that it opens, and long tests of the API. */
const DEEP = [
  'server/{database,files,backup,pdf}/**/!(tables|in-pages).test.ts',
  'sandbox/**/*.test.ts',
  'tests/backup.test.ts',
  'tests/integration/{fuzz,start}.test.ts',
  '{features,tests}/**/*.deep.test.ts',
]

/** One app and one database for each worker, as in production; each test has its own account. */
const shared = {
  isolate: false,
  maxWorkers: MAX_WORKERS,
  testTimeout: 240_000,
  hookTimeout: 120_000,
  // A second, as it is by default, is a time limit where the machine is busy.
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['tests/fixed-seed.ts'],
}

const integration = (name: string, database: 'embedded' | 'server', include: string[]) => ({
  ...shared,
  name,
  include,
  exclude,
  env: { TEST_DATABASE: database },
  globalSetup: database === 'server' ? POSTGRES : EMBEDDED,
})

/** Long tests may try once more, and are then named at the end. */
const deep = { retry: 1 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'core/**/*.test.ts',
            'features/**/{contract,rules}.test.ts',
            'features/**/rules/*.test.ts',
            'web/**/*.test.ts',
            'server/{config,crypto,http,payments}/**/*.test.ts',
            'server/database/in-pages.test.ts',
            'server/observability/logging.test.ts',
            'tests/{growth,image,outgoing-connections,releases,renderings}.test.{ts,tsx}',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'component',
          include: ['{features,web}/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [...shared.setupFiles, 'tests/component.setup.ts'],
        },
      },
      { test: integration('server', hasPostgres() ? 'server' : 'embedded', ON_SERVER) },
      { test: integration('embedded', 'embedded', ON_EMBEDDED) },
      {
        test: {
          ...shared,
          ...deep,
          name: 'deep',
          include: DEEP,
          exclude,
          env: { TEST_DATABASE: 'server', FUZZ_CASES: process.env.FUZZ_CASES ?? '30' },
          globalSetup: [...POSTGRES, ...EMBEDDED],
        },
      },
      { test: { ...integration('deep-embedded', 'embedded', DEEP_ON_EMBEDDED), ...deep } },
    ],
  },
})
