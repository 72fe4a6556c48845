import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '@/lib/platform/client/fetch-json'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { type ConsolidationView, resolveQuestionEndpoint } from './contract'
import { consolidationKeys, useAdjudicateTask, useChange } from './hooks'

const taskId = '0197d000-0000-7000-8000-000000000001'
const view = (revision: number, state: ConsolidationView['state'] = 'consolidating'): ConsolidationView => ({
  taskId,
  userId: taskId,
  itemId: taskId,
  projectId: taskId,
  projectName: 'P',
  protocolId: 'felm',
  stageKey: 'segments',
  state,
  round: 1,
  revision,
  item: { position: 1, title: 't', externalId: null, domain: null, source: null, content: null },
  units: [],
  lanes: [],
  settled: [],
  open: [],
  disagreements: [],
  comments: [],
  adjudicated: null,
  approved: null,
  discussion: null,
  words: [],
  abilities: {
    comment: true,
    reply: false,
    discuss: false,
    callThirdRater: false,
    adjudicate: true,
    approve: false,
    sendBack: true,
    discard: true,
  },
})

/** A server that notes what it is asked and answers as told. */
function setUp(answer: (call: number) => Response) {
  const asked: { method: string; url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ method: init.method ?? 'GET', url, body: init.body ? JSON.parse(String(init.body)) : null })
    return answer(asked.length)
  })
  const client = createQueryClient()
  client.setQueryData(consolidationKeys.one(taskId), view(4))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { asked, client, wrapper }
}
const label = (unit: string) => ({ unit, question: 'label', choice: { lane: 'A' } })

afterEach(() => vi.unstubAllGlobals())

/** A change that names a question. */
const useLabel = () =>
  useChange(taskId, (body: ReturnType<typeof label>, expectedRevision) =>
    call(resolveQuestionEndpoint, { params: { taskId }, body: { ...body, expectedRevision } }),
  )

describe('useChange', () => {
  it('sends quick changes one after the other, each on the revision the one before left', async () => {
    const { asked, client, wrapper } = setUp((call) => Response.json(view(4 + call)))
    const { result } = renderHook(() => useLabel(), { wrapper })
    await act(() => Promise.all([result.current.mutateAsync(label('s1')), result.current.mutateAsync(label('s2'))]))
    expect(asked).toEqual([
      { method: 'PUT', url: `/api/tasks/${taskId}/resolutions`, body: { ...label('s1'), expectedRevision: 4 } },
      { method: 'PUT', url: `/api/tasks/${taskId}/resolutions`, body: { ...label('s2'), expectedRevision: 5 } },
    ])
    expect(client.getQueryData(consolidationKeys.one(taskId))).toEqual(view(6))
  })

  it('leaves what is shown when refused, and reads it anew after a conflict only', async () => {
    const problem = (status: number, code: string) =>
      Response.json({ type: 'about:blank', title: 't', status, code, detail: 'No.' }, { status })
    const { client, wrapper } = setUp((call) => (call === 1 ? problem(422, 'rule') : problem(409, 'revision_conflict')))
    const { result } = renderHook(() => useLabel(), { wrapper })
    const isStale = () => client.getQueryState(consolidationKeys.one(taskId))?.isInvalidated
    await act(() => result.current.mutateAsync(label('s1')).catch(() => {}))
    expect([client.getQueryData(consolidationKeys.one(taskId)), isStale()]).toEqual([view(4), false])
    await act(() => result.current.mutateAsync(label('s1')).catch(() => {}))
    await waitFor(() => expect(isStale()).toBe(true))
    expect(client.getQueryData(consolidationKeys.one(taskId))).toEqual(view(4))
  })
})

describe('useAdjudicateTask', () => {
  it('shows the state that the server answers with', async () => {
    const { asked, client, wrapper } = setUp(() => Response.json(view(5, 'approving')))
    const { result } = renderHook(() => useAdjudicateTask(taskId), { wrapper })
    await act(() => result.current.mutateAsync())
    expect(asked).toEqual([{ method: 'POST', url: `/api/tasks/${taskId}/adjudicate`, body: { expectedRevision: 4 } }])
    expect(client.getQueryData(consolidationKeys.one(taskId))).toEqual(view(5, 'approving'))
  })
})
