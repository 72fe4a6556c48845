import { defineConfig } from '@playwright/test'
import { findBrowser } from '@/scripts/chromium'

const port = Number(process.env.E2E_PORT ?? 3217)
const baseURL = `http://127.0.0.1:${port}`
// The journeys sign in by minting a session cookie, so they know the secret, here and in every worker.
process.env.NEXTAUTH_SECRET = 'a-secret-for-journeys-only-0123456789'
process.env.NEXTAUTH_URL = baseURL
const browser = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.data/journeys',
  timeout: 60_000,
  fullyParallel: false,
  workers: 1,
  reporter: [['list'], ['json', { outputFile: '.data/test-results/journeys.json' }]],
  use: { baseURL, launchOptions: browser?.launchOptions ?? {}, trace: 'retain-on-failure' },
  webServer: {
    command: 'node --conditions=react-server scripts/run.cjs e2e-server',
    port,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      // The journeys themselves run under a condition that the server must not inherit.
      NODE_OPTIONS: '',
      ASSAY_STATE_DIR: '.data/e2e',
      ASSAY_DEMO: process.env.E2E_DEMO ?? '1',
    },
    stdout: 'pipe',
  },
})
