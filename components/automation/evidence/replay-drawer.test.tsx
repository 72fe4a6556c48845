import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OpenedPage, SearchList, SearchView } from '@/lib/automation/evidence/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { newId, testId } from '@/tests/support/test-id'
import { ReplayDrawer } from './replay-drawer'

const AT = '2030-01-01T12:00:00.000Z'
const SHA = 'cd'.repeat(32)
const TEXT = '🗼 Seven floors it has.'

const searchOf = (query: string, more: Partial<SearchView> = {}): SearchView => {
  const hit = { rank: 1, title: 'The tower', url: 'https://www.example.org/t', snippet: 'Seven floors' }
  return {
    id: newId(),
    unit: 's1.c1',
    query,
    asOf: null,
    at: AT,
    mine: false,
    lane: null,
    steps: [],
    provider: { id: 'corpus', title: 'the project’s documents' },
    hits: [{ ...hit, documentId: null, publishedAt: null }],
    ...more,
  }
}
const quoted = {
  kind: 'quoted' as const,
  at: AT,

  rank: 1,
  sha256: SHA,
  start: 2,
  end: 14,
}
const opened = {
  kind: 'opened' as const,
  at: AT,

  rank: 1,
  sha256: SHA,
  changed: true,
}

function show(searches: SearchView[], more: Partial<SearchList> = {}) {
  const provider = { id: 'corpus', title: 'Corpus', configured: true, needs: [], documents: 1 }
  const list: SearchList = { searches, provider, abilities: { search: false, readAll: true }, ...more }
  const page: OpenedPage = {
    rank: 1,
    title: 'The tower',
    url: 'https://www.example.org/t',
    text: TEXT,
    sha256: SHA,
    documentId: null,
    fetchedAt: AT,
    changed: false,
    passage: null,
  }
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.includes('/pages/') ? page : list))
  const lanes = [
    { id: 'B', name: 'Lane B' },
    { id: 'A', name: 'Lane A' },
  ]
  const nameOf = (unit: string) => `claim ${unit}`
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReplayDrawer taskId={testId(800)} lanes={lanes} nameOf={nameOf} open onOpenChange={() => {}} />
    </QueryClientProvider>,
  )
}
const lane = async (name: RegExp) =>
  within((await screen.findByRole('heading', { name })).closest('section') as HTMLElement)

afterEach(() => {
  vi.unstubAllGlobals()
})

it('shows lane by lane what was searched, seen, opened and quoted, and names nobody', async () => {
  show([
    searchOf('floors', {
      lane: 'A',
      asOf: '2029-01-01',
      at: null,
      steps: [
        { ...opened, at: null },
        { ...quoted, at: null, quote: 'Seven floors' },
      ],
    }),
    searchOf('أرضيات', { lane: 'B', hits: [] }),
    searchOf('mine', { mine: true }),
  ])
  const b = await lane(/^Lane B \(1\)$/)
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Lane B (1)',
    'Lane A (1)',
    'You (1)',
  ])
  expect(b.getByText('Nothing came back.')).toBeDefined()
  expect(b.getByText('أرضيات').getAttribute('dir')).toBe('auto')
  const a = await lane(/^Lane A/)
  expect(a.getByText('“Seven floors”')).toBeDefined()
  expect(a.getByText(/changed since it was kept before/)).toBeDefined()
  expect(a.getByText('as of 2029-01-01')).toBeDefined()
  // Whose lane it is must not be told by the hour.
  expect(a.queryByText(/2030/)).toBeNull()
  expect((await lane(/^You/)).getAllByText(/2030/)).toHaveLength(1)
  expect(a.getByText('for claim s1.c1')).toBeDefined()
  expect(a.getByText('The result that came back').closest('details')?.open).toBe(false)
  expect((await lane(/^You/)).getByText('Yours')).toBeDefined()
})

it('opens the text as it was then, with the quotation marked where it stood', async () => {
  show([searchOf('floors', { lane: 'A', steps: [{ ...quoted, quote: 'Seven floors' }] })])
  const a = await lane(/^Lane A/)
  fireEvent.click(a.getByRole('button', { name: 'Show the text of The tower' }))
  expect((await a.findByText('Seven floors', { selector: 'mark' })).closest('p')?.textContent).toBe(TEXT)
  expect(a.getByText(SHA.slice(0, 12))).toBeDefined()
  fireEvent.click(a.getByRole('button', { name: 'Hide the text of The tower' }))
  expect(a.queryByText(SHA.slice(0, 12))).toBeNull()
})

it('says so where somebody searched for nothing, and where others are not open yet', async () => {
  show([], { abilities: { search: false, readAll: false } })
  expect((await lane(/^Lane A/)).getByText('No search was made within Assay.')).toBeDefined()
  expect(screen.getByText(/You see your own searches only/)).toBeDefined()
})

it('says why it could not be loaded', async () => {
  const problem = { type: 'about:blank', title: '', status: 403, code: 'forbidden', detail: 'This task is not yours.' }
  show([])
  cleanup()
  vi.stubGlobal('fetch', async () => Response.json(problem, { status: 403 }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReplayDrawer taskId={testId(801)} lanes={[]} nameOf={String} open onOpenChange={() => {}} />
    </QueryClientProvider>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('This task is not yours.')
})
