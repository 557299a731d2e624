import './tests/memory-disk.ts'
import { defineConfig } from 'vitest/config'

/** Servers that are slow to come up on a busy machine. A test that passes on its second try is listed with its retry. */
const RETRIES = 1

/** By itself Vitest would leave one of two cores idle. */
const MAX_WORKERS = 2

const POSTGRES = 'tests/postgres.setup.ts'
const EMBEDDED = 'tests/embedded.setup.ts'

const ON_SERVER = [
  'features/**/{actions,store,routes,*.routes}.test.ts',
  'server/observability/metrics.test.ts',
  'server/{jobs,mail}/**/*.test.ts',
  'tests/integration/**/*.test.ts',
]

/** What can come out differently there: query plans, locks, isolation between accounts, start and jobs. */
const ON_EMBEDDED = [
  'features/**/store.test.ts',
  'features/online-payments/recording.routes.test.ts',
  'tests/main.test.ts',
  'server/jobs/**/*.test.ts',
  'tests/integration/{authorization,concurrency,line-by-line,start}.test.ts',
  // For `npm run test:fuzz`.
  ...(process.env.FUZZ_SEED ? ['tests/integration/fuzz*.test.ts'] : []),
]

const integration = (database: 'embedded' | 'server', include: string[]) => ({
  test: {
    name: database,
    include,
    env: { TEST_DATABASE: database },
    globalSetup: [database === 'server' ? POSTGRES : EMBEDDED],
    // One app and one database for each worker, as it would be in production; each test has its own account.
    isolate: false,
    maxWorkers: MAX_WORKERS,
    retry: RETRIES,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'core/**/*.test.ts',
            'features/**/{contract,rules}.test.ts',
            'features/*/rules/*.test.ts',
            'web/**/*.test.ts',
            'server/{config,crypto,http,payments}/**/*.test.ts',
            'server/observability/logging.test.ts',
            'tests/{image,renderings}.test.{ts,tsx}',
          ],
          testTimeout: 120_000,
          isolate: false,
          maxWorkers: MAX_WORKERS,
        },
      },
      {
        test: {
          name: 'infrastructure',
          include: ['server/{database,files,backup,pdf}/**/*.test.ts', 'sandbox/**/*.test.ts'],
          globalSetup: [POSTGRES, EMBEDDED],
          isolate: false,
          maxWorkers: MAX_WORKERS,
          retry: RETRIES,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      integration('embedded', ON_EMBEDDED),
      integration('server', ON_SERVER),
    ],
  },
})
