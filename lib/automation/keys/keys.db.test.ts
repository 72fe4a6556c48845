import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openPromise } from 'yauzl'
import { currentModels, replaceModels } from '@/lib/automation/llm/ports'
import { searchPort, searchPorts } from '@/lib/automation/search/searches'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { type Env, env } from '@/lib/platform/server/env'
import { backUp } from '@/scripts/backup/back-up'
import { actorOf } from '@/tests/actors'
import { makeUser } from '@/tests/factories'
import { type FakeOpenAI, startFakeOpenAI } from '@/tests/support/fake-openai'
import { type FakeSearch, startFakeSearch } from '@/tests/support/fake-search'
import { listKeys } from './queries'
import { removeKey } from './remove-key'
import { resealKeys } from './reseal-keys'
import { setKey } from './set-key'
import { testKey } from './test-key'

const SERPER_KEY = 'serper-key-0123456789-wxyz'
const MODEL_KEY = 'sk-model-key-0123456789-abcd'
const OTHER_SECRET = 'another-secret-for-this-test-only'
const idle = new AbortController().signal
const anything = { key: 'k', signal: idle, timeoutMs: 5_000 }

let models: FakeOpenAI
let searches: FakeSearch
let admin: Actor
let written = ''
const spies = [process.stdout, process.stderr].map((stream) =>
  vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    written += String(chunk)
    return true
  }),
)
const before = { ...env() }
/** What the environment says, of this test. */
const said = (values: Partial<Env>) => void Object.assign(env(), values)

beforeAll(async () => {
  models = await startFakeOpenAI({ apiKey: MODEL_KEY })
  searches = await startFakeSearch({ apiKey: SERPER_KEY })
})
afterAll(async () => {
  for (const spy of spies) spy.mockRestore()
  await models.close()
  await searches.close()
})
beforeEach(async () => {
  replaceModels(null)
  admin = actorOf(await makeUser({ isAdmin: true }))
  said({
    OPENAI_API_KEY: undefined,
    OPENAI_BASE_URL: models.url,
    ASSAY_LLM: undefined,
    SERPER_API_KEY: undefined,
    SERPER_BASE_URL: searches.urls.serper,
  })
})
afterEach(async () => {
  said({ ASSAY_KEYS_SECRET_BEFORE: undefined, OPENAI_API_KEY: undefined, ...before })
  await prisma().providerKey.deleteMany()
})

const statusOf = async (provider: string) => (await listKeys(admin)).keys.find((each) => each.provider === provider)

it('holds from the next call on, when it is entered, replaced and removed', async () => {
  const search = async () => (await searchPort('serper')).search({ query: 'ocean', asOf: null, most: 1 }, anything)
  await expect(search()).rejects.toMatchObject({ code: 'no_key' })
  await setKey(admin, 'serper', { key: 'a-wrong-key-0123456789', expectedRevision: 0 })
  await expect(search()).rejects.toMatchObject({ code: 'wrong_key' })
  await setKey(admin, 'serper', { key: SERPER_KEY, expectedRevision: 1 })
  expect(await search()).toHaveLength(1)
  expect((await searchPorts()).find(({ port }) => port.id === 'serper')?.configured).toBe(true)
  await removeKey(admin, 'serper', { expectedRevision: 2 })
  await expect(search()).rejects.toMatchObject({ code: 'no_key' })
  await expect(searchPort('altavista')).rejects.toThrow(/no search called/)
})

it('of models makes another adapter only where it is another', async () => {
  said({ OPENAI_BASE_URL: undefined })
  expect((await currentModels()).port).toBeNull()
  await setKey(admin, 'openai', { key: MODEL_KEY, expectedRevision: 0 })
  const { port, settings } = await currentModels()
  expect(settings).toMatchObject({ configured: true, baseUrl: 'https://api.openai.com/v1' })
  expect((await currentModels()).port).toBe(port)
  await setKey(admin, 'openai', { key: `${MODEL_KEY}-2`, expectedRevision: 1 })
  expect((await currentModels()).port).not.toBe(port)
})

it('is tried by a call that costs little, and what is said of it tells no key', async () => {
  expect(await testKey(admin, 'openai', idle)).toEqual({ works: false, said: 'No key is set, so nothing was asked.' })
  await setKey(admin, 'openai', { key: MODEL_KEY, expectedRevision: 0 })
  expect(await testKey(admin, 'openai', idle)).toEqual({ works: true, said: 'It works: the endpoint lists 1 model.' })
  await setKey(admin, 'openai', { key: 'sk-a-wrong-key-0123456789', expectedRevision: 1 })
  const refused = await testKey(admin, 'openai', idle)
  expect(refused).toMatchObject({ works: false, said: expect.stringMatching(/does not accept the key/) })
  expect(refused.said).not.toContain('0123456789')
  await setKey(admin, 'serper', { key: SERPER_KEY, expectedRevision: 0 })
  expect(await testKey(admin, 'serper', idle)).toMatchObject({ works: true })
  // Redirects are not followed, and what does not answer is said.
  said({ SERPER_BASE_URL: 'http://127.0.0.1:9' })
  expect(await testKey(admin, 'serper', idle)).toMatchObject({
    works: false,
    said: expect.stringMatching(/cannot be reached/),
  })
  const tested = await prisma().event.findMany({ where: { type: 'provider_key.tested', actorId: admin.userId } })
  expect(tested).toHaveLength(5)
})

