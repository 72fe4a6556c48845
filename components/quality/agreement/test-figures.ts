/** Figures for tests of these screens. */
import type {
  Agreement,
  EstimateView,
  Figures,
  MeasureView,
  NoValueReason,
  RaterView,
  StageAgreement,
} from '@/lib/quality/agreement/contract'
import type { MeasureDetail, PairView, Slices } from '@/lib/quality/agreement/detail/contract'
import { RULES } from '@/lib/quality/agreement/rules'

export const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
export const RUN = 'run:0190bbbb-0000-7000-8000-000000000000'

const interval = {
  low: 0.31,
  high: 0.62,
  confidence: 0.95,
  resamples: 2000,
  undefinedResamples: 3,
  drawn: 12,
  seed: 1,
  method: 'arcsine' as const,
  percentile: { low: 0.33, high: 0.61 },
}

/** `limits`: null while its interval is to come. */
export const estimate = (value: number, limits: { low: number; high: number } | null = interval): EstimateView => ({
  value,
  reason: null,
  words: null,
  interval: limits ? { ...interval, ...limits } : null,
})

export const none = (reason: NoValueReason, words: string): EstimateView => ({
  value: null,
  reason,
  words,
  interval: null,
})

export const figures = (change: Partial<Figures> = {}): Figures => ({
  units: 25,
  unitsWithTwo: 20,
  unanimous: 15,
  ratings: 40,
  responses: 14,
  responsesWithTwo: 12,
  raters: 2,
  majorities: null,
  percent: estimate(0.75, { low: 0.61, high: 0.88 }),
  alpha: estimate(0.48),
  others: [
    { key: 'unanimous', estimate: estimate(0.75) },
    { key: 'fleiss', estimate: none('incomplete-data', 'Read Krippendorff’s alpha, which allows for gaps.') },
  ],
  categories: [
    { value: 'true', count: 25, share: 0.625, alpha: estimate(0.48) },
    { value: 'false', count: 15, share: 0.375, alpha: estimate(0.44) },
    { value: 'unclear', count: 0, share: 0, alpha: none('no-variation', 'No variation: nobody gave it.') },
  ],
  confusion: [
    [10, 5, 0],
    [0, 5, 0],
    [0, 0, 0],
  ],
  ...change,
})

export const measure = (change: Partial<MeasureView> = {}): MeasureView => ({
  key: 'label',
  title: 'Segment label',
  unitOfAnalysis: 'segment',
  level: 'nominal',
  distances: null,
  categories: [
    { value: 'true', text: 'True', tone: 'positive' },
    { value: 'false', text: 'False', tone: 'negative' },
    { value: 'unclear', text: 'لا أعرف', tone: 'neutral' },
  ],
  all: figures(),
  ...change,
})

export const stageWith = (change: Partial<StageAgreement> = {}): StageAgreement => ({
  key: 'segments',
  title: 'Label segments',
  notIndependent: 0,
  chosen: null,
  comparisons: [],
  tasks: { counted: 4, singleRated: 0, withoutAnnotation: 0, discarded: 1, inProgress: 0, awaited: 0 },
  measures: [measure()],
  ...change,
})

export const agreementWith = (change: Partial<Agreement> = {}): Agreement => ({
  project: { id: PROJECT, name: 'Oceans', protocol: 'Test' },
  rules: RULES,
  thresholds: [0.667, 0.8],
  version: '1',
  intervals: 'complete',
  showsItems: true,
  earlier: [],
  raters: [],
  stages: [stageWith()],
  ...change,
})

export const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Cholmondeley'

const raters: RaterView[] = [
  { key: 'a1', kind: 'annotator', name: LONG, userId: null },
  { key: 'a2', kind: 'annotator', name: 'مريم', userId: null },
  { key: 'gold', kind: 'gold', name: 'Gold', userId: null },
  { key: RUN, kind: 'model', name: 'Test model', userId: null },
]

export const pair = (first: string, second: string, change: Partial<PairView> = {}): PairView => ({
  first,
  second,
  n: 20,
  responses: 14,
  coefficients: [
    { key: 'percent', estimate: estimate(0.75, null) },
    { key: 'cohen', estimate: estimate(0.47) },
    { key: 'biasIndex', estimate: none('not-two-categories', 'It is made for two values only.') },
  ],
  confusion: [
    [10, 3, 0],
    [2, 5, 0],
    [0, 0, 0],
  ],
  ...change,
})

export const detailWith = (change: Partial<MeasureDetail> = {}): MeasureDetail => ({
  version: '1',
  intervals: 'complete',
  showsItems: true,
  thresholds: [0.667, 0.8],
  raters,
  stage: { key: 'segments', title: 'Label segments' },
  measure: measure(),
  pairs: [pair('a1', 'a2')],
  references: [pair('a1', 'gold'), pair('a2', RUN, { n: 7 })],
  ...change,
})

export const slicesWith = (change: Partial<Slices> = {}): Slices => ({
  version: '1',
  intervals: 'complete',
  by: 'domain',
  slices: [
    { value: 'medicine', title: 'Medicine', figures: figures({ alpha: estimate(0.9, { low: 0.1, high: 1 }) }) },
    { value: 'law', title: 'Law', figures: figures({ alpha: estimate(0.7, { low: 0.6, high: 0.8 }) }) },
    {
      value: null,
      title: 'No domain',
      figures: figures({ alpha: none('too-few-units', 'Too few units (3 of at least 10): counts only.') }),
    },
  ],
  meanOfSlices: { percent: 0.79, slices: 2 },
  ...change,
})
