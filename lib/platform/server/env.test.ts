import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { env } from './env'

// It is read once for a process.
const forget = () => Reflect.deleteProperty(globalThis, '__assayEnv')
afterEach(() => {
  vi.unstubAllEnvs()
  forget()
})

/** The variables that the compose file passes on empty where the operator sets none. */
const passedOn = [...readFileSync('compose.yaml', 'utf8').matchAll(/^ +(\w+): \$\{\1:-\}$/gm)].flatMap(([, name]) =>
  name === undefined ? [] : [name],
)

test('what the compose file passes on empty counts as left out', () => {
  expect(passedOn).toContain('OIDC_ISSUER')
  vi.stubEnv('DATABASE_URL', 'postgresql://assay@127.0.0.1:5432/assay')
  vi.stubEnv('NEXTAUTH_SECRET', 'sixteen characters')
  for (const name of passedOn) vi.stubEnv(name, '')
  forget()
  expect(env()).toMatchObject({ OIDC_NAME: 'single sign-on' })
  for (const name of passedOn.filter((each) => !['OIDC_NAME', 'ASSAY_LOG_REQUESTS'].includes(each)))
    expect(env()[name as keyof ReturnType<typeof env>], name).toBeUndefined()
})
