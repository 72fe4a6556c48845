import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { StepFailure } from '@/lib/protocols/prefill'
import { type FakeOpenAI, startFakeOpenAI } from '@/tests/support/fake-openai'
import { HOSTILE } from '@/tests/support/fake-openai-answers'
import type { FaultKind, PlanInput } from '@/tests/support/fake-openai-plan'
import { WAIT_LIMIT_MS } from '@/tests/support/limits'
import { eventually, until } from '@/tests/support/wait'
import { openaiModels } from './openai'
import type { ChatRequest } from './port'

const KEY = 'sk-very-secret-key-0123456789'
const verdict = z.object({ label: z.enum(['true', 'false']), reason: z.string(), score: z.number().nullable() })
const request: ChatRequest = {
  model: 'small',
  system: 'Judge.',
  user: 'Ice floats.',
  temperature: 0.9,
  maxTokens: 50,
  schema: { name: 'verdict', schema: z.json().parse(z.toJSONSchema(verdict)) },
  sample: 3,
}

let fake: FakeOpenAI
beforeAll(async () => {
  fake = await startFakeOpenAI()
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.plan({ apiKey: KEY })
  fake.reset()
})

const models = (apiKey: string | undefined = KEY, baseURL = fake.url) =>
  openaiModels({ apiKey, baseURL, embeddings: true })
const options = (over: { signal?: AbortSignal; timeoutMs?: number } = {}) => ({
  key: 'key-1',
  signal: new AbortController().signal,
  timeoutMs: WAIT_LIMIT_MS,
  ...over,
})
const withFault = (kind: FaultKind, more: object = {}): PlanInput => ({ apiKey: KEY, faults: [{ kind, ...more }] })

/** The failure that a call ends in. */
async function failure(call: Promise<unknown>): Promise<StepFailure> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof StepFailure) return error
  throw new Error(`no StepFailure but ${String(error)}`)
}

describe('a chat', () => {
  it('sends a request of the published shape and brings back what was answered', async () => {
    const answer = await models().chat(request, options())
    expect(answer.outcome).toBe('ok')
    expect(verdict.parse(JSON.parse(answer.text)).reason).toMatch(/^Made up reason/)
    expect(answer.inputTokens).toBeGreaterThan(0)
    expect(answer.outputTokens).toBeGreaterThan(0)
    await eventually(() => expect(fake.stats().keys).toEqual({ 'key-1': { received: 1, delivered: 1, lost: 0 } }))
    const { invalid, bodies } = fake.stats()
    expect(invalid).toEqual([])
    expect(bodies[0]).toMatchObject({
      model: 'small',
      temperature: 0.9,
      seed: 3,
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Judge.' },
        { role: 'user', content: 'Ice floats.' },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'verdict', strict: true } },
    })
  })

  it('asks for plain text without a shape, and without an empty system message', async () => {
    const answer = await models().chat({ ...request, system: '', schema: null }, options())
    expect(answer).toMatchObject({ outcome: 'ok', text: 'You asked: Ice floats.' })
    expect(fake.stats().bodies[0]).not.toHaveProperty('response_format')
    expect(fake.stats().bodies[0]).toHaveProperty('messages', [{ role: 'user', content: 'Ice floats.' }])
  })

  it('gives other answers to other samples, and the same to the same', async () => {
    const say = async (sample: number) => (await models().chat({ ...request, sample }, options())).text
    expect(await say(0)).toBe(await say(0))
    expect(await say(0)).not.toBe(await say(1))
  })

  it('is open to servers that ask for no key', async () => {
    fake.plan({})
    const answer = await openaiModels({ baseURL: fake.url, embeddings: false }).chat(request, options())
    expect(answer.outcome).toBe('ok')
  })

  it('asks models that keep to a temperature of their own without one', async () => {
    fake.plan(withFault('fixed_temperature'))
    const port = models()
    expect((await port.chat(request, options())).outcome).toBe('ok')
    expect((await port.chat(request, options())).outcome).toBe('ok')
    const given = fake.stats().bodies.map((body) => Object(body).temperature)
    expect(given).toEqual([0.9, undefined, undefined])
  })

  it('counts tokens itself where the endpoint does not', async () => {
    fake.plan(withFault('no_usage'))
    const answer = await models().chat(request, options())
    expect(answer.inputTokens).toBeGreaterThan(10)
    expect(answer.outputTokens).toBeGreaterThan(1)
  })

  it.each([
    ['refused', 'refused', 'I cannot help with that.'],
    ['content_filter', 'refused', ''],
    ['truncated', 'truncated', expect.stringMatching(/^\{/)],
    ['not_json', 'malformed', expect.stringContaining('Sure!')],
    ['empty', 'malformed', ''],
    ['wrong_schema', 'ok', expect.stringContaining('nothing_that_was_asked_for')],
    ['injected', 'ok', expect.stringContaining(JSON.stringify(HOSTILE).slice(1, 40))],
  ] as const)('that is %s was paid and is an answer: %s', async (kind, outcome, text) => {
    fake.plan(withFault(kind))
    const answer = await models().chat(request, options())
    expect(answer).toMatchObject({ outcome, text })
    expect(answer.inputTokens).toBeGreaterThan(0)
  })
})

