import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Anchoring, AnchoringQuestion, ArmCell, ArmFigures, Difference } from '@/lib/quality/anchoring/contract'
import { RULES } from '@/lib/quality/anchoring/rules'
import { AnchoringView } from './anchoring-view'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const cell = (count: number, items: number[] | null = [], inItems = items?.length ?? 0): ArmCell => ({
  count,
  items,
  inItems,
})
const found = (value: number, low: number, high: number, undefinedResamples = 0): Difference => ({
  value,
  low,
  high,
  undefinedResamples,
  words: null,
})
const missing: Difference = { value: null, low: null, high: null, undefinedResamples: 0, words: 'Undefined: no label.' }

const arm = (given: Partial<ArmFigures>): ArmFigures => ({
  arm: 'shown',
  labels: cell(40, [1, 2]),
  randomised: 40,
  annotations: 8,
  accepted: cell(10, [1]),
  agreed: cell(30, [1, 2]),
  changed: cell(0),
  towards: cell(0),
  seconds: { median: 185, low: 60, high: 300 },
  values: [
    { value: 'true', cell: cell(30, [1, 2]) },
    { value: 'false', cell: cell(10, [2]) },
  ],
  ...given,
})

const question = (given: Partial<AnchoringQuestion> = {}): AnchoringQuestion => ({
  stage: 'annotate',
  stageTitle: 'Annotate',
  unitKind: 'segment',
  unitText: 'Segment',
  question: 'label',
  title: 'Label',
  form: 'choice',
  categories: [
    { value: 'true', text: 'True', tone: 'positive' },
    { value: 'false', text: 'False', tone: 'negative' },
  ],
  arms: [
    arm({}),
    arm({ arm: 'hidden', labels: cell(36, [3]), changed: cell(4, [3]), towards: cell(3, [3]), seconds: null }),
  ],
  effect: {
    causal: true,
    shown: { labels: cell(40, [1, 2]), items: 12 },
    without: { labels: cell(36, [3]), items: 11 },
    agreement: found(0.123, -0.01, 0.25, 3),
    shift: found(0.1, 0.02, 0.2),
    shiftByChance: 0.05,
    values: [
      { value: 'true', difference: found(0.1, -0.02, 0.2) },
      { value: 'false', difference: found(-0.1, -0.2, 0.02) },
    ],
    byCorrectness: [
      {
        suggestion: 'wrong',
        causal: true,
        shown: { labels: cell(20, [1, 2]), items: 12, agreed: cell(15, [1]) },
        without: { labels: cell(18, [3]), items: 11, agreed: cell(4, [3]) },
        agreement: found(0.53, 0.2, 0.7),
        words: 'Automation bias: labels followed suggestions that were wrong.',
      },
    ],
    words: 'It drew them.',
    warnings: ['Only 11 items on one side.'],
  },
  ...given,
})

const show = (questions: AnchoringQuestion[], given: Partial<Anchoring> = {}) =>
  render(
    <AnchoringView
      data={{ project: { id: PROJECT, name: 'Oceans' }, rules: [...RULES], run: null, runs: [], questions, ...given }}
    />,
  )

describe('AnchoringView', () => {
  it('says the difference in words, with its interval, what is left out of it, and what to keep in mind', () => {
    show([question()])
    expect(screen.getByText('It drew them.')).toBeTruthy()
    expect(screen.getByText('Only 11 items on one side.')).toBeTruthy()
    const table = within(screen.getByRole('table', { name: /Differences for Label/ }))
    expect(table.getByText('+12.3')).toBeTruthy()
    expect(table.getByText('−1.0 to +25.0')).toBeTruthy()
    expect(table.getByText('undefined in 3 of 2,000 resamples')).toBeTruthy()
    expect(table.getByText('about 5.0% by chance alone')).toBeTruthy()
    expect(screen.getByText('Randomised')).toBeTruthy()
  })

  it('marks arms that nobody drew, and says what is undefined instead of drawing it', () => {
    const effect = { ...question().effect, causal: false, agreement: missing, shift: null, values: [] }
    show([question({ effect })])
    expect(screen.getByText('Not randomised')).toBeTruthy()
    expect(screen.getByText('Undefined: no label.')).toBeTruthy()
    expect(screen.queryByText(/NaN/)).toBeNull()
  })

  it('leads from every number to its items, and says when they are only the first', () => {
    show([
      question({ arms: [arm({ labels: cell(900, [1, 2, 3], 450) }), arm({ arm: 'hidden', changed: cell(4, [3]) })] }),
    ])
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(href('900 labels of arm Shown: show the first 3 items')).toBe(`/projects/${PROJECT}/items?ids=1,2,3`)
    expect(screen.getByText('first 3 of 450 items')).toBeTruthy()
    expect(href('4 labels changed after the suggestion was seen: show the items')).toBe(
      `/projects/${PROJECT}/items?ids=3`,
    )
    expect(href('10 labels “False” of arm Shown: show the items')).toBe(`/projects/${PROJECT}/items?ids=2`)
  })

  it('offers no items to those who may not know them', () => {
    const closed = arm({
      labels: cell(40, null, 12),
      accepted: cell(10, null, 3),
      agreed: cell(30, null, 9),
      values: [],
    })
    const { effect } = question()
    const sides = {
      shown: { ...effect.shown, labels: cell(40, null, 12) },
      without: { ...effect.without, labels: cell(36, null, 11) },
    }
    show([question({ arms: [closed], effect: { ...effect, ...sides, byCorrectness: [] } })])
    expect(screen.queryByRole('link', { name: /show the/ })).toBeNull()
  })

  it('says what to do while there is nothing to compare', () => {
    show([])
    expect(screen.getByText('There is nothing to compare yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Policies' }).getAttribute('href')).toBe(
      `/projects/${PROJECT}/prefill/policies`,
    )
  })
})
