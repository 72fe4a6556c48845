import { expect, it } from 'vitest'
import { LastHeard, TASKS_KEPT } from './last-heard'

const at = (question: string, revision: number) => ({ unit: 's1', question, revision })

it('keeps the newest of every field, whatever order it comes in', () => {
  const heard = new LastHeard()
  for (const value of [at('label', 2), at('reason', 1), at('label', 1), at('reason', 2)]) heard.hear('one', value)
  expect(heard.all()).toEqual([
    ['one', at('label', 2)],
    ['one', at('reason', 2)],
  ])
})

it('lets go of the task that was heard of longest ago', () => {
  const heard = new LastHeard()
  for (let n = 0; n < TASKS_KEPT; n++) heard.hear(`task ${n}`, at('label', 1))
  heard.hear('task 0', at('reason', 1))
  heard.hear('another', at('label', 1))
  const tasks = [...new Set(heard.all().map(([id]) => id))]
  expect(tasks).toHaveLength(TASKS_KEPT)
  expect(tasks).not.toContain('task 1')
  expect(tasks.slice(-2)).toEqual(['task 0', 'another'])
})
