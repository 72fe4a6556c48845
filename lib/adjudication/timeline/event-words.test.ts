import { expect, it } from 'vitest'
import { describeEvent } from '@/lib/workspace/items/history/rules'
import { COURSE_EVENTS, wordsOf } from './event-words'

it.each([
  ['annotation.submitted', { round: 2, activeSeconds: 185 }, 'Submitted, round 2; 3 min in use', null],
  ['assignment.skipped', { userId: 'u', reason: 'not my field' }, 'Skipped', 'not my field'],
  ['search.made', { query: 'oceans', hits: 1 }, 'Searched: 1 result', 'oceans'],
  ['resolution.saved', { how: 'edited', reason: 'See the atlas.' }, 'Settled otherwise', 'See the atlas.'],
  ['task.reopened', { round: 2, userIds: ['u'], comment: 'Again.' }, 'Sent back to the annotators, round 2', 'Again.'],
])('puts %s into words, never with a person', (type, data, text, remark) =>
  expect(wordsOf(type, data)).toEqual({ text, remark }),
)

it('has words for the whole life of a task', () => {
  for (const type of COURSE_EVENTS) expect(wordsOf(type, {}).text).not.toBe(type)
})

it.each(['lapsed', 'reassigned', 'taken_back', 'left', 'unheard of'])(
  'says why a share was released as the history of its item does: %s',
  (why) => {
    const type = 'assignment.released'
    const [, history] = describeEvent(type, { userId: 'u', why }, new Map()).text.split(': ')
    expect(wordsOf(type, { why }).text).toBe(`The share was released: ${history}`)
  },
)
