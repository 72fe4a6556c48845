import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answerFor } from './fake-openai-answers'
import { Faults, planSchema } from './fake-openai-plan'
import { checkChat, checkEmbedding, isRecord, strictProblem } from './fake-openai-requests'

const chat = { model: 'small', messages: [{ role: 'user', content: 'Hello' }] }

describe('the fake endpoint', () => {
  it.each([
    ['no messages', { ...chat, messages: [] }],
    ['a role that there is not', { ...chat, messages: [{ role: 'human', content: 'Hello' }] }],
    ['a field that there is not', { ...chat, maxTokens: 5 }],
    ['a temperature as text', { ...chat, temperature: '0' }],
    ['no body', null],
  ])('refuses a chat with %s', (_, body) => expect(checkChat(body)).toHaveProperty('problem'))

  it('takes what the published shape takes', () => {
    expect(checkChat({ ...chat, temperature: 0, seed: 1, max_tokens: 5 })).toMatchObject(chat)
    expect(checkEmbedding({ model: 'v', input: ['a'], encoding_format: 'float' })).toMatchObject({ input: ['a'] })
    expect(checkEmbedding({ model: 'v', input: [] })).toHaveProperty('problem')
  })

  it.each([
    ['an optional field', z.object({ a: z.string().optional() })],
    ['a bound on the length of a text', z.object({ a: z.string().max(5) })],
    ['an address', z.object({ a: z.url() })],
    ['a record of any keys', z.object({ a: z.record(z.string(), z.string()) })],
    ['a root that is no object', z.array(z.string())],
    ['an open object inside', z.object({ a: z.array(z.looseObject({ b: z.string() })) })],
  ])('refuses the schema of %s', (_, schema) => expect(strictProblem(z.toJSONSchema(schema))).not.toBeNull())

  it('makes answers that fit the schema, the same for the same seed', () => {
    const leaf = z.object({ label: z.enum(['a', 'b']), score: z.number().min(0).max(1).nullable() })
    const schema = z.object({
      claims: z.array(
        z.object({ text: z.string(), spans: z.array(z.int().min(2).max(4)), either: z.union([leaf, z.null()]) }),
      ),
      done: z.boolean(),
      kind: z.literal('claims'),
    })
    const json: unknown = z.toJSONSchema(schema)
    if (!isRecord(json)) throw new Error('a schema is an object')
    expect(strictProblem(json)).toBeNull()
    for (let seed = 0; seed < 100; seed++) schema.parse(answerFor(json, String(seed)))
    expect(answerFor(json, 'a')).toEqual(answerFor(json, 'a'))
    expect(answerFor(json, 'a')).not.toEqual(answerFor(json, 'b'))
  })

  it('strikes the same requests every time, each as often as planned', () => {
    const { faults } = planSchema.parse({ faults: [{ kind: 'rate_limit', times: 2, share: 0.3 }] })
    const asking = (key: number) => ({ key: `k${key}`, model: 'm', schema: 's', user: 'u' })
    const struck = () => {
      const run = new Faults(faults)
      return Array.from({ length: 200 }, (_, key) => [1, 2, 3].map(() => run.next(asking(key)) !== null))
    }
    const first = struck()
    expect(first.filter(([one]) => one).length).toBeGreaterThan(40)
    expect(first.filter(([one]) => one).length).toBeLessThan(80)
    expect(first.filter(([one]) => one).every(([, two, three]) => two && !three)).toBe(true)
    expect(struck()).toEqual(first)
  })

  it('runs as a process of its own, told what to do over HTTP', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/fake-openai-main.ts'], {
      env: { ...process.env, FAKE_OPENAI_PLAN: '{"answers":{"text":"planned"}}' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [line] = await once(createInterface({ input: child.stdout }), 'line')
      const { url } = z.object({ url: z.string() }).parse(JSON.parse(String(line)))
      const ask = () =>
        fetch(`${url}/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
          body: JSON.stringify(chat),
        })
      expect(await (await ask()).json()).toMatchObject({ choices: [{ message: { content: 'planned' } }] })
      const control = new URL('/control', url)
      await fetch(control, { method: 'PUT', body: '{"faults":[{"kind":"server_error","times":1}]}' })
      expect([(await ask()).status, (await ask()).status]).toEqual([500, 200])
      const stats: unknown = await (await fetch(control)).json()
      expect(stats).toMatchObject({ requests: 3, delivered: 2, keys: { one: { received: 3, delivered: 2 } } })
    } finally {
      child.kill('SIGTERM')
    }
  })
})
