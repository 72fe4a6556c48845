/** Secrets: whoever signs in, makes a token or a link, or sets a key finds it in no log, no event and no other answer. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'
import { checkCredentials } from '@/lib/workspace/users/check-credentials'
import { sessionFor } from '@/tests/actors'
import { makeUser } from '@/tests/factories'
import { routeAt } from '@/tests/support/call-route'
import { storedPassword } from '@/tests/support/stored-password'

const getAccount = routeAt('GET /api/account')
const houseLog = routeAt('GET /api/audit-log')
const chooseNew = routeAt('POST /api/password-resets')
const listTokens = routeAt('GET /api/tokens')
const makeToken = routeAt('POST /api/tokens')
const makeReset = routeAt('POST /api/users/{userId}/reset')
const listUsers = routeAt('GET /api/users')

const KEYS = ['OPENAI_API_KEY', 'SERPER_API_KEY', 'BRAVE_API_KEY', 'TAVILY_API_KEY', 'OIDC_CLIENT_SECRET'] as const
const PASSWORD = `old-${randomUUID()}`
const NEW_PASSWORD = `new-${randomUUID()}`
const keys = KEYS.map((name) => {
  process.env[name] = `${name}-${randomUUID()}`
  return process.env[name] ?? ''
})

let written = ''
const answers: string[] = []
const spies = [process.stdout, process.stderr].map((stream) =>
  vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    written += String(chunk)
    return true
  }),
)
afterAll(() => {
  for (const spy of spies) spy.mockRestore()
})

/** Asks a route and keeps what it says. */
async function ask(
  route: (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>,
  { cookie = '', body, params = {} }: { cookie?: string; body?: object; params?: Record<string, string> } = {},
) {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const request = new Request('http://localhost/api/x', { ...init, headers: { cookie, host: 'localhost' } })
  const text = await (await route(request, { params: Promise.resolve(params) })).text()
  return { text, json: text === '' ? null : JSON.parse(text) }
}

const told: { secret: string; link: string; cookies: string[]; hash: string } = {
  secret: '',
  link: '',
  cookies: [],
  hash: '',
}
const keep = ({ text }: { text: string }) => answers.push(text)

beforeAll(async () => {
  const passwordHash = storedPassword(PASSWORD)
  const admin = await makeUser({ isAdmin: true, passwordHash })
  const person = await makeUser({ passwordHash })
  const cookie = await sessionFor(admin)
  const personal = await sessionFor(person)
  // Shown once, to whoever made them: these two answers are meant to hold a secret.
  told.secret = (await ask(makeToken, { cookie: personal, body: { name: 'laptop' } })).json.secret
  told.link = (await ask(makeReset, { cookie, body: {}, params: { userId: person.id } })).json.path.split('/').at(-1)
  told.cookies = [cookie.split('=')[1] ?? '', personal.split('=')[1] ?? '']
  told.hash = passwordHash
  await checkCredentials({ email: person.email, password: PASSWORD }, '192.0.2.1')
  await checkCredentials({ email: person.email, password: `${PASSWORD}-mistyped` }, '192.0.2.1')
  const bodies = [
    { token: told.link, password: 'short' },
    { token: told.link, password: NEW_PASSWORD },
  ]
  for (const body of bodies) keep(await ask(chooseNew, { body }))
  keep(await ask(chooseNew, { body: { token: `${told.link}x`, password: NEW_PASSWORD } }))
  for (const route of [getAccount, listUsers, listTokens, houseLog]) keep(await ask(route, { cookie }))
  const failing = vi.spyOn(prisma().user, 'findUnique').mockRejectedValueOnce(new Error('the database went away'))
  keep(await ask(getAccount, { cookie }))
  failing.mockRestore()
})

it('none is in what was logged or answered, in no event, and in no row but as a hash', async () => {
  expect(told.secret).toMatch(/^assay_/)
  expect(written).toContain('the database went away')
  const events = JSON.stringify(await prisma().event.findMany({ select: { type: true, data: true } }))
  const rows = JSON.stringify([
    await prisma().user.findMany({ omit: { passwordHash: true } }),
    await prisma().apiToken.findMany(),
    await prisma().passwordReset.findMany(),
    await prisma().throttle.findMany(),
  ])
  const secrets = [PASSWORD, NEW_PASSWORD, told.secret, told.link, told.hash, ...told.cookies, ...keys]
  for (const secret of [...secrets, process.env.NEXTAUTH_SECRET ?? '']) {
    expect(secret.length).toBeGreaterThan(15)
    expect(written).not.toContain(secret)
    expect(answers.join('\n')).not.toContain(secret)
    expect(events).not.toContain(secret)
    expect(rows).not.toContain(secret)
  }
  expect(answers).toHaveLength(8)
  expect(answers.at(-1)).not.toContain('the database went away')
})

it('a failure that cannot be hidden names no key: the log takes words and numbers only', () => {
  const before = written.length
  log.error('line', { cause: 'a\nb"}{', count: 1 })
  const line = written.slice(before)
  expect(line.split('\n')).toHaveLength(2)
  expect(JSON.parse(line)).toMatchObject({ cause: 'a\nb"}{' })
})
