import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Checks, Findings } from '@/lib/gold/checks/contract'
import type { Dataset } from '@/lib/gold/dataset/contract'
import { runProgram } from './program'

const PROJECT = '01900000-0000-7000-8000-000000000001'
const about = { id: PROJECT, name: 'Claims', protocol: 'Test' }
const rules = [{ key: 'all', title: 'All parts', description: '' }]
const listed = {
  id: PROJECT,
  name: 'Claims',
  description: '',
  protocolId: 'felm',
  protocolTitle: 'Test',
  createdAt: '2026-01-01T00:00:00.000Z',
  archivedAt: null,
  votes: false,
  role: 'manager',
  progress: null,
  mine: { open: 0, submitted: 0 },
}
const dataset: Dataset = {
  project: about,
  rules,
  rule: 'all',
  projectRule: 'all',
  items: 2,
  overridden: 0,
  discarded: [],
  stages: [{ key: 's', title: 'Judge', golds: 2, imported: 1, singleRated: 0, votes: false }],
  panels: [
    {
      key: 'labels',
      title: 'Labels',
      note: '',
      rule: 'all',
      rowTitle: 'Source',
      bars: [],
      columns: [
        { title: 'Responses', form: 'count', tone: 'neutral', digits: null },
        { title: 'False', form: 'share', tone: 'negative', digits: null },
      ],
      rows: [
        {
          key: 'all',
          title: 'All',
          cells: [
            { value: 2, part: null, whole: null, count: 2, items: [1, 2] },
            { value: 0.5, part: 1, whole: 2, count: 1, items: [2] },
          ],
        },
      ],
    },
  ],
}
const checks: Checks = {
  project: about,
  items: 2,
  rules,
  values: [],
  canSettle: true,
  kinds: [
    {
      key: 'label-rules',
      title: 'Rules differ',
      description: '',
      severity: 'contradiction',
      settles: true,
      findings: 1,
      items: 1,
    },
  ],
  contradictions: { items: 1, unsettled: 1 },
}
const page = (position: number, next: number | null): Findings => ({
  findings: [
    {
      item: { id: PROJECT, position, title: 'Lakes' },
      stage: 'judge',
      stageTitle: 'Judge',
      unit: 's1',
      unitText: null,
      question: null,
      message: 'They differ.',
      label: null,
    },
  ],
  next,
})

let asked: string[] = []
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, search } = new URL(url)
    asked.push(pathname + search)
    if (pathname === '/api/projects') return Response.json({ projects: [listed], abilities: { createProjects: false } })
    if (pathname.endsWith('/dataset')) return Response.json(dataset)
    if (pathname.endsWith('/checks')) return Response.json(checks)
    return Response.json(search.includes('after=3') ? page(9, null) : page(3, 3))
  })
})
afterEach(() => vi.unstubAllGlobals())

async function run(...args: string[]) {
  let text = ''
  const streams = {
    out: { write: (chunk: string) => (text += chunk) },
    err: { write: (chunk: string) => (text += chunk) },
  }
  const code = await runProgram(args, { ASSAY_TOKEN: 'token' }, streams)
  return { code, lines: text.trimEnd().split('\n') }
}

it('prints the figures of the gold with the rule they are counted by', async () => {
  const { code, lines } = await run('dataset', 'Claims', '--rule', 'all')
  expect(code).toBe(0)
  expect(asked).toContain(`/api/projects/${PROJECT}/dataset?rule=all`)
  expect(lines).toContain('Labels (rule of roll-up: All parts)')
  expect(lines.at(-1)).toBe('All             2  1 of 2 (50.0%)')
})

it('counts inconsistencies by kind', async () => {
  const { lines } = await run('checks', 'Claims')
  expect(lines[0]).toBe('2 items with gold checked; 1 of 1 contradictory labels to be settled')
  expect(lines.at(-1)).toMatch(/^label-rules {2}contradiction {2,}1 {2,}1 {2}Rules differ$/)
})

it('lists every finding of a kind, page after page', async () => {
  const { lines } = await run('checks', 'Claims', '--kind', 'label-rules', '--unsettled')
  expect(lines.slice(1).map((line) => line.trim().split(/\s+/)[0])).toEqual(['3', '9'])
  expect(asked.filter((each) => each.includes('/checks/')).length).toBe(2)
  expect(asked.at(-1)).toContain('unsettled=true')
})
