import { expect, test } from 'vitest'
import { changedFields, stageProblem } from './rules'

test('two people are no majority', () => {
  expect(stageProblem({ raters: 2 }, 'majority')).toMatch('three')
  expect(stageProblem({ raters: 3 }, 'majority')).toBeNull()
  expect(stageProblem({ raters: 2 }, 'reviewer')).toBeNull()
})

test('only what differs is a change', () => {
  expect(
    changedFields<{ name: string; queue: boolean }>({ name: 'a', queue: true }, { name: 'a', queue: false }),
  ).toEqual({
    queue: { from: true, to: false },
  })
})
