import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Checks, Findings, FindingView } from '@/lib/gold/checks/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { router } from '@/tests/next/navigation'
import { ChecksView } from './checks-view'

const answer = vi.fn<typeof fetch>()
beforeEach(() => {
  answer.mockReset()
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const ITEM = '0190aaaa-0000-7000-8000-000000000001'
const kind = (key: string, findings: number, settles: boolean): Checks['kinds'][number] => ({
  key,
  title: `Title of ${key}`,
  description: `About ${key}.`,
  settles,
  findings,
  items: findings,
  severity: settles ? 'contradiction' : 'warning',
})
const checks = (change: Partial<Checks> = {}): Checks => ({
  project: { id: PROJECT, name: 'Claims', protocol: 'Test' },
  items: 12,
  kinds: [kind('spelling', 3, false), kind('label-rules', 1, true)],
  contradictions: { items: 1, unsettled: 1 },
  rules: [
    { key: 'all', title: 'All parts', description: 'Every part must be true.' },
    { key: 'most', title: 'Most parts', description: 'Most parts must be true.' },
  ],
  values: [
    { value: true, text: 'Right', tone: 'positive' },
    { value: false, text: 'Wrong', tone: 'negative' },
  ],
  canSettle: true,
  ...change,
})
const finding = (change: Partial<FindingView> = {}): FindingView => ({
  item: { id: ITEM, position: 7, title: 'Lakes' },
  stage: 'judge',
  stageTitle: 'Judge',
  unit: '',
  unitText: null,
  question: null,
  message: 'They differ.',
  label: { byRule: { all: false, most: true }, override: null },
  ...change,
})
const override = { version: 2, value: true, reason: 'By the paper.', by: 'Rui', at: '2026-01-01T00:00:00.000Z' }

function show(data: Checks, found: FindingView[], next: Findings['next'] = null, shown = 'label-rules') {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ChecksView
        checks={data}
        kind={shown}
        query={{ after: 0, unsettled: 'false' }}
        found={{ findings: found, next }}
      />
    </QueryClientProvider>,
  )
}

it('says what a release would refuse, and puts contradictions first', () => {
  show(checks(), [finding()])
  expect(screen.getByText('The labels of 1 of 12 items contradict each other')).toBeTruthy()
  const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(rows[0]).toContain('Title of label-rules')
  expect(screen.getByRole('link', { name: 'Show those still to be settled' }).getAttribute('href')).toBe(
    `/projects/${PROJECT}/checks?kind=label-rules&unsettled=true`,
  )
})

it('leads to the item at the unit, and on to the next page', () => {
  const there = finding({ unit: 's1.c2', unitText: 'It is deep.', question: 'Verdict', label: null })
  show(checks(), [there], 7, 'spelling')
  expect(screen.getByRole('link', { name: 'Item 7, s1.c2' }).getAttribute('href')).toBe(
    `/projects/${PROJECT}/items/${ITEM}#judge-s1.c2`,
  )
  expect(screen.getByText('It is deep.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
    `/projects/${PROJECT}/checks?kind=spelling&after=7`,
  )
})

it('sets a label by hand with a reason, on what was looked at', async () => {
  answer.mockImplementation(async () => Response.json({ ...override, version: 1, stands: true }))
  show(checks(), [finding()])
  fireEvent.click(screen.getByRole('button', { name: 'Set the label of item 7' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Right' }))
  fireEvent.change(screen.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'By the paper.' } })
  // The test's browser takes no radio group for filled in, so the button would do nothing.
  const form = screen.getByRole('button', { name: 'Set the label' }).closest('form')
  if (form) fireEvent.submit(form)
  await waitFor(() => expect(router.refresh).toHaveBeenCalled())
  const [url, init] = answer.mock.calls[0] ?? []
  expect([init?.method, url]).toEqual(['PUT', `/api/items/${ITEM}/label`])
  expect(JSON.parse(String(init?.body))).toEqual({ value: true, reason: 'By the paper.', expectedVersion: 0 })
})

it('shows what was set, and that newer gold undid it; readers who may not settle get no buttons', () => {
  const stale = finding({ label: { byRule: { all: false, most: true }, override: { ...override, stands: false } } })
  show(checks({ canSettle: false }), [stale])
  expect(screen.getByText('By the paper.')).toBeTruthy()
  expect(screen.getByText(/^Stale: the gold has changed since/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Set the label|Take back/ })).toBeNull()
})

it('says what to do while there is no gold', () => {
  show(checks({ items: 0 }), [])
  expect(screen.getByText('There is no gold to check yet')).toBeTruthy()
})
