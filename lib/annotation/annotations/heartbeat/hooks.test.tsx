import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { annotationKeys } from '@/lib/annotation/annotations/hooks'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { newId } from '@/tests/support/test-id'
import { useHeartbeat } from './hooks'

let client: ReturnType<typeof createQueryClient>
/** What the server answers, with which status. */
let status: number
let reported: number[]

beforeEach(() => {
  client = createQueryClient()
  reported = []
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    reported.push(JSON.parse(String(init.body)).activeSeconds)
    const problem = { type: 'about:blank', title: 'no', status, code: 'forbidden', detail: 'Not yours.' }
    return status === 200 ? Response.json({ expiresAt: null }) : Response.json(problem, { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

/** Somebody works for so long. */
function work(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
  fireEvent.keyDown(window)
}

it('has a task read again that is not its reader’s any more', async () => {
  status = 403
  const [taskId, other] = [newId(), newId()]
  for (const id of [taskId, other]) client.setQueryData(annotationKeys.workbench(id), { taskId: id })
  renderHook(() => useHeartbeat({ taskId, userId: newId() }, true), { wrapper })
  work(5)
  fireEvent(window, new Event('pagehide'))
  const isOutOfDate = (id: string) => client.getQueryState(annotationKeys.workbench(id))?.isInvalidated
  await waitFor(() => expect(isOutOfDate(taskId)).toBe(true))
  expect([reported, isOutOfDate(other)]).toEqual([[5], false])
})
