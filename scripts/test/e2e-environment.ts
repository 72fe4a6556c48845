/** What the app under the journeys is started with. */

export const E2E_PORT = Number(process.env.E2E_PORT ?? 3217)

/** The journeys sign in by minting a session cookie, so they know the secret too, in every worker. */
export const E2E_SESSIONS = {
  NEXTAUTH_SECRET: 'a-secret-for-journeys-only-0123456789',
  NEXTAUTH_URL: `http://127.0.0.1:${E2E_PORT}`,
  // What is submitted is frozen at once, but where a journey is about taking it back (e2e/take-back.spec.ts).
  ASSAY_TAKE_BACK_SECONDS: '0',
}

export const E2E_SERVER = {
  ...E2E_SESSIONS,
  PORT: String(E2E_PORT),
  HOST: '127.0.0.1',
  DATABASE_URL: '',
  // The journeys themselves run under a condition that the server must not inherit.
  NODE_OPTIONS: '',
  ASSAY_STATE_DIR: '.data/e2e',
  ASSAY_DEMO: process.env.E2E_DEMO ?? '1',
}
