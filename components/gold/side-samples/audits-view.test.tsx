import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { AuditsView as AuditsData } from '@/lib/gold/side-samples/contract'
import type { SamplingView } from '@/lib/gold/side-samples/sampling/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { AuditsView } from './audits-view'
import { planOf } from './sampling-panel'

afterEach(() => {
  vi.unstubAllGlobals()
})

const PROJECT = '0190aaaa-0000-7000-8000-000000000001'
const AUDIT = '0190aaaa-0000-7000-8000-000000000002'
const kind = (records: number): AuditsData['kinds'][number] => ({
  key: 'references',
  title: 'References',
  description: 'By an expert.',
  protocol: 'Audit',
  sample: 100,
  eligible: { records, items: records, isAll: true },
})
const sets: SamplingView['sets'] = [
  { set: 'news', items: 5, begun: 2, setAside: 0 },
  { set: 'wiki', items: 300, begun: 0, setAside: 4 },
]
const data = (change: Partial<AuditsData> = {}): AuditsData => ({
  canCreate: true,
  kinds: [kind(7)],
  audits: [],
  auditOf: null,
  ...change,
})

/** Draws the page; what is sent is kept, and answered with `answer`. */
function show(initialData: AuditsData, sampling: SamplingView | null, answer: unknown = {}) {
  const sent: { method: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const method = init.method ?? 'GET'
    if (method !== 'GET') sent.push({ method, body: init.body ? JSON.parse(String(init.body)) : null })
    if (method !== 'GET') return Response.json(answer)
    return Response.json(path.includes('/sampling') ? sampling : initialData)
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuditsView projectId={PROJECT} initialData={initialData} sampling={sampling} />
    </QueryClientProvider>,
  )
  return sent
}

it('draws a sample, and says when there are fewer than asked', async () => {
  const sent = show(data(), null, { auditId: AUDIT, name: 'References: Oceans', asked: 100, eligible: 7, size: 7 })
  expect(screen.getByText('There are 7; a larger number takes them all.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Seed'), { target: { value: '4' } })
  fireEvent.click(screen.getByRole('button', { name: 'Draw the sample' }))
  await screen.findByText('7 records drawn')
  expect(sent).toEqual([{ method: 'POST', body: { kind: 'references', sample: 100, seed: 4 } }])
  expect(screen.getByText(/You asked for 100; these are all there are/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'References: Oceans' }).getAttribute('href')).toBe(`/projects/${AUDIT}`)
})

it('offers no form where there is nothing to draw from, or to those who may not', () => {
  show(data({ kinds: [kind(0)] }), null)
  expect(screen.getByText(/nothing to draw from yet/)).toBeTruthy()
  cleanup()
  show(data({ canCreate: false }), null)
  expect(screen.queryByRole('button', { name: 'Draw the sample' })).toBeNull()
  cleanup()
  show(data({ kinds: [] }), null)
  expect(screen.getByText('No audits for this protocol')).toBeTruthy()
})

it('shows how far an audit is and what it found', () => {
  const panel = {
    key: 'p',
    title: 'Reliable references',
    note: '',
    rule: null,
    rowTitle: 'Domain',
    bars: [],
    columns: [{ title: 'Reliable', form: 'share' as const, tone: 'positive' as const, digits: null }],
    rows: [{ key: 'all', title: 'All', cells: [{ value: 0.5, part: 1, whole: 2, count: 0, items: null }] }],
  }
  const audit = {
    auditId: AUDIT,
    name: 'Safe?',
    kind: 'references',
    title: 'References',
    size: 3,
    seed: 1,
    eligible: 9,
    createdAt: '2030-01-01T00:00:00.000Z',
    isOpen: false,
    panels: [panel],
    progress: { items: 3, gold: 2, discarded: 0 },
  }
  show(data({ audits: [audit] }), null)
  const region = screen.getByRole('region', { name: 'Safe?' })
  expect(within(region).getByText('2 of 3 judged.')).toBeTruthy()
  expect(within(region).getByText('1 of 2 (50.0%)')).toBeTruthy()
  expect(within(region).queryAllByRole('link')).toEqual([])
})

it('sets aside what a plan leaves out, after asking', async () => {
  const sent = show(data(), { by: 'source', sets }, { kept: 140, setAside: 165 })
  fireEvent.change(screen.getByLabelText('Keep of wiki'), { target: { value: '138' } })
  fireEvent.change(screen.getByLabelText('Keep of news'), { target: { value: '1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Set 165 items aside' }))
  const dialog = await screen.findByRole('alertdialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Set 165 items aside' }))
  await screen.findByText('165 items set aside')
  expect(sent).toEqual([{ method: 'POST', body: { by: 'source', counts: { wiki: 138, news: 1 }, seed: 1 } }])
})

it('brings back what was set aside', async () => {
  const sent = show(data(), { by: 'source', sets }, { restored: 4 })
  fireEvent.click(screen.getByRole('button', { name: 'Bring all back' }))
  await waitFor(() => expect(screen.getByText('4 items brought back.')).toBeTruthy())
  expect(sent.map(({ method }) => method)).toEqual(['DELETE'])
})

it('reads a plan: what was begun stays, empty fields keep all, other words are errors', () => {
  expect(planOf(sets, { news: '0', wiki: ' ' }, '1')).toMatchObject({ counts: { news: 0 }, going: 3, isFine: true })
  expect(planOf(sets, { news: '900' }, '1')).toMatchObject({ going: 0, isFine: true })
  const faulty = planOf(sets, { news: '1.5', wiki: '-1' }, 'x')
  expect(Object.keys(faulty.errors)).toEqual(['news', 'wiki'])
  expect([faulty.isFine, faulty.seedError]).toEqual([false, 'Write a whole number from 0.'])
})
