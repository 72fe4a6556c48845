import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ACTING_USER_HEADER } from '@/lib/platform/api/endpoint'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { useDefinitions, useTour } from './hooks'

const USER = '0190aaaa-0000-7000-8000-000000000001'
const PROJECT = '0190aaaa-0000-7000-8000-000000000000'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

function page(answer: () => Promise<Response> = async () => new Response(null, { status: 204 })) {
  const client = createQueryClient()
  const fetched = vi.fn((_path: string, _init: RequestInit) => answer())
  vi.stubGlobal('fetch', fetched)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const sent = () => fetched.mock.calls.map(([path, init]) => [init.method, path, init.body])
  const asWhom = () => fetched.mock.calls.map(([, init]) => new Headers(init.headers).get(ACTING_USER_HEADER))
  return { wrapper, sent, asWhom }
}

it('the tour begins by itself once: where it was ended, pages that were made before do not begin it again', async () => {
  const { wrapper, sent } = page()
  const { result } = renderHook(() => useTour(USER, true), { wrapper })
  expect(result.current.step).toBe(0)
  act(() => result.current.go(2))
  act(() => result.current.end())
  act(() => result.current.end())
  expect(result.current.step).toBeNull()
  await waitFor(() => expect(sent()).toEqual([['POST', '/api/account/tour', undefined]]))
  const again = renderHook(() => useTour(USER, true), { wrapper })
  expect(again.result.current.step).toBeNull()
  act(() => again.result.current.start())
  expect(again.result.current.step).toBe(0)
})

it('definitions stand open in stages that were not closed, and what was chosen holds for the tasks after', async () => {
  const { wrapper, sent } = page()
  const open = (stageKey: string, closedDefinitions: string[] | null) =>
    renderHook(() => useDefinitions({ userId: USER, projectId: PROJECT, stageKey }, { closedDefinitions }), { wrapper })
      .result.current
  expect([open('one', []), open('one', ['one']), open('one', null)].map((each) => each.open)).toEqual([
    true,
    false,
    false,
  ])
  open('one', []).keep(false)
  expect([open('one', []).open, open('two', []).open]).toEqual([false, true])
  // People who are no members see what they chose, and nothing is kept.
  open('two', null).keep(true)
  expect(open('two', null).open).toBe(true)
  await waitFor(() =>
    expect(sent()).toEqual([
      ['PUT', `/api/projects/${PROJECT}/definitions`, JSON.stringify({ stage: 'one', open: false })],
    ]),
  )
})

it('what was closed while the server could not be reached stays closed on the next page, which sends it', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const offline = page(lost)
  const tour = renderHook(() => useTour(USER, true), { wrapper: offline.wrapper })
  const draw = ({ wrapper }: ReturnType<typeof page>, userId = USER) =>
    renderHook(() => useDefinitions({ userId, projectId: PROJECT, stageKey: 'one' }, { closedDefinitions: [] }), {
      wrapper,
    }).result.current
  act(() => tour.result.current.end())
  const definitions = draw(offline)
  act(() => definitions.keep(false))
  await waitFor(() => expect(offline.sent().length).toBeGreaterThan(1))

  const later = page()
  expect(draw(later, PROJECT).open).toBe(true)
  expect(renderHook(() => useTour(USER, true), { wrapper: later.wrapper }).result.current.step).toBeNull()
  expect(draw(later).open).toBe(false)
  await waitFor(() => expect(localStorage).toHaveLength(0))
  expect(later.sent()).toEqual([
    ['POST', '/api/account/tour', undefined],
    ['PUT', `/api/projects/${PROJECT}/definitions`, JSON.stringify({ stage: 'one', open: false })],
  ])
  // On this page, which was made before, it stays as it was chosen.
  expect(renderHook(() => useTour(USER, true), { wrapper: later.wrapper }).result.current.step).toBeNull()
  expect(draw(later).open).toBe(false)
})

it('what the server refuses is not sent again', async () => {
  const problem = { type: 'about:blank', title: 'Hidden', status: 404, code: 'not_found', detail: 'It is not there.' }
  const { wrapper, sent } = page(async () => Response.json(problem, { status: 404 }))
  const { result } = renderHook(
    () => useDefinitions({ userId: USER, projectId: PROJECT, stageKey: 'one' }, { closedDefinitions: [] }),
    { wrapper },
  )
  act(() => result.current.keep(false))
  expect(localStorage).toHaveLength(1)
  await waitFor(() => expect(localStorage).toHaveLength(0))
  expect(sent()).toHaveLength(1)
})

it('what a session that ran out refuses is kept and sent later, as whose it is', async () => {
  const problem = { type: 'about:blank', title: 'no', status: 401, code: 'unauthorized', detail: 'Sign in.' }
  const out = page(async () => Response.json(problem, { status: 401 }))
  const tour = renderHook(() => useTour(USER, true), { wrapper: out.wrapper })
  act(() => tour.result.current.end())
  await waitFor(() => expect(out.sent()).toHaveLength(1))
  await act(async () => {})
  expect(localStorage).toHaveLength(1)
  const later = page()
  renderHook(() => useTour(USER, true), { wrapper: later.wrapper })
  await waitFor(() => expect(localStorage).toHaveLength(0))
  expect(later.asWhom()).toEqual([USER])
  const stage = { userId: USER, projectId: PROJECT, stageKey: 'one' }
  const { result } = renderHook(() => useDefinitions(stage, { closedDefinitions: [] }), { wrapper: later.wrapper })
  act(() => result.current.keep(false))
  await waitFor(() => expect(later.asWhom()).toEqual([USER, USER]))
})

it('what another tab chose stays so here once the server has it', async () => {
  const { wrapper } = page()
  const stage = { userId: USER, projectId: PROJECT, stageKey: 'one' }
  const tour = renderHook(() => useTour(USER, true), { wrapper })
  const definitions = renderHook(() => useDefinitions(stage, { closedDefinitions: [] }), { wrapper })
  const elsewhere = (write: () => void) => {
    write()
    act(() => void window.dispatchEvent(new StorageEvent('storage')))
  }
  elsewhere(() => {
    localStorage.setItem(`assay-first-tasks/${USER}/tour`, 'ended')
    localStorage.setItem(`assay-first-tasks/${USER}/definitions/${PROJECT}/one`, 'closed')
  })
  elsewhere(() => localStorage.clear())
  expect([tour.result.current.step, definitions.result.current.open]).toEqual([null, false])
  expect(renderHook(() => useTour(USER, true), { wrapper }).result.current.step).toBeNull()
})
