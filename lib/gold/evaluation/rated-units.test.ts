import { expect, it } from 'vitest'
import { votesOn } from '@/lib/protocols/made-units'
import { ratedUnits } from './rated-units'

/** What annotators 1 and 2 said of entries: 1 of two that gold merges, alike and not; 2 of one of them. */
const RATED: Readonly<Record<string, readonly { annotator: number; value: number }[]>> = {
  a1: [{ annotator: 1, value: 0 }],
  a2: [{ annotator: 1, value: 0 }],
  a3: [{ annotator: 1, value: 1 }],
  b1: [{ annotator: 2, value: 1 }],
}
const entry = (key: string, from: string[]) => ({ key, made: 'merged', from })

it('an annotator has one vote on a unit of the gold, whatever it merges', () => {
  const alike = entry('g1', ['a1', 'a2', 'b1'])
  const unlike = entry('g2', ['a1', 'a3', 'b1'])
  const nobody = entry('g3', ['a1', 'a3'])
  const answers = { s1: { claims: [alike, unlike, nobody] }, g1: {}, g2: {}, g3: {} }
  const { agreed, ratings } = ratedUnits(
    { units: [], answers },
    {
      votesUnder: (keys) => votesOn([...keys].flatMap((key) => RATED[key] ?? [])),
      categories: 2,
      settled: ['g1', 'g3'],
    },
  )
  expect(Object.fromEntries(ratings)).toEqual({ g1: [1, 1], g2: [0, 1] })
  expect(Object.fromEntries(agreed)).toEqual({ s1: [], g1: ['split', 'settled'], g2: ['single'], g3: ['settled'] })
})
