import { expect, it } from 'vitest'
import { chosenText, mostTaken } from './rules'

const tasks = {
  stage: 'segments',
  taken: 12,
  suggested: 5,
  own: 1,
  left: [{ reason: 'annotated' as const, items: 1200 }],
}

it('says what a run takes of chosen items, and why not the others', () => {
  expect(chosenText(tasks, false)).toBe(
    'The run takes up to 13 items. Left out: 1,200 annotated already. 1 item that you annotate yourself: taken unless somebody has submitted.',
  )
  expect(chosenText(tasks, true)).toContain(
    'up to 8 items. Left out: 5 with suggestions of a run already, 1,200 annotated',
  )
  expect(chosenText({ ...tasks, suggested: 0, own: 0, left: [] }, true)).toBe('The run takes up to 12 items.')
  expect(chosenText({ ...tasks, taken: 5, own: 0 }, true)).toMatch(/^The run takes none of them. Left out: 5 with/)
  expect(mostTaken(tasks, true)).toBe(8)
})
