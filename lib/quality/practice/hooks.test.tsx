import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import type { Practice, PracticeFeedback } from './contract'
import { useSubmitPractice } from './hooks'

const ID = '0190aaaa-0000-7000-8000-000000000000'
const FEEDBACK: PracticeFeedback = {
  answers: {},
  at: '2030-01-01T00:00:00.000Z',
  asExpected: 0,
  judged: 0,
  units: [],
  stage: { stage: 'label', title: 'Label', items: [], state: 'todo', bars: [], begun: false },
}

const item = { key: 'one', title: 'One', own: false, attempts: 2, latest: null }
const ANSWERED_TWICE: Practice = {
  project: { id: ID, name: 'Lakes' },
  required: false,
  stages: [{ ...FEEDBACK.stage, items: [item] }],
}

afterEach(() => vi.unstubAllGlobals())

const problem = (status: number, code: string) =>
  Response.json({ type: 'about:blank', title: code, status, code, detail: 'Not so.' }, { status })

function page(answer: (url: string, init: RequestInit) => Promise<Response>) {
  const fetched = vi.fn(answer)
  vi.stubGlobal('fetch', fetched)
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const [onTaken, onDone] = [vi.fn(), vi.fn()]
  const item = { userId: ID, projectId: ID, stage: 'label', key: 'one' }
  return { ...renderHook(() => useSubmitPractice(item, onDone), { wrapper }), fetched, onTaken, onDone }
}

/** A server whose answers wait for the test. */
function slowPage() {
  const answers: ((response: Response | Promise<Response>) => void)[] = []
  const made = page(() => new Promise((resolve) => answers.push(resolve)))
  return { ...made, answer: (response: Response | Promise<Response>) => answers.shift()?.(response) }
}

it('says that answers were taken, though the page was left before the server said so', async () => {
  const { result, unmount, fetched, onTaken, onDone, answer } = slowPage()
  act(() => result.current.submit({ answers: {}, attempt: 1, onTaken }))
  await waitFor(() => expect(fetched).toHaveBeenCalled())
  unmount()
  expect(onTaken).not.toHaveBeenCalled()
  answer(Response.json(FEEDBACK))
  await waitFor(() => expect(onTaken).toHaveBeenCalledTimes(1))
  expect(onDone).not.toHaveBeenCalled()
})

it('does not submit later what was called off while it was being sent', async () => {
  const { result, fetched, onTaken, onDone, answer } = slowPage()
  act(() => result.current.submit({ answers: {}, attempt: 1, onTaken }))
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
  act(() => result.current.callOff())
  answer(Promise.reject(new TypeError('no network')))
  await waitFor(() => expect(result.current.isPending).toBe(false))
  expect(result.current.isWaiting).toBe(false)
  expect(result.current.error).toBeNull()
  expect(onTaken).not.toHaveBeenCalled()
  expect(onDone).not.toHaveBeenCalled()
})

it('says nothing more of the network once what waited was called off', async () => {
  const { result, onTaken } = page(async () => Promise.reject(new TypeError('no network')))
  act(() => result.current.submit({ answers: {}, attempt: 1, onTaken }))
  await waitFor(() => expect(result.current.isWaiting).toBe(true))
  act(() => result.current.callOff())
  expect(result.current).toMatchObject({ isWaiting: false, error: null })
})

it.each([
  ['of somebody who is signed out', () => problem(401, 'unauthenticated')],
  ['that cannot be read', () => Response.json({ other: true })],
])('does not send again after an answer %s', async (_, answer) => {
  const { result, fetched, onTaken } = page(async () => answer())
  act(() => result.current.submit({ answers: {}, attempt: 1, onTaken }))
  await waitFor(() => expect(result.current.error).not.toBeNull())
  expect(result.current.isWaiting).toBe(false)
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(fetched).toHaveBeenCalledTimes(1)
})

describe('the number of an attempt', () => {
  /** Where the server cannot be reached at the first so many submissions. */
  function losing(lost: number) {
    const numbers: unknown[] = []
    const made = page(async (_, init) => {
      if (init.method === 'GET') return Response.json(ANSWERED_TWICE)
      numbers.push(JSON.parse(String(init.body)).attempt)
      if (numbers.length <= lost) throw new TypeError('no network')
      return Response.json(FEEDBACK)
    })
    return { ...made, numbers }
  }

  it('is the next by what the server has, after an answer that was lost and corrected', async () => {
    const { result, numbers, onTaken, onDone } = losing(1)
    act(() => result.current.submit({ answers: {}, attempt: 1, onTaken }))
    await waitFor(() => expect(result.current.isWaiting).toBe(true))
    act(() => result.current.callOff())
    act(() => result.current.submit({ answers: {}, attempt: 1, onTaken }))
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    expect(numbers).toEqual([1, 3])
  })

  it('stays as it was read, however often it is sent', async () => {
    const { result, numbers, onTaken, onDone } = losing(1)
    act(() => result.current.submit({ answers: {}, attempt: null, onTaken }))
    await waitFor(() => expect(result.current.isWaiting).toBe(true))
    await act(async () => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    expect(numbers).toEqual([3, 3])
  })
})

it('stays with what is answered where it was called off and the server took it', async () => {
  const { result, fetched, onTaken, onDone, answer } = slowPage()
  act(() => result.current.submit({ answers: {}, attempt: 1, onTaken }))
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
  act(() => result.current.callOff())
  answer(Response.json(FEEDBACK))
  await waitFor(() => expect(onTaken).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(result.current.isPending).toBe(false))
  expect(onDone).not.toHaveBeenCalled()
})

it('sends again what the server could not be asked, once the network is back, unless it was called off', async () => {
  let isOffline = true
  const { result, fetched, onTaken, onDone } = page(async (_, { method }) => {
    if (isOffline) throw new TypeError('no network')
    if (method === 'GET') return Response.json(ANSWERED_TWICE)
    return Response.json(FEEDBACK)
  })
  const online = () => act(async () => void window.dispatchEvent(new Event('online')))
  act(() => result.current.submit({ answers: {}, attempt: 3, onTaken }))
  await waitFor(() => expect(result.current.isWaiting).toBe(true))
  expect(result.current.error).toBeNull()
  act(() => result.current.callOff())
  expect(result.current.isWaiting).toBe(false)
  await online()
  expect(fetched).toHaveBeenCalledTimes(1)
  act(() => result.current.submit({ answers: {}, attempt: 3, onTaken }))
  await waitFor(() => expect(result.current.isWaiting).toBe(true))
  isOffline = false
  await online()
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(fetched.mock.lastCall?.[1]?.body).toBe(JSON.stringify({ answers: {}, attempt: 3 }))
  expect(onTaken).toHaveBeenCalledTimes(1)
  expect(result.current.isWaiting).toBe(false)
})

it('says nothing of answers that were not taken', async () => {
  const { result, onTaken } = page(async () => problem(422, 'rule'))
  act(() => result.current.submit({ answers: {}, attempt: 1, onTaken }))
  await waitFor(() => expect(result.current.error).not.toBeNull())
  expect(result.current.isWaiting).toBe(false)
  expect(onTaken).not.toHaveBeenCalled()
})
