import './tests/memory-disk.ts'
import { defineConfig } from '@playwright/test'
import { findChromium, findFirefox } from './tests/needs.ts'

const environment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
)

/** Their tests go one after the other. They begin first, so that all others fill the time beside them. */
const IN_TURN = ['plan-lifecycle.test.ts', 'stored-scripts.test.ts']

/** The total of the tests says so. */
const WITHOUT_FIREFOX = findFirefox() ? [] : ['firefox.test.ts']

export default defineConfig({
  projects: [
    { name: 'in turn', testMatch: IN_TURN },
    { name: 'side by side', testIgnore: [...IN_TURN, ...WITHOUT_FIREFOX] },
  ],
  globalSetup: './tests/browser/app.ts',
  testDir: 'tests/browser',
  testMatch: '*.test.ts',
  fullyParallel: true,
  forbidOnly: true,
  // One more than there are cores, since a browser test waits as often as it works.
  workers: 3,
  timeout: 240_000,
  // As long as Vitest's: no test is about time, and a busy machine can stand still for a while.
  expect: { timeout: 60_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    // It would answer for code that a test holds back. Those of the installed app allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findChromium() ?? '',
      // Without a locale Chromium cannot name a file with an umlaut.
      env: { ...environment, LC_ALL: 'C.UTF-8' },
      args: [
        // Without a GPU, drawing in software directly takes less time than emulating one.
        '--disable-gpu',
        // All pages of the app share a process, and so what it has compiled.
        '--process-per-site',
      ],
    },
  },
})
