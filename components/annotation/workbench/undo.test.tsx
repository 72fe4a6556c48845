import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastRegion } from '@/components/ui/toast-region'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import type { UndoStep } from '@/lib/annotation/annotations/undo/contract'
import type { Json } from '@/lib/protocols/protocol'
import { allSaved, drawBench, newWorkbench, press, TestServer } from '@/tests/support/test-bench'

const CONTENT = { prompt: 'Which ocean?', domain: 'wk', source: null, index: null, refContents: [] }
const SEGMENTS = ['The Pacific is the largest ocean. ', 'It has many islands.']
const label = (unit: string, value: Json, revision = 1): Workbench['answers'][number] => ({
  unit,
  question: 'label',
  value,
  revision,
  savedAt: '2030-01-01T00:00:00.000Z',
  origin: 'chosen',
})
const step = (id: string, unit: string, from: Json, to: Json): UndoStep => ({
  id,
  typing: false,
  at: 0,
  changes: [{ unit, question: 'label', from, to, cause: { origin: 'chosen' } }],
})

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A workbench in another browser than the one in which it was begun. */
function elsewhere(steps: { done: UndoStep[]; undone: UndoStep[] }, more: Partial<Workbench>) {
  const bench = newWorkbench('felm', 'segments', { ...CONTENT, response: SEGMENTS.join('') }, SEGMENTS, more)
  const server = new TestServer(bench)
  const asked: string[] = []
  server.other = ({ path }) => {
    asked.push(path)
    return path.endsWith('/steps') ? { annotationId: bench.annotationId, ...steps } : {}
  }
  drawBench(bench)
  return { server, asked, bench }
}
const undoButton = () => screen.getByRole('button', { name: 'Undo' })

describe('undo in another browser', () => {
  it('goes on from the event log, back and forth, and says which step it takes back', async () => {
    const { server } = elsewhere(
      { done: [step('a', 's1', null, true), step('b', 's2', null, true)], undone: [] },
      { answers: [label('s1', true), label('s2', true)] },
    )
    await waitFor(() => expect(undoButton()).toHaveProperty('disabled', false))
    press('ctrl+z', 'ctrl+z')
    await waitFor(() => expect(server.answers()).toEqual({}))
    expect(new Set(server.sent.map((sent) => JSON.stringify((sent as { step?: Json }).step)))).toEqual(
      new Set(['{"id":"b","way":"undo"}', '{"id":"a","way":"undo"}']),
    )
    press('ctrl+y')
    await waitFor(() => expect(server.answers()).toEqual({ s1: { label: true } }))
    await allSaved()
    expect(JSON.parse(Object.values({ ...sessionStorage })[0] ?? '{}')).toMatchObject({
      done: [{ id: 'a' }],
      undone: [{ id: 'b' }],
    })
  })

  it('sets nothing where another value stands by now, and says so', async () => {
    render(<ToastRegion />)
    const { server } = elsewhere(
      { done: [step('a', 's1', null, true)], undone: [] },
      { answers: [label('s1', false, 2)] },
    )
    await waitFor(() => expect(undoButton()).toHaveProperty('disabled', false))
    act(() => press('ctrl+z'))
    await screen.findByText('Not undone')
    expect(server.sent).toEqual([])
    expect(undoButton()).toHaveProperty('disabled', true)
  })

  it('asks for nothing where nothing was done yet, as in a round that has just begun', () => {
    const carried = { ...label('s1', true), origin: 'carried' as const }
    const { asked } = elsewhere({ done: [], undone: [] }, { round: 2, answers: [carried] })
    expect(asked.filter((path) => path.endsWith('/steps'))).toEqual([])
    expect(undoButton().getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText(/began anew with this round/)).toBeDefined()
  })

  it('undoes nothing of what is submitted, and says where to read it', () => {
    const { asked } = elsewhere({ done: [], undone: [] }, { mode: 'reading', answers: [label('s1', true)] })
    expect(asked.filter((path) => path.endsWith('/steps'))).toEqual([])
    expect(screen.getByText(/Nothing here can be undone any more/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Time line' }).getAttribute('href')).toMatch(/\/timeline$/)
  })
})
