import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { VersionChangeView } from '@/lib/workspace/protocol-files/contract'
import { ChangeVersion } from './change-version'

afterEach(() => vi.unstubAllGlobals())

/** The panel of a project under version 1 of two, with what the server says of the second. */
function show(change: Pick<VersionChangeView, 'changes' | 'reasons'>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${url}`)
    return Response.json({
      from: 1,
      to: 2,
      changes: change.changes,
      reasons: change.reasons,
      asks: null,
      undoes: false,
    })
  })
  const versions = [2, 1].map((version) => ({ version, title: 'Errors', createdAt: '2026-01-01T00:00:00.000Z' }))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ChangeVersion projectId="p" current={{ protocolId: 'errors@1', version: 1, versions }} />
    </QueryClientProvider>,
  )
  return asked
}

const gone = {
  weight: 'labels' as const,
  at: 'label.label',
  message: 'wrong can no longer be chosen.',
  never: false,
  handled: null,
}

test('shows what a change touches and offers no button where the project cannot move', async () => {
  show({
    changes: [
      {
        ...gone,
        stored: [
          { what: 'answers', count: 1200 },
          { what: 'gold', count: 1 },
        ],
      },
    ],
    reasons: ['label.label: It touches 1,200 answers.'],
  })
  expect(await screen.findByText('1,200 answers and 1 task with gold')).toBeTruthy()
  expect(screen.getByText('label.label: It touches 1,200 answers.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move to version 2' })).toBeNull()
})

test('changes nothing before it is confirmed', async () => {
  const asked = show({ changes: [{ ...gone, stored: [] }], reasons: [] })
  fireEvent.click(await screen.findByRole('button', { name: 'Move to version 2' }))
  expect(await screen.findByRole('alertdialog', { name: 'Move this project to version 2?' })).toBeTruthy()
  expect(screen.getByText('Nothing stored')).toBeTruthy()
  expect(asked).toEqual(['GET /api/projects/p/protocol-versions/2'])
})