it('of the environment wins over the one entered, and the page says so', async () => {
  await setKey(admin, 'serper', { key: SERPER_KEY, expectedRevision: 0 })
  expect(await statusOf('serper')).toMatchObject({ used: 'entered', entered: { ending: 'wxyz', readable: true } })
  said({ SERPER_API_KEY: 'of-the-environment' })
  expect(await statusOf('serper')).toMatchObject({ used: 'environment', entered: { readable: true } })
  const port = await searchPort('serper')
  await expect(port.search({ query: 'q', asOf: null, most: 1 }, anything)).rejects.toMatchObject({ code: 'wrong_key' })
})

it('has to be entered again under another secret, unless the one before is given', async () => {
  await setKey(admin, 'serper', { key: SERPER_KEY, expectedRevision: 0 })
  said({ NEXTAUTH_SECRET: OTHER_SECRET })
  await resealKeys()
  expect(await statusOf('serper')).toMatchObject({ used: 'none', entered: { ending: null, readable: false } })
  await expect(
    (await searchPort('serper')).search({ query: 'q', asOf: null, most: 1 }, anything),
  ).rejects.toMatchObject({ code: 'no_key' })
  said({ ASSAY_KEYS_SECRET_BEFORE: before.NEXTAUTH_SECRET })
  expect(await statusOf('serper')).toMatchObject({ used: 'entered', entered: { ending: 'wxyz', readable: true } })
  // The worker seals it anew, and the secret before is not needed any more.
  await resealKeys()
  said({ ASSAY_KEYS_SECRET_BEFORE: undefined })
  expect(await statusOf('serper')).toMatchObject({ used: 'entered', revision: 1 })
})

it('is changed by one of two administrators at once, and not put back by a page from before', async () => {
  const enter = (key: string, expectedRevision: number) => setKey(admin, 'serper', { key, expectedRevision })
  const results = await Promise.allSettled([enter(SERPER_KEY, 0), enter(`${SERPER_KEY}2`, 0)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'revision_conflict' } })
  await removeKey(admin, 'serper', { expectedRevision: 1 })
  await expect(enter(SERPER_KEY, 1)).rejects.toMatchObject({ code: 'revision_conflict' })
  expect(await statusOf('serper')).toMatchObject({ used: 'none', entered: null, revision: 2 })
  await enter(SERPER_KEY, 2)
})

it('is not removed by somebody who saw another one, and replaced or removed, not both', async () => {
  const other = actorOf(await makeUser({ isAdmin: true }))
  await setKey(admin, 'serper', { key: SERPER_KEY, expectedRevision: 0 })
  await setKey(other, 'serper', { key: `${SERPER_KEY}2`, expectedRevision: 1 })
  await expect(removeKey(admin, 'serper', { expectedRevision: 1 })).rejects.toMatchObject({ code: 'revision_conflict' })
  expect(await statusOf('serper')).toMatchObject({ used: 'entered', revision: 2 })
  const results = await Promise.allSettled([
    removeKey(admin, 'serper', { expectedRevision: 2 }),
    setKey(other, 'serper', { key: SERPER_KEY, expectedRevision: 2 }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'revision_conflict' } })
  expect(await statusOf('serper')).toMatchObject({ revision: 3 })
})

it('that is not there is removed without an event', async () => {
  await removeKey(admin, 'tavily', { expectedRevision: 0 })
  const where = { type: 'provider_key.removed', actorId: admin.userId }
  expect(await prisma().event.count({ where })).toBe(0)
})

it('is for administrators alone', async () => {
  const person = actorOf(await makeUser())
  for (const act of [
    () => listKeys(person),
    async () => setKey(person, 'serper', { key: SERPER_KEY, expectedRevision: 0 }),
    async () => removeKey(person, 'serper', { expectedRevision: 0 }),
    () => testKey(person, 'serper', idle),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
})

/** Everything in an archive, as one text. */
async function unpacked(file: string): Promise<string> {
  const zip = await openPromise(file)
  const texts: string[] = []
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(Buffer.from(chunk))
    texts.push(Buffer.concat(chunks).toString('latin1'))
  }
  return texts.join('\n')
}

it('stands in the clear in no log, no event, no answer and no backup', async () => {
  await setKey(admin, 'serper', { key: SERPER_KEY, expectedRevision: 0 })
  await setKey(admin, 'openai', { key: MODEL_KEY, expectedRevision: 0 })
  for (const provider of ['serper', 'openai'] as const) await testKey(admin, provider, idle)
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'keys-')), 'backup')
  await backUp(process.env.DATABASE_URL ?? '', file)
  const told = [
    written,
    JSON.stringify(await listKeys(admin)),
    JSON.stringify(await prisma().event.findMany({ where: { type: { startsWith: 'provider_key' } } }), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
    (await prisma().providerKey.findMany()).map(({ sealed }) => Buffer.from(sealed).toString('latin1')).join('\n'),
    await unpacked(file),
  ]
  fs.rmSync(path.dirname(file), { recursive: true })
  expect(told.at(-1)).toContain('provider_key.set')
  for (const text of told)
    for (const key of [SERPER_KEY, MODEL_KEY]) {
      expect(text).not.toContain(key)
      expect(text).not.toContain(Buffer.from(key).toString('hex'))
    }
})
