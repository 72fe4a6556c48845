import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ProtocolWorkbench } from '@/components/protocols/protocol-workbench'
import type { Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { testHost } from '@/tests/support/hosts'
import { newWorkbench } from '@/tests/support/test-bench'
import { newId } from '@/tests/support/test-id'

const AT = '2030-01-01T00:00:00.000Z'
const TOO_LATE = { type: 'about:blank', title: 'no', status: 409, code: 'conflict', detail: 'It was too late.' }
const NOT_YOURS = { ...TOO_LATE, status: 403, code: 'forbidden', detail: 'This task is not yours to answer.' }
const SECONDS = 3_600

function workbench(position: number, userId: string): WorkbenchData {
  const content = { prompt: `Question ${position}?`, response: 'It is so.', domain: 'wk', source: null, index: null }
  return newWorkbench('felm', 'segments', content, [content.response], {
    userId,
    item: {
      position,
      title: content.prompt,
      externalId: null,
      domain: 'wk',
      source: null,
      content: { ...content, refContents: [] },
    },
  })
}

let first: WorkbenchData
let second: WorkbenchData
/** Where the first task's submission stands on the server. */
let standing: 'open' | 'held' | 'frozen'
/** Does the answer to a submission get lost on its way back? */
let isLost: boolean
/** What taking back waits for. */
let answered: Promise<void>
let sent: string[]

beforeEach(() => {
  isLost = false
  answered = Promise.resolve()
  const userId = newId()
  ;[first, second] = [workbench(1, userId), workbench(2, userId)]
  standing = 'open'
  sent = []
  Object.assign(window, { scrollTo: () => {} })
  history.pushState(null, '', `/projects/${first.projectId}/tasks/${first.taskId}/annotate`)
  const held = { until: AT, seconds: SECONDS }
  let answers: WorkbenchData['answers'] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push(path.slice(path.lastIndexOf('/')))
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    if (path.includes('/foreseen')) return Response.json({ tasks: [] })
    if (path.endsWith('/submit')) {
      standing = 'held'
      if (isLost) throw new TypeError('no network')
      return Response.json({ submittedAt: null, held })
    }
    if (path.endsWith('/take-back')) {
      await answered
      if (standing === 'frozen') return Response.json(TOO_LATE, { status: 409 })
      standing = 'open'
      return new Response(null, { status: 204 })
    }
    if (path.endsWith('/next-task/annotation'))
      return Response.json({ taskId: second.taskId, reason: null, workbench: second })
    if (path.endsWith(`${second.taskId}/annotation`)) return Response.json(second)
    if (path.endsWith('/annotation')) {
      const submittedAt = standing === 'frozen' ? AT : null
      const mode = standing === 'open' ? 'editing' : 'reading'
      return Response.json({ ...first, answers, mode, submittedAt, ...(standing === 'held' ? { held } : {}) })
    }
    if (!path.endsWith('/answers')) return Response.json({})
    if (path.includes(first.taskId) && standing !== 'open') return Response.json(NOT_YOURS, { status: 403 })
    const saved = (body.answers ?? [body]).map(({ unit, question, value, expectedRevision, origin }: typeof body) => {
      return { unit, question, value, revision: expectedRevision + 1, savedAt: AT, origin }
    })
    if (path.includes(first.taskId)) answers = [...answers, ...saved]
    return Response.json(
      body.answers ? { outcomes: saved.map((each: object) => ({ status: 'saved', ...each })) } : saved[0],
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

const heading = (position: number) =>
  screen.findByRole('heading', { level: 1, name: `${position}. Question ${position}?` })
const press = (key: string, more: object = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...more }))
const open = (bench: WorkbenchData) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ProtocolWorkbench initial={bench} Host={testHost(bench.protocolId)} />
    </QueryClientProvider>,
  )
const takeBack = () => screen.findByRole('button', { name: /^Take back/ })
const submitButton = () => screen.findByRole('button', { name: /^Submit/ })

async function submitFirst() {
  open(first)
  await press('t')
  await press('y')
  await press('Enter', { ctrlKey: true })
  await takeBack()
}

async function goOn() {
  fireEvent.click(await screen.findByRole('button', { name: /^Next task/ }))
  await heading(2)
}

it('takes back by undo what was submitted, and opens it with its answers', async () => {
  await submitFirst()
  await press('z', { ctrlKey: true })
  await submitButton()
  // The key is still down.
  await press('z', { ctrlKey: true, repeat: true })
  expect(standing).toBe('open')
  expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Keep/ }).getAttribute('aria-pressed')).toBe('true')
  // The buttons of the submitted task are gone, and the focus is where one answers.
  await waitFor(() => expect(document.activeElement?.id).toMatch(/^unit-/))
})

