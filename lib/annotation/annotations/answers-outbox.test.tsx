import { expect, test, vi } from 'vitest'
import { entryKey, type OutboxEntry, type ServerValue } from '@/lib/annotation/outbox/outbox-entry'
import { clock } from '@/lib/annotation/outbox/send-schedule'
import { ACTING_USER_HEADER } from '@/lib/platform/api/endpoint'
import { answersOutbox, answersTransport } from './answers-outbox'
import type { Workbench } from './contract'

const PERSON = '01a1ffff-0000-7000-8000-000000000001'
const ENTRY: OutboxEntry = {
  taskId: '01a1ffff-0000-7000-8000-000000000002',
  annotationId: '01a1ffff-0000-7000-8000-000000000003',
  unit: 's2',
  question: 'label',
  value: true,
  origin: 'chosen',
  suggestionId: null,
  base: 0,
  baseValue: null,
  seq: 1,
  editedAt: Date.parse('2026-11-21T10:00:00Z'),
  sent: [],
  conflict: null,
  refused: null,
}

const OPENED: Workbench = {
  userId: PERSON,
  annotationId: ENTRY.annotationId,
  taskId: ENTRY.taskId,
  projectId: '01a1ffff-0000-7000-8000-000000000004',
  projectName: 'Rivers',
  protocolId: 'felm',
  stageKey: 'segments',
  round: 1,
  mode: 'editing',
  submittedAt: null,
  item: { position: 1, title: 'Danube', externalId: null, domain: null, source: null, content: {} },
  units: [],
  answers: [],
  suggestions: [],
  sentBack: null,
  guidelineVersion: null,
  expiresAt: null,
  abilities: { annotate: true },
}

test('what was sent while the page woke up reaches who listens only afterwards', async () => {
  const saved = { unit: 's2', question: 'label', value: true, revision: 1, savedAt: '2026-11-21T10:00:01.000Z' }
  localStorage.setItem(`assay-outbox/${PERSON}/${entryKey(ENTRY)}`, JSON.stringify(ENTRY))
  const fetched = vi.fn(async () => Response.json(saved))
  vi.stubGlobal('fetch', fetched)
  const outbox = answersOutbox(PERSON)
  await outbox.flush(ENTRY.annotationId)
  expect(fetched).toHaveBeenCalledOnce()
  // As theirs: another tab may have signed somebody else in.
  expect(fetched).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ headers: expect.objectContaining({ [ACTING_USER_HEADER]: PERSON }) }),
  )
  expect(outbox.status(ENTRY.annotationId).state).toBe('saved')

  const heard: [string, ServerValue][] = []
  outbox.onServerValue((annotationId, value) => heard.push([annotationId, value]))
  expect(heard).toEqual([[ENTRY.annotationId, saved]])
})

test('the time of the outbox goes on when the clock of the device is put back', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const [before, timeOfDay] = [clock.now(), clock.timeOfDay()]
  vi.setSystemTime(timeOfDay - 3 * 3_600_000)
  expect(clock.timeOfDay()).toBeLessThan(timeOfDay)
  expect(clock.now()).toBeGreaterThanOrEqual(before)
  vi.useRealTimers()
})

test('an opening that guidelines come before holds the answers back, and they are sent once those are confirmed', async () => {
  const no = { type: 'about:blank', title: 'no', status: 409, code: 'conflict', detail: 'Open it first.' }
  const issues = [{ path: 'guidelines', message: 'Version 2 of the guidelines is not confirmed yet; you know 1.' }]
  let isConfirmed = false
  let isOpen = false
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/annotation')) {
      isOpen = isConfirmed
      if (isConfirmed) return Response.json(OPENED)
      return Response.json({ ...no, status: 422, code: 'rule', issues }, { status: 422 })
    }
    if (!isOpen) return Response.json({ ...no, data: { unopened: true } }, { status: 409 })
    const saved = { status: 'saved', unit: 's2', question: 'label', value: true, revision: 1 }
    return Response.json({ ...saved, savedAt: '2026-11-21T10:00:01.000Z' })
  })
  const outbox = answersOutbox('01a1ffff-0000-7000-8000-000000000011')
  outbox.put(ENTRY, 0)
  await outbox.flush(ENTRY.annotationId)
  expect(outbox.status(ENTRY.annotationId)).toMatchObject({ state: 'to-confirm', count: 1 })
  isConfirmed = true
  outbox.resume()
  await outbox.flush(ENTRY.annotationId)
  expect(outbox.status(ENTRY.annotationId).state).toBe('saved')
})

test('an annotation that was begun without the network is opened before its answers are sent', async () => {
  const asked: string[] = []
  let isOpen = false
  const unopened = { type: 'about:blank', title: 'no', status: 409, code: 'conflict', detail: 'Open it first.' }
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path.split('/').at(-1) ?? '')
    if (path.endsWith('/annotation')) {
      isOpen = true
      return Response.json(OPENED)
    }
    if (!isOpen) return Response.json({ ...unopened, data: { unopened: true } }, { status: 409 })
    return Response.json({
      unit: 's2',
      question: 'label',
      value: true,
      revision: 1,
      savedAt: '2026-11-21T10:00:01.000Z',
    })
  })
  const to = { taskId: ENTRY.taskId, annotationId: ENTRY.annotationId }
  const sendEntries = answersTransport(PERSON)
  expect(await sendEntries(to, [ENTRY], { keepalive: false, hasWaited: false })).toMatchObject([
    { status: 'saved', revision: 1 },
  ])
  expect(asked).toEqual(['answers', 'annotation', 'answers'])

  // Another annotation than the one it was made in takes no answer of it.
  isOpen = false
  const strange = { ...to, annotationId: '01a1ffff-0000-7000-8000-000000000009' }
  await expect(sendEntries(strange, [ENTRY], { keepalive: false, hasWaited: false })).rejects.toMatchObject({
    code: 'conflict',
  })
})
