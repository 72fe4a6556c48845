import { afterEach, expect, test, vi } from 'vitest'
import { askForNextTask } from './hooks'

const PROJECT = '0192d1c0-0000-7000-8000-000000000002'
const TASK = '0192d1c0-0000-7000-8000-000000000003'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what depends on a submission that can be taken back is asked for again until it is frozen', async () => {
  vi.useFakeTimers()
  const waits = { taskId: null, reason: 'waits_for_submission' }
  const answers = [waits, waits, { taskId: TASK, reason: null }]
  const fetch = vi.fn(async () => Response.json(answers.shift()))
  vi.stubGlobal('fetch', fetch)
  const next = askForNextTask(PROJECT)
  await vi.runAllTimersAsync()
  expect(await next).toEqual({ taskId: TASK, reason: null })
  expect(fetch).toHaveBeenCalledTimes(3)
})

test('any other reason is answered at once', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ taskId: null, reason: 'waits_for_answer' }))
  expect(await askForNextTask(PROJECT)).toEqual({ taskId: null, reason: 'waits_for_answer' })
})
