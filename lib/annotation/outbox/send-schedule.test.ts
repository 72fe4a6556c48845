import { describe, expect, it } from 'vitest'
import { ApiError } from '@/lib/platform/client/api-error'
import type { OutboxEntry } from './outbox-entry'
import { SendQueue, SendSchedule } from './send-schedule'

const HOURS = 3_600_000
const at = { taskId: 'task', annotationId: 'annotation', unit: 's1', question: 'reason' }
const entry = (editedAt: number): OutboxEntry => ({
  ...at,
  value: 'words',
  origin: 'typed',
  suggestionId: null,
  base: 0,
  baseValue: null,
  seq: 1,
  editedAt,
  sent: [],
  conflict: null,
  refused: null,
})
const KEY = 'annotation/s1/reason'

it('waits for a pause in typing, but not for ever', () => {
  const dues = new SendSchedule()
  const seen = [0, 500, 1_000, 2_800].map((now) => {
    dues.edited(KEY, now, true)
    return dues.at(KEY)
  })
  expect(seen).toEqual([600, 1_100, 1_600, 3_000])
  dues.forget(KEY)
  dues.edited(KEY, 3_000, true)
  expect(dues.at(KEY)).toBe(3_600)
  dues.edited(KEY, 3_100, false)
  expect(dues.at(KEY)).toBe(3_100)
})

it('leaves another tab its change for ten seconds since it was made', () => {
  const dues = new SendSchedule()
  dues.leave(entry(5_000 * HOURS), 700, 5_000 * HOURS + 4_000)
  expect(dues.at(KEY)).toBe(6_700)
  dues.leave(entry(5_000 * HOURS + 5_000), 2_000, 5_000 * HOURS + 5_300)
  expect(dues.at(KEY)).toBe(11_700)
})

it('waits no longer where the clock was put back or on since, however often the storage changes', () => {
  const dues = new SendSchedule()
  for (const now of [0, 4_000, 9_000]) {
    dues.leave(entry(5_000 * HOURS), now, 4_997 * HOURS + now)
    expect(dues.at(KEY)).toBe(10_000)
  }
  dues.leave(entry(5_000 * HOURS), 9_500, 5_003 * HOURS)
  expect(dues.at(KEY)).toBe(9_500)
})

describe('a queue', () => {
  const error = (status: number) => new ApiError({ code: status === 0 ? 'network' : 'rule', status, detail: 'No.' })

  it('waits longer after every passing failure, at most half a minute, spread by a quarter', () => {
    const queue = new SendQueue()
    const pauses = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0, 1].map((spread) => {
      expect(queue.failed(error(0), 1, 1_000, spread)).toBe('again')
      return queue.notBefore - 1_000
    })
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 22_500, 37_500])
    expect(queue.trouble).toBe('waiting')
    queue.retryNow()
    expect([queue.notBefore, queue.trouble]).toEqual([0, 'waiting'])
    queue.answered()
    expect(queue.trouble).toBeNull()
    queue.failed(error(0), 1, 0, 0.5)
    expect(queue.notBefore).toBe(1_000)
  })

  it('says that the session is over', () => {
    const queue = new SendQueue()
    expect(queue.failed(error(401), 1, 0, 0.5)).toBe('again')
    expect(queue.trouble).toBe('signed-out')
    queue.failed(error(503), 1, 0, 0.5)
    expect(queue.trouble).toBe('waiting')
  })

  it.each([400, 413])('halves requests that are answered with %i until one is through, then doubles them', (status) => {
    const queue = new SendQueue(100)
    expect([queue.failed(error(status), 50, 0, 0), queue.batch, queue.notBefore]).toEqual(['again', 25, 0])
    expect([queue.failed(error(status), 25, 0, 0), queue.batch]).toEqual(['again', 13])
    expect(queue.failed(error(status), 1, 0, 0)).toEqual({ refused: 'No.' })
    for (let answers = 0; answers < 3; answers++) queue.answered()
    expect(queue.batch).toBe(100)
  })

  it.each([
    ['guidelines', 'to-confirm'],
    ['practice', 'to-practise'],
  ])('holds what %s comes first for, and tries it again', (path, trouble) => {
    const issues = [{ path, message: 'Not yet.' }]
    const queue = new SendQueue()
    const data = { projectId: 'lakes' }
    expect(queue.failed(new ApiError({ code: 'rule', status: 422, detail: 'No.', issues, data }), 2, 0, 0.5)).toBe(
      'again',
    )
    expect([queue.trouble, queue.notBefore]).toEqual([trouble, 1_000])
    expect(queue.gate).toEqual({ trouble, projectId: 'lakes' })
    queue.failed(error(503), 2, 0, 0.5)
    expect([queue.trouble, queue.gate]).toEqual(['waiting', null])
    expect(queue.failed(error(422), 2, 0, 0.5)).toEqual({ refused: 'No.' })
  })

  it('gives up what will never be taken', () => {
    expect(new SendQueue().failed(error(403), 2, 0, 0)).toEqual({ refused: 'No.' })
  })
})
