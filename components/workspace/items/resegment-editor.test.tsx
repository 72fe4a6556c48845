import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import type { ItemTask, ItemView } from '@/lib/workspace/items/contract'
import { ResegmentEditor } from './resegment-editor'

const ITEM = '0192d1c0-0000-7000-8000-000000000001'
const PROJECT = '0192d1c0-0000-7000-8000-000000000002'
const WHOLE = 'One. Two 𝒳 three. Four.'
const TEXTS = ['One. ', 'Two 𝒳 three. ', 'Four.']
const no = { prepare: false, annotate: false, adjudicate: false, approve: false, readAnswers: false }

const unit = (key: string, kind: string, text: string, index: number) => ({
  id: `0192d1c0-0000-7000-8000-00000000001${index}`,
  key,
  kind,
  text,
})
const task: ItemTask = {
  id: '0192d1c0-0000-7000-8000-000000000003',
  stage: 'segments',
  stageTitle: 'Label segments',
  state: 'preparing',
  votes: false,
  round: 1,
  raters: 2,
  revision: 4,
  stale: null,
  units: [
    unit('item', 'item', 'Why?', 9),
    ...TEXTS.map((text, index) => unit(`s${index + 1}`, 'segment', text, index)),
  ],
  segmented: { kind: 'segment', whole: WHOLE, changed: false },
  gold: null,
  abilities: { ...no, sendBack: false, settleStale: false, discard: true, restore: false, prepare: true },
}
const item: ItemView = {
  id: ITEM,
  projectId: PROJECT,
  protocolId: 'felm',
  position: 1,
  externalId: null,
  title: 'Why?',
  domain: null,
  source: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  fileName: null,
  parts: [{ title: 'Response', text: WHOLE }],
  record: '{}',
  own: { domain: null, source: null, tags: [] },
  mayChangeFacts: false,
  recordLeftOut: [],
  escaped: false,
  formatTitle: 'Prompt and response',
  withdrawn: null,
  discarded: null,
  tasks: [task],
  previousId: null,
  nextId: null,
}

const fields = () => screen.getAllByRole<HTMLTextAreaElement>('textbox')
const texts = () => fields().map((field) => field.value)
const placeCaret = (index: number, offset: number) => {
  const field = fields()[index]
  if (!field) throw new Error(`there is no segment ${index}`)
  field.focus()
  field.setSelectionRange(offset, offset)
  return field
}

const answer = vi.fn<typeof fetch>()
beforeEach(() => {
  answer.mockReset()
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function show() {
  const onDone = vi.fn()
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <ResegmentEditor item={item} task={task} onDone={onDone} />
    </QueryClientProvider>,
  )
  return { onDone, client }
}

test('splits at the caret with Enter, behind a character of two code units too', () => {
  show()
  expect(texts()).toEqual(TEXTS)
  fireEvent.keyDown(placeCaret(1, 'Two 𝒳 '.length), { key: 'Enter' })
  expect(texts()).toEqual(['One. ', 'Two 𝒳 ', 'three. ', 'Four.'])
  expect(document.activeElement).toBe(fields()[2])
})

test('joins with the next at the end, with the one before at the beginning, and undoes', () => {
  show()
  fireEvent.keyDown(placeCaret(0, 3), { key: 'Delete' })
  expect(texts()).toEqual(TEXTS)
  fireEvent.keyDown(placeCaret(0, 5), { key: 'Delete' })
  expect(texts()).toEqual(['One. Two 𝒳 three. ', 'Four.'])
  fireEvent.keyDown(placeCaret(1, 0), { key: 'Backspace' })
  expect(texts()).toEqual([WHOLE])
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(texts()).toEqual(TEXTS)
})

test('does not split where a segment would be nothing but white space', () => {
  show()
  fireEvent.keyDown(placeCaret(0, 0), { key: 'Enter' })
  fireEvent.keyDown(placeCaret(0, 5), { key: 'Enter' })
  expect(texts()).toEqual(TEXTS)
})

test('nothing can be written into a segment', () => {
  show()
  const event = new Event('beforeinput', { bubbles: true, cancelable: true })
  placeCaret(0, 0).dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
})

test('saves the segments with the revision they were made from, and forgets the item and the lists', async () => {
  const { onDone, client } = show()
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  answer.mockResolvedValue(Response.json({ revision: 5, units: [] }))
  fireEvent.click(screen.getAllByRole('button', { name: 'Merge with next' })[0] ?? document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Save segments' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(answer.mock.calls[0]?.[0]).toBe(`/api/items/${ITEM}/segments`)
  expect(JSON.parse(String(answer.mock.calls[0]?.[1]?.body))).toEqual({
    stage: 'segments',
    expectedRevision: 4,
    segments: ['One. Two 𝒳 three. ', 'Four.'],
  })
  expect(invalidate.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([
    ['item', ITEM],
    ['items', PROJECT],
  ])
})

test('a refusal is said and the work stays', async () => {
  const { onDone } = show()
  const problem = {
    type: 'about:blank',
    title: 't',
    status: 409,
    code: 'revision_conflict',
    detail: 'Changed elsewhere.',
  }
  answer.mockResolvedValue(Response.json(problem, { status: 409 }))
  fireEvent.click(screen.getAllByRole('button', { name: 'Merge with next' })[0] ?? document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Save segments' }))
  expect((await screen.findByRole('alert')).textContent).toMatch('Changed elsewhere.')
  expect(texts()).toEqual(['One. Two 𝒳 three. ', 'Four.'])
  expect(onDone).not.toHaveBeenCalled()
})
