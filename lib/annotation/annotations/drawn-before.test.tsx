/** Pages that the server drew before something was saved, and that reach the browser after it. */

import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CONFIRMED_PREFIX } from '@/lib/platform/client/left-behind'
import { newId, testId } from '@/tests/support/test-id'
import type { SavedAnswer, Workbench } from './contract'

const AT = '2030-01-01T00:00:00.000Z'
const place = { unit: 'item', question: 'action' }

/** As the server drew it before anything was answered. */
let drawn: Workbench
let saved: SavedAnswer[]
let submittedAt: string | null
let readings: number

beforeEach(() => {
  localStorage.clear()
  ;[saved, submittedAt, readings] = [[], null, 0]
  const content = { prompt: 'Which is the largest ocean?', response: 'The Pacific.', domain: 'wk', source: null }
  drawn = {
    userId: newId(),
    annotationId: newId(),
    taskId: newId(),
    projectId: testId(4),
    projectName: 'Oceans',
    protocolId: 'felm',
    stageKey: 'segments',
    round: 1,
    mode: 'editing',
    submittedAt: null,
    answers: [],
    suggestions: [],
    sentBack: null,
    guidelineVersion: 1,
    expiresAt: null,
    item: {
      position: 1,
      title: content.prompt,
      externalId: null,
      domain: 'wk',
      source: null,
      content: { ...content, index: null, refContents: [] },
    },
    units: [
      { key: 'item', kind: 'item', text: content.prompt },
      { key: 's1', kind: 'segment', text: content.response },
    ],
    abilities: { annotate: true },
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/submit')) {
      submittedAt = AT
      return Response.json({ submittedAt, held: null })
    }
    if (path.endsWith('/annotation')) {
      readings += 1
      const answers = saved.map((answer) => ({ ...answer, origin: 'chosen' }))
      return Response.json({ ...drawn, answers, mode: submittedAt ? 'reading' : 'editing', submittedAt })
    }
    const { unit, question, value, expectedRevision } = JSON.parse(String(init.body))
    const answer = { unit, question, value, revision: expectedRevision + 1, savedAt: AT }
    saved = [...saved.filter((other) => other.question !== question), answer]
    return Response.json(answer)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A page of its own: nothing of what another page remembers is there but what the browser keeps. */
async function loadPage() {
  vi.resetModules()
  const [{ answersOutbox }, { sendSubmission }, { useWorkbench }, { createQueryClient }, { protocolById }] =
    await Promise.all([
      import('./answers-outbox'),
      import('./waiting-submissions'),
      import('./use-workbench'),
      import('@/lib/platform/client/query-client'),
      import('@/lib/protocols'),
    ])
  const { annotationId, taskId, userId } = drawn
  const save = async (value: string, revision = 0) => {
    const outbox = answersOutbox(userId)
    outbox.put({ annotationId, taskId, ...place, value, origin: 'chosen', suggestionId: null }, revision)
    await outbox.flush(annotationId)
    expect(outbox.status(annotationId).state).toBe('saved')
  }
  const show = (initial: Workbench) => {
    const client = createQueryClient()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    return renderHook(() => useWorkbench(initial, protocolById('felm')), { wrapper }).result
  }
  return {
    save,
    show,
    submit: () => sendSubmission(userId, { taskId, annotationId, guidelineVersion: null, hold: true }),
  }
}

it('show what the page before saved meanwhile', async () => {
  const before = await loadPage()
  await before.save('keep')
  const page = await loadPage()
  const shown = page.show(drawn)
  await waitFor(() => expect(shown.current.answers.item?.action).toBe('keep'))
  expect(readings).toBe(1)
  // What is written down says where and which revision, not what was answered.
  expect(localStorage.getItem(CONFIRMED_PREFIX + drawn.userId)).toBe(
    JSON.stringify([[drawn.annotationId, { ...place, revision: 1 }]]),
  )
})

it('are read again where they have an older value of what was saved', async () => {
  const before = await loadPage()
  await before.save('keep')
  const older = { ...drawn, answers: saved.map((answer) => ({ ...answer, origin: 'chosen' as const })) }
  await before.save('discard', 1)
  const page = await loadPage()
  const shown = page.show(older)
  expect(shown.current.answers.item?.action).toBe('keep')
  await waitFor(() => expect(shown.current.answers.item?.action).toBe('discard'))
})

it('are submitted where the page before submitted meanwhile', async () => {
  const before = await loadPage()
  await before.submit()
  const page = await loadPage()
  const shown = page.show(drawn)
  await waitFor(() => expect(shown.current.workbench).toMatchObject({ mode: 'reading', submittedAt: AT }))
})

it('are not read again where they have what was saved, or where it was saved in another round', async () => {
  const before = await loadPage()
  await before.save('keep')
  const page = await loadPage()
  const whole = page.show({ ...drawn, answers: saved.map((answer) => ({ ...answer, origin: 'chosen' })) })
  const other = page.show({ ...drawn, annotationId: newId(), taskId: newId(), round: 2 })
  await act(async () => {})
  expect([whole.current.answers.item?.action, other.current.answers.item?.action, readings]).toEqual([
    'keep',
    undefined,
    0,
  ])
})

it('are shown as they were drawn where the browser holds something else under the name', async () => {
  localStorage.setItem(CONFIRMED_PREFIX + drawn.userId, '{"not": "a list"}')
  const page = await loadPage()
  const shown = page.show(drawn)
  await act(async () => {})
  expect([shown.current.workbench.answers, readings]).toEqual([[], 0])
})
