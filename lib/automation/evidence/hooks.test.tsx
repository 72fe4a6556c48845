import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import type { SearchList, SearchView } from './contract'
import { searchesQuery, useSearchNow } from './hooks'

afterEach(() => {
  vi.unstubAllGlobals()
})

const TASK = '0193a0a0-0000-7000-8000-000000000001'
const provider = { id: 'corpus', title: 'the project’s documents' }
const SEARCH: SearchView = {
  id: '0193a0a0-0000-7000-8000-000000000002',
  unit: null,
  query: 'arden',
  asOf: null,
  provider,
  at: '2030-01-01T00:00:00.000Z',
  mine: true,
  lane: null,
  hits: [],
  steps: [],
}
const listOf = (...searches: SearchView[]): SearchList => ({
  searches,
  provider: { ...provider, configured: true, needs: [], documents: 1 },
  abilities: { search: true, readAll: false },
})

it('keeps a search that was made while an older list was still on its way', async () => {
  const kept: SearchView[] = []
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let lists = 0
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      kept.push(SEARCH)
      return Response.json(SEARCH)
    }
    lists += 1
    const known = listOf(...kept)
    if (lists === 1) await late
    return Response.json(known)
  })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => ({ list: useQuery(searchesQuery(TASK)), search: useSearchNow(TASK) }), {
    wrapper,
  })
  await act(() => result.current.search.mutateAsync({ query: 'arden', unit: null, asOf: null }))
  await act(async () => arrive())
  await waitFor(() => expect(result.current.list.data?.searches.map(({ id }) => id)).toEqual([SEARCH.id]))
})
