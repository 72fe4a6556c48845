import { defineConfig } from '@playwright/test'
import { findBrowser } from '@/scripts/chromium'
import { E2E_PORT, E2E_SERVER, E2E_SESSIONS } from '@/scripts/test/e2e-environment'
import { PAGE_LIMIT_MS, TEST_LIMIT_MS, WAIT_LIMIT_MS } from '@/tests/support/limits'

Object.assign(process.env, E2E_SESSIONS)
const browser = await findBrowser()

/** Journeys with an app of their own (e2e/own-app). */
const OWN = [
  'first-run.spec.ts',
  'new-annotator.spec.ts',
  'next-task.spec.ts',
  'offline.spec.ts',
  'replicas.spec.ts',
  'resilience.spec.ts',
  'stopping.spec.ts',
  'take-back.spec.ts',
]

/** A page of a journey lives for seconds: what V8 optimises for it is not paid back before it goes. */
const launchOptions = {
  ...browser?.launchOptions,
  args: [...(browser?.launchOptions.args ?? []), '--js-flags=--no-opt --no-maglev'],
}

export default defineConfig({
  testDir: 'e2e',
  // Made by scripts/test/journey-modules.ts.
  build: { external: ['**/generated/journeys/**'] },
  outputDir: '.data/journeys',
  timeout: TEST_LIMIT_MS,
  expect: { timeout: WAIT_LIMIT_MS, toPass: { timeout: WAIT_LIMIT_MS } },
  // One more try tells a test that fails from one that sometimes does; npm test names the latter.
  retries: 1,
  workers: 2,
  // A worker is started anew for each project, and for each set of fixtures that are a worker's: it then loads the app's modules and a
  // browser again. So there are two projects; the longest journeys come first, since at the end one of them would keep a single worker busy
  // while the other has nothing to do. Within a project files run in the order of their names: those in `work-in-demo` give people of the demo
  // more tasks or projects, which screens would then show, and so come after `screens`. With screens alone, use one worker.
  projects: [
    { name: 'own', testMatch: OWN },
    { name: 'demo', testIgnore: OWN },
  ],
  reporter: [
    ['list'],
    ['json', { outputFile: '.data/test-results/journeys.json' }],
    ['./e2e/requests/record-routes.ts'],
  ],
  use: {
    baseURL: E2E_SESSIONS.NEXTAUTH_URL,
    launchOptions,
    // What fades in is measured where it has arrived.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    actionTimeout: WAIT_LIMIT_MS,
    navigationTimeout: PAGE_LIMIT_MS,
  },
  webServer: {
    command: 'node --conditions=react-server scripts/run.cjs e2e-server',
    port: E2E_PORT,
    // It builds the app first where that has changed.
    timeout: 2 * TEST_LIMIT_MS,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: E2E_SERVER,
    stdout: 'pipe',
  },
})
