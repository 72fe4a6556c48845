/** The files in which the items arrive, and so their order; what becomes of labels in them is chosen at import. */
import type { ImportOptions } from '@/lib/workspace/imports/contract'
import { mathematics } from './mathematics'
import { reasoning } from './reasoning'
import type { Scenario } from './scenario'
import { science } from './science'
import { worldKnowledge } from './world-knowledge'
import { writing } from './writing'

export interface ScenarioFile {
  name: string
  /** `plain`: prompt and response only; `labelled`: with what a machine or somebody else says. */
  records: 'segmented' | 'labelled' | 'plain'
  options: Pick<ImportOptions, 'labels' | 'open'>
  scenarios: readonly Scenario[]
}

const byKey = new Map(
  [...worldKnowledge, ...science, ...mathematics, ...reasoning, ...writing].map((each) => [each.key, each]),
)

function pick(...keys: string[]): Scenario[] {
  return keys.map((key) => {
    const scenario = byKey.get(key)
    if (!scenario) throw new Error(`there is no scenario ${key}`)
    return scenario
  })
}

/** With nine tenths of the items rated twice, every tenth from the first on has one annotator. */
export const COVERAGE = 90
/** The pair that labels the same items to get used to the guidelines. */
export const PILOT = { batch: 'Pilot', people: ['ana', 'ben'], from: 2, to: 5 } as const
/** Handed out, not begun. */
export const SECOND_BATCH = { batch: 'Week 2', people: ['ana', 'chioma'], from: 34, to: 35 } as const

export const files: readonly ScenarioFile[] = [
  {
    name: 'everyday-questions.jsonl',
    records: 'segmented',
    options: { labels: 'ignore', open: true },
    scenarios: [
      ...pick('wk-la-paz', 'wk-rosetta', 'science-leaves', 'math-cyclist', 'writing-novels'),
      ...pick('wk-polar-bears', 'science-light', 'math-dice', 'reasoning-heights', 'writing-chocolate'),
      ...pick('reasoning-days', 'wk-canberra', 'wk-red-chamber', 'science-cold', 'science-constants'),
      ...pick('writing-great-wave', 'math-percent', 'reasoning-class', 'wk-curie', 'science-blood'),
      ...pick('writing-lovelace', 'science-moon', 'wk-great-wall', 'reasoning-sheep', 'reasoning-baker'),
      ...pick('science-microwave', 'writing-goldfish', 'writing-tea', 'writing-kyoto', 'math-derivative'),
      ...pick('writing-toast', 'math-hexagon', 'reasoning-ice-cream', 'writing-ocean', 'writing-telephone'),
      ...pick('wk-danube'),
    ],
  },
  {
    name: 'model-labels.jsonl',
    records: 'labelled',
    options: { labels: 'suggestions', open: true },
    scenarios: pick('science-sorted', 'math-roots'),
  },
  {
    name: 'checked-last-year.jsonl',
    records: 'labelled',
    options: { labels: 'gold', open: true },
    scenarios: pick('science-boiling', 'wk-olympics'),
  },
  {
    name: 'fresh-answers.jsonl',
    records: 'plain',
    options: { labels: 'ignore', open: false },
    scenarios: pick('wk-everest', 'math-product'),
  },
]
