import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import type { PracticeFeedback } from './contract'
import { useSubmitPractice } from './hooks'

const FEEDBACK: PracticeFeedback = {
  answers: {},
  at: '2030-01-01T00:00:00.000Z',
  asExpected: 0,
  judged: 0,
  units: [],
  stage: { stage: 'label', title: 'Label', items: [], state: 'todo', bars: [], begun: false },
}

afterEach(() => vi.unstubAllGlobals())

function page(answer: Promise<Response>) {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => answer),
  )
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const onTaken = vi.fn()
  const item = { projectId: '0190aaaa-0000-7000-8000-000000000000', stage: 'label', key: 'one' }
  return { ...renderHook(() => useSubmitPractice(item, onTaken), { wrapper }), onTaken }
}

it('says that answers were taken, though the page was left before the server said so', async () => {
  let answer: (response: Response) => void = () => undefined
  const { result, unmount, onTaken } = page(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  act(() => result.current.mutate({}))
  unmount()
  expect(onTaken).not.toHaveBeenCalled()
  answer(Response.json(FEEDBACK))
  await waitFor(() => expect(onTaken).toHaveBeenCalledTimes(1))
})

it('says nothing of answers that were not taken', async () => {
  const problem = { type: 'about:blank', title: 'Rule', status: 422, code: 'rule', detail: 'Something is missing.' }
  const { result, onTaken } = page(Promise.resolve(Response.json(problem, { status: 422 })))
  act(() => result.current.mutate({}))
  await waitFor(() => expect(result.current.isError).toBe(true))
  expect(onTaken).not.toHaveBeenCalled()
})
