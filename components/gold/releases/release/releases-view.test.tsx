import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, test, vi } from 'vitest'
import type { Preview, ReleaseList } from '@/lib/gold/releases/release/contract'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { ReleasesView } from './releases-view'

const projectId = '0190a0a0-0000-7000-8000-000000000001'
const card = { ...emptyCard('Ocean facts', 'Facts.'), licence: 'CC-BY-4.0' }
const ready = {
  number: 1,
  state: 'ready' as const,
  notes: '',
  progress: 100,
  error: null,
  digest: 'ab',
  changes: null,
  items: 12,
  files: 9,
  bytes: 12_345,
  createdAt: '2026-11-01T10:00:00.000Z',
  builtAt: '2026-11-01T10:01:00.000Z',
  linkMadeAt: null,
  withdrawn: null,
}
const list = (given: Partial<ReleaseList> = {}): ReleaseList => ({
  project: { id: projectId, name: 'Ocean', archived: false },
  releases: [ready],
  card: { text: card, revision: 3 },
  gold: 12,
  heldOut: { tasks: [{ key: 'segments', title: 'Finding wrong segments' }], since: null, openedAt: null },
  abilities: { build: true, link: true },
  ...given,
})
const preview: Preview = {
  splits: [{ name: 'test', items: 12, tables: [{ table: 'gold', rows: 40 }] }],
  refusals: [],
  unsettled: { count: 2, positions: [1, 4] },
  readme: '---\nlicense: "cc-by-4.0"\n---\n\n# Ocean facts\n\nFacts.\n',
  files: [{ path: 'data/felm.jsonl', what: 'Gold in a published format', rows: 12 }],
  previous: 1,
  changes: { added: 0, removed: 0, changed: 1, values: 1 },
  shownChanges: [
    {
      item: { position: 3, externalId: null, title: 'Which ocean is the largest?' },
      change: 'changed',
      discarded: null,
      values: [{ stage: 'annotate', unit: 's1', question: 'label', before: true, after: false }],
    },
  ],
}

const answer = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

function show(data: ReleaseList) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <main>
        <ReleasesView initial={data} />
      </main>
    </QueryClientProvider>,
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a release is made after a look at what it would be, with a reason for what contradicts itself', async () => {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (typeof init.body === 'string') sent.push([`${init.method} ${url}`, JSON.parse(init.body)])
    if (url.endsWith('/preview')) return answer(preview)
    return answer(init.method === 'POST' ? { ...ready, number: 2, state: 'building', progress: 0 } : list())
  })
  const { container } = show(list())
  expect(screen.getByRole('link', { name: 'Release 1' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  expect(await screen.findByText('1 item changed (1 value).')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Why they are released as they are'), { target: { value: 'As published.' } })
  fireEvent.change(screen.getByLabelText('What is new'), { target: { value: 'Corrected.' } })
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Make release 2' }))
  await waitFor(() =>
    expect(sent).toContainEqual([
      `POST /api/projects/${projectId}/releases`,
      { notes: 'Corrected.', contradictionsReason: 'As published.', splits: null },
    ]),
  )
})

test('a card that is not saved keeps a release back, and a licence is asked for', () => {
  show(list())
  fireEvent.change(screen.getByLabelText('Contact'), {
    target: { value: 'somebody@example.org' },
  })
  expect(screen.getByRole('button', { name: 'Make release 2' })).toHaveProperty('disabled', true)
  cleanup()
  show(list({ card: { text: { ...card, licence: '' }, revision: 1 } }))
  expect(screen.getByText(/no licence/)).toBeDefined()
})

test('of a card that nobody has saved yet it is said so, and not that somebody changed it; the next act alone is filled', () => {
  show(list({ card: { text: card, revision: 0 } }))
  expect(screen.getByText('The card has not been saved yet')).toBeDefined()
  expect(screen.queryByText('The card has changes that are not saved')).toBeNull()
  const save = screen.getByRole('button', { name: 'Save the card' })
  const make = screen.getByRole('button', { name: 'Make release 2' })
  expect(save.compareDocumentPosition(make) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const filled = () =>
    screen
      .getAllByRole('button')
      .flatMap((button) => (button.className.includes('bg-accent') ? [button.textContent] : []))
  expect(filled()).toEqual(['Save the card'])
  cleanup()
  show(list())
  expect(filled()).toEqual(['Make release 2'])
})

test('readers see releases and no way to make one; without gold everybody is told what to do', () => {
  show(list({ abilities: { build: false, link: false } }))
  expect(screen.queryByRole('button', { name: /Make release/ })).toBeNull()
  cleanup()
  show(list({ releases: [], gold: 0 }))
  expect(screen.getByText('There is no release yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Make release/ })).toBeNull()
})

test('a division that makes no sense is said beside its field, and keeps the release back until it is mended', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (typeof init.body === 'string') sent.push(JSON.parse(init.body))
    if (!url.endsWith('/preview')) return answer(list())
    return answer({
      ...preview,
      splits: ['train', 'test'].map((name, index) => ({
        name,
        items: 9 - index,
        tables: [{ table: 'gold', rows: 30 }],
      })),
    })
  })
  const { container } = show(list())
  const ways = screen.getByRole('combobox', { name: 'Splits' })
  fireEvent.keyDown(ways, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('option', { name: 'By shares' }))
  const shares = screen.getByRole('textbox', { name: /^Names and percent/ })
  fireEvent.change(shares, { target: { value: 'train 80, test 10' } })
  expect(screen.getByText('The shares add up to 90 percent: let them add up to 100.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Make release 2' })).toHaveProperty('disabled', true)
  fireEvent.change(shares, { target: { value: 'train 80, dev-test 20' } })
  expect(screen.getByText(/^This is no name of a split/)).toBeDefined()
  fireEvent.change(shares, { target: { value: 'train 80, test 20' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Keep together' }), { target: { value: 'prompt' } })
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  const tab = await screen.findByRole('tab', { name: 'Splits' })
  fireEvent.mouseDown(tab, { button: 0 })
  fireEvent.mouseUp(tab, { button: 0 })
  expect(await screen.findByRole('columnheader', { name: 'train' })).toBeDefined()
  expect(sent).toContainEqual(
    expect.objectContaining({
      splits: {
        by: 'shares',
        seed: 1,
        group: 'prompt',
        stratify: null,
        steady: false,
        shares: [
          { name: 'train', percent: 80 },
          { name: 'test', percent: 20 },
        ],
      },
    }),
  )
})
