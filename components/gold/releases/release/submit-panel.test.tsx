import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { HeldOut } from '@/lib/gold/held-out/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { SubmitPanel } from './submit-panel'

const projectId = '0190a0a0-0000-7000-8000-000000000001'
const manifest = { split: 'science', items: 3, units: 80, task: 'segments' }
const heldOut: HeldOut = {
  release: 1,
  split: 'science',
  items: 3,
  units: 80,
  task: { key: 'segments', title: 'Finding wrong segments', fields: [], example: [] },
  scoring: { title: 'Segments', description: 'By segment.' },
  limits: { perPerson: 3, inAll: 4 },
  chosenLimits: { perPerson: 5, inAll: 50 },
  used: { own: 5, all: 7 },
  openedAt: null,
  submissions: [],
  allSubmissions: [],
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show() {
  const fetched = vi.fn(async (_url: string, init?: RequestInit) =>
    Response.json(init?.method === 'PUT' ? heldOut.chosenLimits : heldOut),
  )
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SubmitPanel at={{ projectId, number: 1 }} heldOut={manifest} manages />
    </QueryClientProvider>,
  )
}

test('more submissions than limits that shrank since are told apart from these', async () => {
  show()
  expect(
    await screen.findByText(
      /^You have used 5 submissions; the limit of one person is 3\. .* used 7; their limit is 4\./,
    ),
  ).toBeDefined()
  expect(screen.getByText('No submission is left to you')).toBeDefined()
})

test('that limits were saved is not said any more once they are changed again', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Save the limits' }))
  await screen.findByText('Saved.')
  fireEvent.change(screen.getByLabelText('Submissions of one person'), { target: { value: '4' } })
  await waitFor(() => expect(screen.queryByText('Saved.')).toBeNull())
})
