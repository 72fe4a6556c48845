import { describe, expect, it } from 'vitest'
import type { GoldSummary, Json, SuggestedList } from '@/lib/protocols/protocol'
import { composition } from './composition'
import type { PartLabel } from './labels'
import type { DecomposeCounts, MergeCounts, VerifyCounts } from './roll-up-shapes'

const decompose = (change: Partial<DecomposeCounts> = {}): DecomposeCounts => ({
  sentences: 2,
  checkworthiness: { yes: 1, opinion: 1 },
  sentenceImportance: { yes: 1, no: 1 },
  claims: 3,
  claimTypes: { factual: 2, opinion: 1 },
  claimImportance: { yes: 3 },
  setAside: { check: 1, commonsense: 1 },
  made: { added: 3 },
  ...change,
})
const verify = (
  released: PartLabel,
  paper: PartLabel,
  verdicts: Record<string, number> = { true: 1, NA: 2 },
): VerifyCounts => ({
  response: { released, paper },
  sentences: {},
  claims: {},
  checkedClaims: 1,
  evidence: 2,
  ownEvidence: 0,
  enough: { yes: 1, NA: 2 },
  verdicts,
  verdictsByEnough: { yes: { true: 1 }, no: {} },
  stances: { refute: 1, irrelevant: 1 },
  stancesByEnough: { yes: { refute: 1, irrelevant: 1 }, no: {} },
  corrections: { kept: 1 },
  operations: {},
})
const merge = (normEditDistance: number, wordOverlap: number | null): MergeCounts => ({
  revisedResponse: 'a',
  sentences: 2,
  deletedSentences: 1,
  deletedWithCorrection: 1,
  changed: normEditDistance > 0,
  editDistance: 10 * normEditDistance,
  normEditDistance,
  wordOverlap,
})
const gold = (
  position: number,
  source: string | null,
  stages: GoldSummary['stages'],
  suggested?: SuggestedList[],
): GoldSummary => ({
  position,
  content: { source },
  stages,
  ...(suggested && { suggested }),
})
const list = (proposed: string[], goldTexts: string[], shown: boolean): SuggestedList => ({
  stage: 'decompose',
  unit: 's1',
  question: 'claims',
  proposed,
  gold: goldTexts,
  shown,
})

const golds = [
  gold(1, 'forum', { decompose: decompose(), verify: verify(true, true), merge: merge(0, 1) }, [
    list(['ab'], ['ac'], true),
  ]),
  gold(2, 'forum', { decompose: decompose(), verify: verify(false, true) }, [list(['a', 'b'], ['a'], false)]),
  gold(3, ' ', { decompose: decompose(), verify: verify(false, false, { false: 12 }), merge: merge(0.5, null) }),
  gold(4, null, { decompose: decompose({ sentences: 11 }) }),
  gold(5, 'unfinished', {}),
]

const panel = (key: string, rule?: string) => composition.panels(golds, rule).find((each) => each.key === key)
const cells = (key: string, name: string, rule?: string) =>
  panel(key, rule)?.rows.find((row) => row.key === name)?.cells
const values = (key: string, name: string, rule?: string) => cells(key, name, rule)?.map(({ value }) => value)

describe('the composition of a Factcheck-Bench dataset', () => {
  it('has nothing to show without gold', () => {
    expect(composition.panels([])).toEqual([])
    expect(composition.panels([gold(1, null, {})])).toEqual([])
  })

  it('counts sizes by source, and opens the items behind each figure', () => {
    expect(panel('sizes')?.rows.map(({ title }) => title)).toEqual(['forum', 'not given', 'All sources'])
    expect(cells('sizes', 'source forum')?.slice(0, 4)).toEqual([
      { value: 2, items: [1, 2] },
      { value: 4, items: [1, 2] },
      { value: 2, items: [1, 2] },
      { value: 6, items: [1, 2] },
    ])
    expect(values('sizes', 'all')).toEqual([4, 17, 4, 12, 4, 6, 0, 4.25, 3])
  })

  it('counts true and false responses by the rule that it is asked for, and names it', () => {
    expect(values('responses', 'all')).toEqual([3, 1, 2, 0, 1, 0])
    expect(values('responses', 'all', 'paper')).toEqual([3, 2, 1, 0, 1, 0])
    expect(panel('responses')).toMatchObject({ rule: 'released' })
    expect(panel('responses', 'paper')).toMatchObject({ rule: 'paper' })
    expect(panel('responses', 'paper')?.note).toContain('As counted in the paper')
  })

  it('lays both rules side by side', () => {
    expect(values('rules', 'released')).toEqual([1, 2, 0, 1])
    expect(values('rules', 'paper')).toEqual([2, 1, 0, 1])
    expect(cells('rules', 'paper')?.[3]).toEqual({ value: 1, items: [2] })
  })

  it('gives shares with their part and whole', () => {
    expect(cells('sentence-checkworthiness', 'yes')).toEqual([{ value: 0.5, part: 4, whole: 8, items: [1, 2, 3, 4] }])
    expect(cells('stances', 'refute')?.[2]).toEqual({ value: null, part: 0, whole: 0, items: [] })
    expect(values('verdicts', 'NA')).toEqual([4 / 18, 0, null])
  })

  it('sorts responses by how much they hold', () => {
    expect(cells('response-sizes', '2')?.[0]).toEqual({ value: 3, items: [1, 2, 3] })
    expect(values('response-sizes', 'more')).toEqual([1, 0, 1, 0])
    expect(values('response-sizes', '0')).toEqual([0, 0, 2, 3])
  })

  it('averages revisions of false responses by each rule; a text without words has no overlap', () => {
    expect(values('revision', 'paper')).toEqual([1, 1, 1, 1, 5, 0.5, null])
    expect(values('revision', 'all')).toEqual([2, 1, 2, 2, 2.5, 0.25, 1])
  })

  it('compares proposed claims with gold, shown and hidden apart', () => {
    expect(values('decomposition', 'shown')).toEqual([1, 1, 0, 0, 0.5, 0.25, 0])
    expect(values('decomposition', 'hidden')).toEqual([1, 0, 0, 1, null, null, null])
    expect(cells('decomposition', 'all')?.[3]).toEqual({ value: 0.5, part: 1, whole: 2, items: [2] })
  })

  it('leaves out what no stage has yet', () => {
    const keys = composition.panels([gold(1, null, { decompose: decompose() })]).map(({ key }) => key)
    for (const key of ['responses', 'verdicts', 'revision', 'decomposition']) expect(keys).not.toContain(key)
    expect(keys).toContain('claim-types')
  })

  it('reads nothing from a roll-up that it does not know', () => {
    expect(composition.panels([gold(1, null, { decompose: { old: true } as { [key: string]: Json } })])).toEqual([])
  })
})
