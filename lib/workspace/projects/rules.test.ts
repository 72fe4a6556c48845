import { expect, test } from 'vitest'
import { changedFields, stageProblem } from './rules'

test('two people are no majority', () => {
  expect(stageProblem({ raters: 2 }, 'majority')).toMatch('three')
  expect(stageProblem({ raters: 3 }, 'majority')).toBeNull()
  expect(stageProblem({ raters: 2 }, 'reviewer')).toBeNull()
})

test('no more people vote than records have places for', () => {
  expect(stageProblem({ raters: 3, furtherShare: 0 }, 'votes', 3)).toBeNull()
  expect(stageProblem({ raters: 4, furtherShare: 0 }, 'votes', 3)).toMatch('places for 3 votes, and 4 annotators')
  expect(stageProblem({ raters: 3, furtherShare: 10 }, 'votes', 3)).toMatch('4 annotators')
  expect(stageProblem({ raters: 9, furtherShare: 10 }, 'votes')).toBeNull()
})

test('only what differs is a change', () => {
  expect(
    changedFields<{ name: string; queue: boolean }>({ name: 'a', queue: true }, { name: 'a', queue: false }),
  ).toEqual({
    queue: { from: true, to: false },
  })
})
