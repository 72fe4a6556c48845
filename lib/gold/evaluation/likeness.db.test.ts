import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { cosine } from '@/lib/text/rank-passages'
import { makeProject } from '@/tests/factories'
import { type FakeOpenAI, startFakeOpenAI } from '@/tests/support/fake-openai'
import { embeddingFor } from '@/tests/support/fake-openai-answers'
import { likeness, likenessModel } from './likeness'

const MODEL = 'vectors'
/** A dollar for a million tokens. */
const PRICE = { model: MODEL, input: 1_000_000, output: 0 }
const idle = new AbortController().signal
let fake: FakeOpenAI

beforeAll(async () => {
  fake = await startFakeOpenAI()
})
afterAll(() => fake.close())
beforeEach(() => {
  env().OPENAI_BASE_URL = fake.url
  env().ASSAY_EMBEDDING_MODEL = MODEL
  fake.plan({})
  fake.reset()
})
afterEach(() => {
  env().OPENAI_BASE_URL = undefined
  env().ASSAY_EMBEDDING_MODEL = undefined
})

const asked = () => fake.stats().bodies.map((body) => z.object({ input: z.array(z.string()) }).parse(body).input)

/** A project that pays for embeddings, up to a ceiling if one is given. */
async function setUp(budgetMicro: number | null = null) {
  const { id: projectId } = await makeProject()
  await prisma().prefillSettings.create({ data: { projectId, prices: [PRICE], budgetMicro } })
  const compare = async (pairs: [string, string][]) => (await likeness(projectId, idle))?.of(pairs)
  const settings = () => prisma().prefillSettings.findUniqueOrThrow({ where: { projectId } })
  return { projectId, compare, settings }
}

/** A hundred and fifty texts, in calls of a hundred, which no other test has asked for. */
const manyPairs = (projectId: string) =>
  Array.from({ length: 75 }, (_, n): [string, string] => [`${projectId} ice ${n}`, `${projectId} law ${n}`])

it('compares pairs by their embeddings, asks for every text once, and pays for it once', async () => {
  const { projectId, compare, settings } = await setUp()
  expect((await likeness(projectId, idle))?.title).toBe('cosine of vectors')
  const [first, second, third] = [`${projectId} ice floats`, `${projectId} ice melts`, 'tax law']
  const values = await compare([
    [first, second],
    [first, third],
  ])
  expect(values).toEqual([
    cosine(embeddingFor(first), embeddingFor(second)),
    cosine(embeddingFor(first), embeddingFor(third)),
  ])
  expect(asked()).toEqual([[first, second, third]])
  const { spentMicro, reservedMicro } = await settings()
  expect(Number(spentMicro)).toBeGreaterThan(0)
  expect(reservedMicro).toBe(0n)
  await compare([
    [first, second],
    [first, third],
  ])
  expect(asked()).toHaveLength(1)
  expect((await settings()).spentMicro).toBe(spentMicro)
})

it('does not ask again for what was answered before a call failed', async () => {
  const { projectId, compare } = await setUp()
  const pairs = manyPairs(projectId)
  fake.plan({ faults: [{ kind: 'bad_request', includes: 'law 74' }] })
  await expect(compare(pairs)).rejects.toMatchObject({ code: 'bad_request' })
  fake.plan({})
  expect(await compare(pairs)).toHaveLength(pairs.length)
  expect(asked().map((texts) => texts.length)).toEqual([100, 50, 50])
})

it('sends nothing that could pass the ceiling of the project', async () => {
  const { projectId, compare, settings } = await setUp(1)
  await expect(compare(manyPairs(projectId))).rejects.toMatchObject({
    code: 'budget',
    message: expect.stringContaining('ask for the report again'),
  })
  expect(asked()).toEqual([])
  expect(await settings()).toMatchObject({ spentMicro: 0n, reservedMicro: 0n })
})

it('is none without a model of embeddings', async () => {
  const { projectId } = await setUp()
  env().ASSAY_EMBEDDING_MODEL = undefined
  expect([await likeness(projectId, idle), await likenessModel()]).toEqual([undefined, null])
})
