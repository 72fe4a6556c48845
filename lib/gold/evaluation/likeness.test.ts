import { beforeEach, expect, it, vi } from 'vitest'
import { likeness, likenessModel } from './likeness'

const calls: string[][] = []
let hasModel = true

vi.mock('@/lib/automation/llm/ports', () => ({
  currentModels: async () => ({
    settings: { embedding: hasModel ? 'vectors' : null },
    port: {
      embed: async (_: string, texts: string[]) => {
        calls.push(texts)
        return { vectors: texts.map((text) => (text.startsWith('ice') ? [1, 0] : [0, 1])), inputTokens: 1 }
      },
    },
  }),
}))
const idle = new AbortController().signal

beforeEach(() => {
  calls.length = 0
  hasModel = true
})

it('compares pairs by their embeddings, and asks for every text once', async () => {
  const similarity = await likeness(idle)
  expect(similarity?.title).toBe('cosine of vectors')
  const pairs = [
    ['ice floats', 'ice melts'],
    ['ice floats', 'tax law'],
  ] as const
  expect(await similarity?.of(pairs)).toEqual([1, 0])
  expect(calls).toEqual([['ice floats', 'ice melts', 'tax law']])
})

it('asks for many texts in portions', async () => {
  const pairs = Array.from({ length: 75 }, (_, index) => [`ice ${index}`, `law ${index}`] as const)
  expect(await (await likeness(idle))?.of(pairs)).toEqual(Array(75).fill(0))
  expect(calls.map((texts) => texts.length)).toEqual([100, 50])
})

it('is none without a model of embeddings', async () => {
  hasModel = false
  expect([await likeness(idle), await likenessModel()]).toEqual([undefined, null])
})
