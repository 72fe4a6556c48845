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

test.each([
  ['ASSAY_SMTP_URL', 'smtp://ada:100%@mail.example.org', 'smtp://ada:100%25@mail.example.org'],
  ['ASSAY_SMTP_URL', 'smtp://ada:%E9@mail.example.org', 'smtp://ada:%C3%A9@mail.example.org'],
  ['ASSAY_SMTP_URL', 'mail.example.org', 'smtp://mail.example.org:25'],
  ['ASSAY_SMTP_URL', 'https://mail.example.org', 'smtps://mail.example.org'],
  ['ASSAY_MAIL_FROM', 'Assay <assay@example.org>\r\nBcc: all@example.org', 'Assay <assay@example.org>'],
  ['ASSAY_MAIL_FROM', 'Assay <assay@example.org', 'Assay <assay@example.org>'],
  ['ASSAY_MAIL_FROM', 'assay@example.org>', 'assay@example.org'],
  ['ASSAY_MAIL_FROM', 'nobody', 'assay@example.org'],
])('%s is refused as %j, without a word of its value, and taken as %j', (name, refused, taken) => {
  vi.stubEnv('DATABASE_URL', 'postgresql://assay@127.0.0.1:5432/assay')
  vi.stubEnv('NEXTAUTH_SECRET', 'sixteen characters')
  vi.stubEnv(name, refused)
  forget()
  expect(env).toThrow(name)
  try {
    env()
  } catch (error) {
    expect(String(error)).not.toContain(refused)
  }
  vi.stubEnv(name, taken)
  forget()
  expect(env()).toMatchObject({ [name]: taken })
})

test.each(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])(
  'an identity provider without %s is refused, by that name',
  (missing) => {
    vi.stubEnv('DATABASE_URL', 'postgresql://assay@127.0.0.1:5432/assay')
    vi.stubEnv('NEXTAUTH_SECRET', 'sixteen characters')
    const provider = {
      OIDC_ISSUER: 'https://id.example.org',
      OIDC_CLIENT_ID: 'assay',
      OIDC_CLIENT_SECRET: 'the secret of the client',
    }
    for (const [name, value] of Object.entries(provider)) vi.stubEnv(name, value)
    forget()
    expect(env()).toMatchObject(provider)
    vi.stubEnv(missing, '')
    forget()
    expect(env).toThrow(missing)
  },
)
