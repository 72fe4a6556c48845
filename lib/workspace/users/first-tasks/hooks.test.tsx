import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { useDefinitions, useTour } from './hooks'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'

afterEach(() => {
  vi.unstubAllGlobals()
})

function page() {
  const client = createQueryClient()
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetched)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const sent = () => fetched.mock.calls.map(([path, init]) => [init.method, path, init.body])
  return { wrapper, sent }
}

it('the tour begins by itself once: where it was ended, pages that were made before do not begin it again', async () => {
  const { wrapper, sent } = page()
  const { result } = renderHook(() => useTour(true), { wrapper })
  expect(result.current.step).toBe(0)
  act(() => result.current.go(2))
  act(() => result.current.end())
  act(() => result.current.end())
  expect(result.current.step).toBeNull()
  await waitFor(() => expect(sent()).toEqual([['POST', '/api/account/tour', undefined]]))
  const again = renderHook(() => useTour(true), { wrapper })
  expect(again.result.current.step).toBeNull()
  act(() => again.result.current.start())
  expect(again.result.current.step).toBe(0)
})

it('definitions stand open in stages that were not closed, and what was chosen holds for the tasks after', async () => {
  const { wrapper, sent } = page()
  const open = (stageKey: string, closedDefinitions: string[] | null) =>
    renderHook(() => useDefinitions({ projectId: PROJECT, stageKey }, { closedDefinitions }), { wrapper }).result
      .current
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
