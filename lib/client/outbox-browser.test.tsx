import { expect, test, vi } from 'vitest'
import { outboxOf, type ServerValue } from './outbox-browser'
import { entryKey, type OutboxEntry } from './outbox-entry'

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

test('what was sent while the page woke up reaches who listens only afterwards', async () => {
  const saved = { unit: 's2', question: 'label', value: true, revision: 1, savedAt: '2026-11-21T10:00:01.000Z' }
  localStorage.setItem(`assay-outbox/${PERSON}/${entryKey(ENTRY)}`, JSON.stringify(ENTRY))
  const fetched = vi.fn(async () => Response.json(saved))
  vi.stubGlobal('fetch', fetched)
  const { outbox, onServerValue } = outboxOf(PERSON)
  await outbox.flush(ENTRY.annotationId)
  expect(fetched).toHaveBeenCalledOnce()
  expect(outbox.status(ENTRY.annotationId).state).toBe('saved')

  const heard: [string, ServerValue][] = []
  onServerValue((annotationId, value) => heard.push([annotationId, value]))
  expect(heard).toEqual([[ENTRY.annotationId, saved]])
})
