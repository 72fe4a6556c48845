import { cleanup, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Dataset, PanelCell } from '@/lib/gold/dataset/contract'
import { DatasetView } from './dataset-view'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const cell = (value: number, items: number[] | null, count = items?.length ?? 0): PanelCell => ({
  value,
  part: null,
  whole: null,
  count,
  items,
})
const panel = (change: Partial<Dataset['panels'][number]>): Dataset['panels'][number] => ({
  key: 'labels',
  title: 'Labels',
  note: 'Counts labels.',
  rule: 'all',
  rowTitle: 'Source',
  bars: [0, 1],
  columns: [
    { title: 'True', form: 'count', tone: 'positive', digits: null },
    { title: 'False', form: 'count', tone: 'negative', digits: null },
  ],
  rows: [{ key: 'a', title: 'Source A', cells: [cell(300, null, 300), cell(2, [3, 4])] }],
  ...change,
})
const dataset = (change: Partial<Dataset> = {}): Dataset => ({
  project: { id: PROJECT, name: 'Claims', protocol: 'Test' },
  rules: [
    { key: 'all', title: 'All parts', description: 'Every part must be true.' },
    { key: 'most', title: 'Most parts', description: 'Most parts must be true.' },
  ],
  rule: 'all',
  projectRule: 'most',
  items: 302,
  overridden: 0,
  discarded: [],
  stages: [{ key: 's', title: 'Stage', golds: 302, imported: 300, singleRated: 2, votes: false }],
  panels: [panel({}), panel({ key: 'sizes', title: 'Sizes', rule: null, bars: [] })],
  ...change,
})
const hrefs = (name: string) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))

it('names the rule on the figures that depend on it, and switches it by the address', () => {
  render(<DatasetView data={dataset()} />)
  const figures = screen.getByRole('region', { name: 'Labels' })
  expect(within(figures).getByText('Rule of roll-up: All parts')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Sizes' })).queryByText(/^Rule of roll-up/)).toBeNull()
  const rules = screen.getByRole('navigation', { name: 'Rule of roll-up' })
  expect(within(rules).getByRole('link', { current: true }).textContent).toBe('All parts')
  expect(within(rules).getByRole('link', { name: 'Most parts (project default)' }).getAttribute('href')).toBe(
    `/projects/${PROJECT}/dataset?rule=most`,
  )
})

it('leads from bars and cells to their items, however many', () => {
  render(<DatasetView data={dataset({ panels: [panel({})] })} />)
  const many = `/projects/${PROJECT}/items?panel=labels&row=a&column=0&rule=all`
  // The cell says how many, the bar's part its name.
  expect(hrefs('300 true, Source A: show the items')).toEqual([many])
  expect(hrefs('True Source A: show the items')).toEqual([many])
  expect(hrefs('2 false, Source A: show the items')).toEqual([`/projects/${PROJECT}/items?ids=3,4`])
})

it('says how much was imported or rated by one person, and what was set by hand', () => {
  render(<DatasetView data={dataset({ overridden: 1 })} />)
  const row = screen.getByRole('row', { name: /^Stage 302/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['302', '300', '2'])
  expect(screen.getByText(/The label of 1 item was/)).toBeTruthy()
})

it('has what the paper prints beside the figures of a published file, and not beside gold made here', () => {
  const row = { key: 'a', title: 'Source A', cells: [{ ...cell(300, null, 300), printed: '472' }, cell(2, [3, 4])] }
  const panels = [panel({ rows: [row] })]
  const imported = [{ key: 's', title: 'Stage', golds: 302, imported: 302, singleRated: 0, votes: false }]
  render(<DatasetView data={dataset({ panels, stages: imported })} />)
  expect(screen.getAllByText(/^paper:/).map(({ textContent }) => textContent)).toEqual(['paper: 472'])
  cleanup()
  render(<DatasetView data={dataset({ panels })} />)
  expect(screen.queryByText(/^paper:/)).toBeNull()
})

it('says what to do while there is no gold, and offers no choice where there is one rule', () => {
  render(<DatasetView data={dataset({ items: 0, panels: [] })} />)
  expect(screen.getByText('There is no gold yet')).toBeTruthy()
  cleanup()
  render(<DatasetView data={dataset({ rules: dataset().rules.slice(0, 1) })} />)
  expect(screen.queryByRole('navigation', { name: 'Rule of roll-up' })).toBeNull()
})