describe('a call that brings nothing back', () => {
  it.each([
    ['rate_limit', { retryAfter: '7' }, 'rate_limited', true, 7_000],
    ['rate_limit', {}, 'rate_limited', true, null],
    ['no_credit', {}, 'wrong_key', false, null],
    ['server_error', {}, 'server_error', true, null],
    ['server_error', { status: 503 }, 'server_error', true, null],
    ['bad_request', {}, 'bad_request', false, null],
    ['bad_request', { code: 'content_filter' }, 'refused', false, null],
    ['bad_request', { status: 422 }, 'bad_request', false, null],
    ['bad_request', { status: 403 }, 'wrong_key', false, null],
    ['unknown_model', {}, 'bad_request', false, null],
    ['html', {}, 'server_error', true, null],
    ['drop', {}, 'unreachable', true, null],
    ['cut_body', {}, 'unreachable', true, null],
  ] as const)('because of %s %j is a failure: %s', async (kind, more, code, passing, retryAfterMs) => {
    fake.plan(withFault(kind, more))
    const thrown = await failure(models().chat(request, options()))
    expect(thrown).toMatchObject({ code, passing, retryAfterMs })
    expect(fake.stats().requests).toBe(1)
  })

  it('names the model that there is not', async () => {
    fake.plan(withFault('unknown_model'))
    expect((await failure(models().chat(request, options()))).message).toContain('"small"')
  })

  it.each(['hang', 'stall'] as const)('ends in time when the endpoint starts to %s', async (kind) => {
    fake.plan(withFault(kind))
    const thrown = await failure(models().chat(request, options({ timeoutMs: 300 })))
    expect(thrown).toMatchObject({ code: 'timeout', passing: true })
  })

  it.each(['hang', 'stall'] as const)('can be cancelled when the endpoint starts to %s', async (kind) => {
    fake.plan(withFault(kind))
    const controller = new AbortController()
    const call = failure(models().chat(request, options({ signal: controller.signal })))
    await until(() => fake.stats().inFlight === 1)
    controller.abort()
    expect(await call).toMatchObject({ code: 'cancelled', passing: false })
  })

  it('is not even sent after a cancellation', async () => {
    const thrown = await failure(models().chat(request, options({ signal: AbortSignal.abort() })))
    expect(thrown.code).toBe('cancelled')
    expect(fake.stats().requests).toBe(0)
  })

  it('says so where nobody is there', async () => {
    const gone = await startFakeOpenAI()
    await gone.close()
    const thrown = await failure(models(KEY, gone.url).chat(request, options()))
    expect(thrown).toMatchObject({ code: 'unreachable', passing: true })
    expect(thrown.message).toContain('ECONNREFUSED')
  })

  it.each([
    ['a wrong key', 'sk-another-secret-key-999', /OPENAI_API_KEY/],
    ['no key', undefined, /asks for a key/],
  ])('tells of %s without telling it', async (_, apiKey, words) => {
    const port = openaiModels({ apiKey, baseURL: fake.url, embeddings: false })
    const thrown = await failure(port.chat(request, options()))
    expect(thrown).toMatchObject({ code: 'wrong_key', passing: false })
    expect(thrown.message).toMatch(words)
    expect(JSON.stringify([thrown.message, thrown.stack, { ...thrown }])).not.toMatch(/secret/)
  })

  it('shows no credentials of an address', async () => {
    const thrown = await failure(models(KEY, 'http://me:hunter2@127.0.0.1:9/v1').chat(request, options()))
    expect(thrown.message).not.toMatch(/hunter2/)
  })
})

describe('embeddings', () => {
  it('come in the order of their texts', async () => {
    const embed = models().embed
    const answer = await embed?.('vectors', ['ice floats on water', 'tax law', 'water and ice'], options())
    const [first = [], second = [], third = []] = answer?.vectors ?? []
    const near = (one: number[], other: number[]) => one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
    expect(near(first, third)).toBeGreaterThan(near(first, second))
    expect(answer?.inputTokens).toBeGreaterThan(0)
    expect(fake.stats().invalid).toEqual([])
  })

  it('fail like chats', async () => {
    fake.plan(withFault('rate_limit', { retryAfter: '2' }))
    const embed = models().embed
    if (!embed) throw new Error('embeddings were asked for')
    expect(await failure(embed('vectors', ['a'], options()))).toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 2_000,
    })
  })

  it('are not there where no model of theirs is set', () => {
    expect(openaiModels({ apiKey: KEY, embeddings: false }).embed).toBeNull()
  })
})
