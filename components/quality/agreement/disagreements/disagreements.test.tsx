import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import {
  type Causes,
  causeKeys,
  type Difficulty,
  type Discussion,
  difficultyQuerySchema,
} from '@/lib/quality/agreement/disagreements/contract'
import { DISCUSSION_RULES, shareOf } from '@/lib/quality/agreement/disagreements/rules'
import { CausesView } from './causes-view'
import { DifficultyView } from './difficulty-view'
import { DiscussionView } from './discussion-view'

const ID = '0190aaaa-0000-7000-8000-000000000000'
const ITEM = '0190aaaa-0000-7000-8000-000000000001'
const TASK = '0190aaaa-0000-7000-8000-000000000002'
const head = {
  project: { id: ID, name: 'Oceans' },
  stages: [{ key: 'segments', title: 'Label segments' }],
  stage: { key: 'segments', title: 'Label segments' },
  version: '1',
  showsItems: true,
}
const show = (view: ReactElement) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  return render(<QueryClientProvider client={client}>{view}</QueryClientProvider>)
}
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
const PAGE = `/projects/${ID}/agreement/disagreements`

describe('DifficultyView', () => {
  const data: Difficulty = {
    ...head,
    measures: [{ key: 'label', title: 'Segment label', unitOfAnalysis: 'segment' }],
    query: { measure: null, order: 'lower', band: null, domain: null, tag: null, page: 2 },
    bands: [80, 0, 20, 0, 20],
    pairs: 400,
    differing: 100,
    total: 120,
    items: [
      {
        itemId: ITEM,
        taskId: TASK,
        position: 7,
        title: 'Seas',
        domain: null,
        units: 4,
        pairs: 12,
        differing: 6,
        share: null,
      },
    ],
  }
  const query = difficultyQuerySchema.parse({ page: 2 })

  it('leads from every band to its items, and from every item to where it is settled', () => {
    show(<DifficultyView projectId={ID} query={query} initialData={data} />)
    expect(hrefOf(/^20 items, over 75%/)).toBe(`${PAGE}?view=difficulty&stage=segments&order=lower&band=4`)
    expect(hrefOf('7. Seas')).toBe(`/projects/${ID}/items/${ITEM}`)
    expect(hrefOf('Open the consolidation of item 7')).toBe(`/projects/${ID}/tasks/${TASK}/consolidate`)
    expect(screen.getByText('6 of 12')).toBeTruthy()
    expect(screen.getByText('too few')).toBeTruthy()
    expect(screen.getByText('51 to 51 of 120')).toBeTruthy()
    expect(hrefOf('Next')).toBe(`${PAGE}?view=difficulty&stage=segments&order=lower&page=3`)
  })

  it('gives readers who may not know the items counts alone', () => {
    show(<DifficultyView projectId={ID} query={query} initialData={{ ...data, showsItems: false, items: null }} />)
    expect(screen.getAllByText('20')).toHaveLength(2)
    expect(screen.queryByRole('link', { name: /list them|Seas/ })).toBeNull()
  })
})

describe('CausesView', () => {
  const nothing = { count: 0, inItems: 0 }
  const counted = { guideline_gap: { count: 3, inItems: 2 }, none: { count: 1, inItems: 1 } }
  const cellOf = (cause: string) => Object.entries(counted).find(([key]) => key === cause)?.[1] ?? nothing
  const total = { count: 4, inItems: 2 }
  const data: Causes = {
    ...head,
    total,
    named: 3,
    causes: causeKeys.map((cause) => ({ cause, all: cellOf(cause) })),
    questions: [
      {
        key: 'label',
        title: 'Label',
        unitKind: 'segment',
        unitText: 'segment',
        all: total,
        cells: causeKeys.map((cause) => ({ cause, cell: cellOf(cause) })),
      },
    ],
  }

  it('leads to the items of a cause, and the top cause to the guidelines', () => {
    show(<CausesView projectId={ID} initialData={data} />)
    expect(hrefOf('3 disagreements with the cause gap in the guidelines on Label: show the items')).toBe(
      `/projects/${ID}/items?stage=segments&cause=guideline_gap&question=label&kind=segment`,
    )
    expect(hrefOf('4 disagreements of every cause: show the items')).toBe(
      `/projects/${ID}/items?stage=segments&cause=any`,
    )
    expect(screen.getByText(/gap in the guidelines \(3 of 3 named\)/)).toBeTruthy()
    expect(hrefOf('Open the guidelines')).toBe(`/projects/${ID}/guidelines`)
  })

  it('leads viewers to no items', () => {
    show(<CausesView projectId={ID} initialData={{ ...data, showsItems: false }} />)
    expect(screen.queryByRole('link', { name: /show the items/ })).toBeNull()
  })
})

describe('DiscussionView', () => {
  const none = { count: 0, inItems: 0, items: [] }
  const cell = { count: 12, inItems: 2, items: [3, 9] }
  const turn = {
    before: 0.5,
    beforeInterval: { low: 0.25, high: 0.75 },
    after: 0.9,
    afterInterval: { low: 0.8, high: 1 },
    difference: 0.4,
    differenceInterval: { low: 0.1, high: 0.6 },
    words: null,
  }
  const data: Discussion = {
    ...head,
    rules: [...DISCUSSION_RULES],
    tasks: { counted: 2, laterRound: 1 },
    measures: [
      {
        key: 'label',
        title: 'Segment label',
        unitOfAnalysis: 'segment',
        units: 40,
        responses: 5,
        percent: turn,
        alpha: { ...turn, after: null, afterInterval: null, difference: null, words: 'Undefined after: no variation.' },
      },
    ],
    outcomes: {
      settled: cell,
      discussedToOne: cell,
      discussedToThird: none,
      decidedForOne: none,
      decidedForThird: none,
      majority: none,
      dissolved: none,
    },
    conformity: shareOf(12, 12),
    people: [
      { key: 'a1', name: 'annotator 1', userId: null, gaveWay: shareOf(10, 12), upheld: shareOf(0, 0) },
      { key: 'a2', name: 'annotator 2', userId: null, gaveWay: shareOf(2, 12), upheld: shareOf(1, 3) },
    ],
    moves: [{ from: 'a1', to: 'a2', cell: { count: 10, inItems: 2, items: [3, 9] } }],
  }
  const rowOf = (name: RegExp) =>
    screen.getAllByRole('rowheader', { name }).map((each) => each.closest('tr')?.textContent)

  it('never sets what came after discussion beside the independent figures without saying what it is', () => {
    show(<DiscussionView projectId={ID} initialData={data} />)
    expect(screen.getByText(/not agreement of independent annotators, and not evidence/)).toBeTruthy()
    const [percent, alpha] = rowOf(/^Segment label/)
    expect(percent).toContain('40 segments of 5 items')
    expect(percent).toContain('50.0%25.0% to 75.0%90.0%80.0% to 100%+40.010.0 to 60.0')
    expect(alpha).toContain('Undefined after: no variation.')
  })

  it('says who gave way to whom, with intervals where there are enough', () => {
    show(<DiscussionView projectId={ID} initialData={data} />)
    expect(hrefOf('10 times annotator 1 gave way to annotator 2: show the items')).toBe(`/projects/${ID}/items?ids=3,9`)
    const [gaveWay] = rowOf(/^annotator 2/)
    expect(gaveWay).toContain('16.7% (4.7% to 44.8%), 2 of 12')
    expect(gaveWay).toContain('1 of 3')
    expect(screen.getByText(/1 more became gold in a later round/)).toBeTruthy()
  })
})