it('takes it back from the next task by its key, and by undo only where there is nothing else to undo or do again', async () => {
  await submitFirst()
  await goOn()
  await takeBack()
  await press('t')
  await press('z', { ctrlKey: true })
  await press('z', { ctrlKey: true })
  expect(sent).not.toContain('/take-back')
  await press('Z', { shiftKey: true })
  await heading(1)
  await submitButton()
})

it('says once, without the seconds, that it can be taken back', async () => {
  await submitFirst()
  await goOn()
  const said = screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes('Item 1'))
  expect(said.map(({ textContent }) => textContent)).toEqual([
    'Item 1 is submitted, and can be taken back for some seconds.',
  ])
})

it('says where it came too late, and offers it no more', async () => {
  await submitFirst()
  await goOn()
  await takeBack()
  standing = 'frozen'
  await press('Z', { shiftKey: true })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull())
  await heading(2)
})

async function submitLost() {
  isLost = true
  open(first)
  await press('t')
  await press('y')
  await press('Enter', { ctrlKey: true })
  return screen.findByRole('button', { name: /^Do not submit/ })
}

it('shows as submitted what was not taken back because it came too late, after its answer was lost', async () => {
  const notToSubmit = await submitLost()
  standing = 'frozen'
  fireEvent.click(notToSubmit)
  await screen.findByText('Submitted', { exact: true })
  expect(screen.queryByText(/Not submitted yet/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull()
})

it('keeps what was changed too late, and does not take it for saved', async () => {
  await submitLost()
  standing = 'frozen'
  await press('z', { ctrlKey: true })
  await screen.findByText('Submitted', { exact: true })
  await screen.findByText('One change was never saved')
})

it('sends what changes a lost submission once that is taken back', async () => {
  await submitLost()
  let answer = () => {}
  answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  sent = []
  await press('z', { ctrlKey: true })
  await waitFor(() => expect(sent).toContain('/take-back'))
  expect(sent).not.toContain('/answers')
  await act(async () => answer())
  await waitFor(() => expect(sent).toContain('/answers'))
  await waitFor(() => expect(screen.queryByText('Saving…')).toBeNull())
  expect(screen.queryByText(/not saved/)).toBeNull()
  expect(standing).toBe('open')
})

it('shows what another tab has submitted and taken back', async () => {
  await submitFirst()
  const key = `assay-confirmed/held/${first.userId}`
  expect(JSON.parse(localStorage.getItem(key) ?? '[]')).toMatchObject([{ annotationId: first.annotationId }])
  // As another tab does it: the storage's own event comes after.
  standing = 'open'
  for (const name of [key, `assay-confirmed/${first.userId}`]) localStorage.setItem(name, '[]')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  await submitButton()
})

it('is not offered for what the server has frozen, whatever the browser still remembers', async () => {
  standing = 'frozen'
  const { projectId, taskId, annotationId, userId } = first
  const endsAt = Date.now() + SECONDS * 1000
  localStorage.setItem(
    `assay-confirmed/held/${userId}`,
    JSON.stringify([{ projectId, taskId, annotationId, position: 1, endsAt }]),
  )
  open({ ...first, mode: 'reading', submittedAt: AT })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull())
  expect(screen.getByText('Submitted')).toBeTruthy()
})
