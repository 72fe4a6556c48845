import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { consolidationQuery } from '@/lib/adjudication/consolidation/hooks'
import { parseEntry } from '@/lib/annotation/outbox/outbox-entry'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { s1, viewOf } from '@/tests/support/desk-view'
import { type DeskChoice, deskChoiceSchema, knownSchema } from './contract'
import { useWaitingChoices } from './hooks'

const taking = (lane: string): DeskChoice => ({ does: 'settle', choice: { lane }, reason: '' })
const s2 = { ...s1, unit: 's2' }

/** What is kept on the device, in the order in which it will be sent. */
const kept = () =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.getItem(localStorage.key(index) ?? '') ?? '')
    .flatMap((text) => parseEntry(text) ?? [])
    .toSorted((left, right) => left.seq - right.seq)

let people = 0
/** Whoever is at a desk now. */
let id: string
/** A view as this person has it, of a task of their own. */
const own = (view: ConsolidationView) => ({ ...view, userId: id, taskId: id })

/** A desk of somebody who was not there before; the outboxes of a tab live as long as the tab. */
function openDesk(given: ConsolidationView = viewOf(4)) {
  people += 1
  id = `0197d000-0000-7000-8000-${String(people).padStart(12, '0')}`
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const view = own(given)
  const shown = { ...consolidationQuery(view.taskId), initialData: view, enabled: false }
  const hears = (news: ConsolidationView) => act(async () => void client.setQueryData(shown.queryKey, own(news)))
  return { view, hears, ...renderHook(() => useWaitingChoices(useQuery(shown).data), { wrapper }) }
}
let answer: () => Promise<Response>
/** The server's answers to what was asked and has none yet, in turn. */
let answers: ((answer: Response) => void)[]
const answerLater = () => new Promise<Response>((resolve) => answers.push(resolve))
beforeEach(() => {
  localStorage.clear()
  answers = []
  // Desks that were left try again in their own time.
  vi.stubGlobal('fetch', (path: string) => (path.includes(id) ? answer() : Promise.reject(new TypeError('left'))))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('a desk that was drawn before a choice was saved is read again', async () => {
  const { view, result } = openDesk()
  answer = async () => Response.json({ ...own(viewOf(5, { s1: true })) })
  await act(async () => void (await result.current.send(s1, taking('A'))))
  expect(kept()).toEqual([])
  cleanup()
  // Another page: nothing of what this one remembers is there but what the browser keeps.
  vi.resetModules()
  const { useWaitingChoices: useChoicesAnew } = await import('./hooks')
  const readings: string[] = []
  answer = async () => {
    readings.push('read')
    return Response.json(own(viewOf(5, { s1: true })))
  }
  const show = (drawn: ConsolidationView) => {
    const client = createQueryClient()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    // Without the reading that comes again and again.
    const query = { ...consolidationQuery(drawn.taskId), initialData: drawn, refetchInterval: false as const }
    return renderHook(() => useChoicesAnew(useQuery(query).data), { wrapper }).result
  }
  const late = show(view)
  await waitFor(() => expect(late.current.view).toMatchObject({ revision: 5, settled: [{ ...s1, value: true }] }))
  cleanup()
  show(own(viewOf(5, { s1: true })))
  await act(async () => {})
  expect(readings).toEqual(['read'])
})

describe('while the network is gone', () => {
  beforeEach(() => {
    answer = () => Promise.reject(new TypeError('no network'))
  })

  it('a choice made again goes on from what one had seen, one’s own choices in between included', async () => {
    const { result } = openDesk()
    act(() => void result.current.choose(s1, taking('A')))
    act(() => void result.current.choose({ ...s1 }, { does: 'take_unit', lane: 'B' }))
    act(() => void result.current.choose(s1, taking('A')))
    await waitFor(() => expect(result.current.status.state).toBe('waiting'))
    const [unit, again] = kept()
    expect(unit?.value).toEqual({ does: 'take_unit', lane: 'B' })
    // Nothing, at the first choice; then the other lane, taken for the whole unit.
    expect(again?.baseValue).toMatchObject({ known: [[], [], [{ value: false }]] })
    expect(result.current.view.settled).toMatchObject([{ ...s1, value: true }])
  })
})

it('each remark has an id of its own, which it keeps when it is made again as it waits', async () => {
  answer = () => Promise.reject(new TypeError('no network'))
  const { result } = openDesk()
  const objection: DeskChoice = { does: 'object', value: true, comment: 'No.' }
  const ids = () =>
    kept()
      .map(({ value }) => deskChoiceSchema.parse(value))
      .map((each) => 'remarkId' in each && each.remarkId)
  act(() => void result.current.choose(s1, objection))
  act(() => void result.current.choose(s2, objection))
  const [first, second] = ids()
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).not.toBe(first)
  act(() => void result.current.choose(s1, objection))
  expect(ids()).toEqual([second, first])
  const accepting = (reason: string): DeskChoice => ({ does: 'accept', choice: { value: true }, reason })
  act(() => void result.current.choose(s1, accepting('Yes.')))
  const third = ids().at(-1)
  act(() => void result.current.choose(s1, accepting('Oh, yes.')))
  expect(ids().at(-1)).toMatch(/^[0-9a-f-]{36}$/)
  expect(ids().at(-1)).not.toBe(third)
  act(() => void result.current.choose(s1, accepting('')))
  expect(ids().at(-1)).toBe(false)
})

describe('what others settle meanwhile, hidden by what waits', () => {
  beforeEach(() => {
    answer = () => Promise.reject(new TypeError('no network'))
  })
  const takingUnit: DeskChoice = { does: 'take_unit', lane: 'A' }
  /** The states that the choice made last counts as seen, by unit and value. */
  const seen = () =>
    knownSchema.parse(kept().at(-1)?.baseValue).known.map((state) => JSON.stringify(state).match(/s\d|true|false/g))

  it.each<[string, DeskChoice, DeskChoice]>([
    ['of a unit', takingUnit, taking('A')],
    ['of a question', taking('A'), takingUnit],
  ])('by a choice %s, is not seen by the next choice there', async (_, first, second) => {
    const { result, hears } = openDesk()
    act(() => void result.current.choose(s1, first))
    await hears(viewOf(5, { s1: false, s2: false }))
    act(() => void result.current.choose(s1, second))
    expect(seen()).toEqual([null, ['s1', 'true']])
    // Elsewhere it is on screen.
    act(() => void result.current.choose(s2, taking('A')))
    expect(seen()).toEqual([
      ['s2', 'false'],
      ['s2', 'false'],
    ])
  })

  it('by a proposal, is not seen by the next proposal', async () => {
    const disagreement = { ...s1, cause: null, replies: [] }
    const proposed = (revision: number, proposal: boolean | null) => ({
      ...viewOf(revision),
      disagreements: [{ ...disagreement, proposal }],
    })
    const { result, hears } = openDesk(proposed(4, null))
    act(() => void result.current.choose(s1, { does: 'propose', value: true, comment: 'By the map.' }))
    await hears(proposed(5, false))
    act(() => void result.current.choose(s1, { does: 'propose', value: true, comment: 'By the atlas.' }))
    expect(kept().at(-1)?.baseValue).toEqual({ known: [null, true] })
  })
})

describe('while the server has not answered yet', () => {
  beforeEach(() => {
    answer = answerLater
  })

  it('one choice is shown with the answer, what it goes on from at once', async () => {
    const { result } = openDesk(viewOf(4, { s1: true }))
    act(() => void result.current.choose(s2, taking('A')))
    await waitFor(() => expect(result.current.status).toMatchObject({ state: 'saving', count: 1 }))
    expect(result.current.view.settled).toHaveLength(1)
    expect(result.current.ahead.settled.at(-1)).toMatchObject({ ...s2, by: { kind: 'you' } })
  })

  it('several are shown, so that nothing chosen seems to be open again', async () => {
    const { result } = openDesk()
    act(() => void result.current.choose(s1, taking('A')))
    act(() => void result.current.choose(s2, taking('A')))
    await waitFor(() => expect(result.current.status).toMatchObject({ state: 'saving', count: 2 }))
    expect(result.current.view.open).toEqual([])
    answers.shift()?.(Response.json(own(viewOf(5, { s1: true }))))
    await waitFor(() => expect(result.current.status).toMatchObject({ state: 'saving', count: 1 }))
    expect(result.current.view.open).toEqual([])
    await waitFor(() => expect(answers).toHaveLength(1))
    answers.shift()?.(Response.json(own(viewOf(6, { s1: true, s2: true }))))
    await waitFor(() => expect(result.current.status.state).toBe('saved'))
    act(() => void result.current.choose(s1, taking('B')))
    await waitFor(() => expect(result.current.status).toMatchObject({ state: 'saving', count: 1 }))
    expect(result.current.view.settled).toMatchObject([
      { ...s1, value: true },
      { ...s2, value: true },
    ])
  })
})

it('a choice after a refusal is made on what stands, which is then shown', async () => {
  answer = async () =>
    Response.json({ type: 'about:blank', title: 't', status: 422, code: 'rule', detail: 'No.' }, { status: 422 })
  const { result, view } = openDesk()
  act(() => void result.current.choose(s1, taking('A')))
  await waitFor(() => expect(result.current.blocked).toHaveLength(1))
  expect(kept()[0]?.base).toBe(view.revision)
  answer = () => Promise.reject(new TypeError('no network'))
  act(() => void result.current.choose(s1, taking('B')))
  expect(result.current.blocked).toEqual([])
  expect(kept()).toMatchObject([{ refused: null, value: taking('B'), sent: [taking('B')] }])
})
