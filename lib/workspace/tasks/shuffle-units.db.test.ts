import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { shuffledFor } from './shuffle-units'

const UNITS = ['o1', 'o2', 'o3'].map((key) => ({ key, kind: 'list' }))
const at = (n: number) => ({ taskId: `task ${n}`, userId: 'somebody' })

test('a person sees the units of a task in the same order every time, in whatever order they are stored', () => {
  const first = shuffledFor({ shuffles: 'list' }, UNITS, at(1))
  expect(shuffledFor({ shuffles: 'list' }, UNITS.toReversed(), at(1))).toEqual(first)
})

test('all six orders of three come about equally often', () => {
  const counts = new Map<string, number>()
  for (let n = 0; n < 600; n += 1) {
    const order = shuffledFor({ shuffles: 'list' }, UNITS, at(n))?.join() ?? ''
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  expect(counts.size).toBe(6)
  for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(45)
})

test('the order follows from ids with the secret of the server only', () => {
  const orderedBy = (digest: (text: string) => string) => (n: number) =>
    UNITS.map(({ key }) => key).toSorted((one, other) =>
      digest(`task ${n} somebody ${one}`) < digest(`task ${n} somebody ${other}`) ? -1 : 1,
    )
  const computed = orderedBy((text) => createHash('sha256').update(text).digest('hex'))
  const isSame = (n: number) => computed(n).join() === shuffledFor({ shuffles: 'list' }, UNITS, at(n))?.join()
  expect(Array.from({ length: 60 }, (_, n) => isSame(n)).filter(Boolean).length).toBeLessThan(30)
})

test('nothing is drawn where nothing is shuffled', () => {
  expect(shuffledFor({}, UNITS, at(1))).toBeNull()
})
