import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { router } from '@/tests/next/navigation'
import { GuidelinesGate } from './guidelines-gate'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const guideline = {
  version: 3,
  note: 'As they are',
  createdAt: '2030-01-01T00:00:00.000Z',
  createdBy: null,
  latest: true,
  body: '# How to choose\n\nRead both first.',
}

afterEach(() => {
  vi.unstubAllGlobals()
})

function draw(answer: Response) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => answer)
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <GuidelinesGate projectId={PROJECT} guideline={guideline} changed={null} />
    </QueryClientProvider>,
  )
  return fetched
}

it('shows the guidelines, and one key confirms them and opens the task', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  const fetched = draw(new Response(null, { status: 204 }))
  expect(screen.getByText('Read both first.')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce())
  const [path, init] = fetched.mock.calls[0] ?? []
  expect(path).toBe(`/api/projects/${PROJECT}/guidelines/read`)
  expect(JSON.parse(String(init?.body))).toEqual({ version: 3 })
  expect(scrolled).toHaveBeenCalledWith(0, 0)
})

it('says why they could not be confirmed, and loads them again', async () => {
  const problem = {
    type: 'about:blank',
    title: '',
    status: 409,
    code: 'conflict',
    detail: 'Other guidelines are in force.',
  }
  draw(Response.json(problem, { status: 409 }))
  fireEvent.click(screen.getByRole('button', { name: /I have read/ }))
  await screen.findByText('Other guidelines are in force.')
  expect(router.refresh).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Load the guidelines again' }))
  expect(router.refresh).toHaveBeenCalledOnce()
})

it('shows what changed, section by section, with what its writers say of it', () => {
  const before = { ...guideline, version: 1, latest: false, body: '# How to choose\n\nRead one.\n\n# Rest\n\nSame.' }
  const after = { ...guideline, body: '# How to choose\n\nRead both.\n\n# Rest\n\nSame.' }
  const notes = [
    { version: 3, note: 'Both, not one' },
    { version: 2, note: 'A comma' },
  ]
  render(
    <QueryClientProvider client={createQueryClient()}>
      <GuidelinesGate projectId={PROJECT} guideline={after} changed={{ before, notes }} />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The guidelines have changed')
  expect(screen.getByText('both', { selector: 'ins' })).toBeTruthy()
  expect(screen.getByText('one', { selector: 'del' })).toBeTruthy()
  expect(screen.getByText('Both, not one')).toBeTruthy()
  expect(screen.getAllByText('Same.')).toHaveLength(1)
  expect(screen.getByRole('button', { name: /I have read what changed/ })).toBeTruthy()
})
