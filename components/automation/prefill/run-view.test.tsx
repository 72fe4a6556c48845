import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunItemView, RunView } from '@/lib/automation/prefill/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { RunPage } from './run-view'
import { overviewWith, PROJECT, projectWith, RUN, runWith } from './test-overview'

const item = (change: Partial<RunItemView> = {}): RunItemView => ({
  id: RUN,
  position: 1,
  itemId: RUN,
  taskId: null,
  title: 'Lakes',
  state: 'done',
  step: null,
  errorCode: null,
  error: null,
  notes: {},
  attempts: 1,
  suggestions: 3,
  calls: 4,
  cachedCalls: 1,
  spentMicro: 1500,
  millis: 4200,
  ...change,
})

class FakeSource {
  static last: FakeSource | null = null
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  close = vi.fn()
  constructor(readonly url: string) {
    FakeSource.last = this
  }
  tell(run: RunView) {
    this.onmessage?.({ data: JSON.stringify(run) })
  }
}

let requests: { method: string; url: string; body: unknown }[]
let items: RunItemView[]
let acted: () => Response
beforeEach(() => {
  requests = []
  items = [item()]
  acted = () => Response.json(runWith())
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ method: init.method ?? '', url, body: init.body ? JSON.parse(String(init.body)) : null })
    if (url.includes('/items')) return Response.json({ items, next: null })
    return init.method === 'POST' ? acted() : Response.json(runWith())
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function show(run: RunView, canManage = true) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RunPage project={projectWith(canManage)} overview={overviewWith()} initialData={run} />
    </QueryClientProvider>,
  )
}
const posts = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body)

it('says that a plan cannot be read, and shows the rest', () => {
  show(runWith({ plan: null }))
  expect(screen.getByText('The settings of this run cannot be read')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Progress' })).toBeTruthy()
})

it('on gold speaks of predictions, leads to their figures, and says to whom they are suggested', () => {
  const items = { waiting: 0, running: 0, done: 3, failed: 0, skipped: 0, cancelled: 0 }
  show(runWith({ kind: 'evaluation', state: 'done', suggestions: 5, items }))
  expect(screen.getByText('5 predictions are kept with the run.')).toBeTruthy()
  expect(screen.getByText(/Evaluation on gold/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Evaluation' }).getAttribute('href')).toBe(`/projects/${PROJECT}/evaluation`)
  expect(screen.queryByText(/uggestion/)).toBeNull()
  cleanup()
  show(runWith({ kind: 'evaluation' }))
  expect(screen.getByText(/suggested to nobody/)).toBeTruthy()
})

it('shows counts, cost and failures in words, and follows what the server tells', async () => {
  show(runWith())
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('5 of 10 items (50%)')
  expect(screen.getByText('$0.0123, of at most $2.00')).toBeTruthy()
  expect(screen.getByText('40 sent, 4 answered from what was kept')).toBeTruthy()
  expect(screen.getByText('The model refused to answer')).toBeTruthy()
  act(() => FakeSource.last?.tell(runWith({ items: { ...runWith().items, waiting: 0, running: 0, done: 8 } })))
  await waitFor(() =>
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('10 of 10 items (100%)'),
  )
})

describe('acts', () => {
  it('pause at once, cancel after a question', async () => {
    show(runWith())
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(/cannot be resumed/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the run' }))
    await waitFor(() => expect(posts()).toEqual([{ act: 'pause' }, { act: 'cancel' }]))
  })

  it('resume with another ceiling, and refuse one that is no sum', async () => {
    show(runWith({ state: 'paused', stateReason: 'budget' }))
    expect(screen.getByText(/The ceiling of the run or of the project is reached/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Resume' }))
    const dialog = await screen.findByRole('alertdialog')
    const ceiling = within(dialog).getByRole('textbox', { name: /Ceiling/ })
    expect(ceiling).toHaveProperty('value', '2')
    fireEvent.change(ceiling, { target: { value: 'lots' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Resume' }))
    expect(await within(dialog).findByText(/Give the ceiling in dollars/)).toBeTruthy()
    fireEvent.change(ceiling, { target: { value: '3.5' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(posts()).toEqual([{ act: 'resume', budgetMicro: 3_500_000 }]))
  })

  it('try failures again, and say why that was refused', async () => {
    const problem = { type: 'about:blank', title: 'No', status: 422, code: 'rule', detail: 'No key is set.' }
    acted = () => Response.json(problem, { status: 422 })
    show(runWith())
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No key is set.')).toBeTruthy()
    expect(posts()).toEqual([{ act: 'retry' }])
  })

  it('are not there for who may only look, nor on a run that has ended', () => {
    show(runWith(), false)
    expect(screen.queryByRole('button', { name: /Pause|Cancel|Try again/ })).toBeNull()
    cleanup()
    show(runWith({ state: 'cancelled' }))
    expect(screen.queryByRole('button', { name: /Pause|Cancel|Resume|Try again/ })).toBeNull()
  })
})

describe('items', () => {
  it('lead to the item and open what the steps noted, as text', async () => {
    const long = `${'verylongword'.repeat(80)} <b>not bold</b>`
    const notes = { claims: { queries: ['how deep'], revised: long, url: 'https://example.org/a' }, split: [] }
    items = [item({ notes, state: 'failed', errorCode: 'refused', error: 'It would not.', step: 'claims' })]
    show(runWith())
    const link = await screen.findByRole('link', { name: 'Lakes' })
    expect(link.getAttribute('href')).toBe(`/projects/${PROJECT}/items/${RUN}`)
    fireEvent.click(screen.getByRole('button', { name: 'Details of Lakes' }))
    const drawer = await screen.findByRole('dialog')
    expect(within(drawer).getByText('Title of claims: The model refused to answer')).toBeTruthy()
    expect(within(drawer).getByText(long)).toBeTruthy()
    expect(within(drawer).getByText('how deep')).toBeTruthy()
    expect(
      within(drawer)
        .getByRole('link', { name: /example.org/ })
        .getAttribute('rel'),
    ).toContain('noopener')
    expect(drawer.querySelector('b')).toBeNull()
  })

  it('that there are none of are said to be none', async () => {
    items = []
    show(runWith({ items: { ...runWith().items, waiting: 0, running: 0, done: 0, failed: 0 }, failures: [] }))
    expect(await screen.findByText('The run found no task to work on.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

it('folds away what the run was told to do, with models, prompts and parameters', () => {
  show(runWith({ state: 'done' }))
  expect(screen.getByText('Settings of this run').closest('details')?.open).toBe(false)
  expect(screen.getByText('model-a')).toBeTruthy()
  expect(screen.getByTitle('abcdef0123456789').textContent).toBe('abcdef012345')
  expect(screen.getByText('most:', { exact: false }).textContent).toBe('most: 5')
})
