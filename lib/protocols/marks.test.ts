import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type MarkListQuestion, markedSpansOf, marksOf, overlapOf, overlappingMark } from './marks'

const question: MarkListQuestion = {
  key: 'marks',
  unit: 'item',
  title: 'Marks',
  prompt: 'What is wrong?',
  form: 'list',
  list: {
    kind: 'mark',
    text: 'place',
    marks: { in: 'text', textIn: () => 'A 𝄞 text.', overlapping: false, label: 'type' },
  },
  schema: z.json(),
  asked: () => true,
  required: false,
  consolidate: 'decide',
}

const entry = (key: string) => ({ key, made: 'added', from: [] })

it('finds the marks of a list in the order of the text, with their labels; entries without a place are left out', () => {
  const answers = {
    item: { marks: ['b', 'none', 'a'].map(entry) },
    a: { place: { spans: [{ start: 0, end: 1 }] }, type: 'x' },
    b: { place: { spans: [{ start: 2, end: 3 }] } },
  }
  expect(marksOf(question, answers, 'item')).toEqual([
    { start: 0, end: 1, label: 'x', entry: 'a' },
    { start: 2, end: 3, label: null, entry: 'b' },
  ])
  expect(marksOf(question, answers, 'other')).toEqual([])
  const twice = { ...answers, b: { ...answers.a } }
  expect(marksOf(question, twice, 'item')).toHaveLength(2)
  expect(markedSpansOf(question, twice, 'item')).toEqual([{ start: 0, end: 1, label: 'x' }])
})

it('counts the share of characters that two stretches have in common', () => {
  expect(overlapOf({ start: 0, end: 4 }, { start: 2, end: 6 })).toBe(1 / 3)
  expect(overlapOf({ start: 0, end: 2 }, { start: 2, end: 4 })).toBe(0)
  expect(overlapOf(null, { start: 2, end: 4 })).toBe(0)
  const stretch = fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 20 })).map(([start, length]) => ({
    start,
    end: start + length,
  }))
  const pointsOf = ({ start, end }: { start: number; end: number }) =>
    new Set(Array.from({ length: end - start }, (_, at) => start + at))
  fc.assert(
    fc.property(stretch, stretch, (one, other) => {
      const [left, right] = [pointsOf(one), pointsOf(other)]
      const both = [...left].filter((point) => right.has(point)).length
      expect(overlapOf(one, other)).toBeCloseTo(both / new Set([...left, ...right]).size, 12)
    }),
  )
})

it('finds the first mark that overlaps one before it', () => {
  const mark = (entry: string, start: number, end: number) => ({ start, end, label: null, entry })
  expect(overlappingMark([mark('a', 0, 4), mark('b', 4, 6), mark('c', 5, 7)])?.entry).toBe('c')
  expect(overlappingMark([mark('a', 0, 4), mark('b', 4, 6)])).toBe(null)
})
