/** A report for tests of this room: two systems and a baseline on five segments. */
import type { Evaluations, EvaluationView, TaskView } from '@/lib/gold/evaluation/contract'
import type { EvaluationReport, Figure, Standing } from '@/lib/gold/evaluation/report/contract'

export const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const SOURCE = '0190aaaa-0000-7000-8000-000000000001'

export const figure = (value: number | null, low: number | null = null, high: number | null = null): Figure => ({
  value,
  low,
  high,
  nUndefined: 0,
  reason: value === null ? 'empty' : null,
})

export const standing = (system: string, f1: Figure, overrides: Partial<Standing> = {}): Standing => ({
  system,
  baseline: false,
  about: {},
  scored: 5,
  abstained: 0,
  missing: 0,
  leftOut: 0,
  resampled: 50,
  rank: null,
  classes: null,
  figures: { f1, recall: figure(0.5, 0.4, 0.6) },
  confusion: [
    [2, 1],
    [0, 2],
  ],
  strata: [
    {
      key: 'domain',
      value: 'wk',
      targets: 3,
      missing: 0,
      leftOut: 0,
      resampled: 30,
      rank: null,
      classes: null,
      figures: { f1, recall: figure(0.5) },
    },
  ],
  ...overrides,
})

export const reportWith = (overrides: Partial<EvaluationReport> = {}): EvaluationReport => ({
  task: 'segments',
  title: 'Finding wrong segments',
  parameters: { abstentions: 'out' },
  strata: [{ key: 'domain', title: 'Domain' }],
  items: 2,
  targets: 5,
  predictions: 11,
  prepared: null,
  bootstrap: {
    resamples: 2000,
    inStrata: 2000,
    seed: 1,
    confidence: 0.95,
    method: 'arcsine',
    classes: 'fixed',
    fewest: 10,
    marked: 40,
  },
  systems: [
    { system: 'careful', baseline: false, about: {}, predictions: 5, missed: 0, repeated: 0 },
    { system: 'hasty', baseline: false, about: {}, predictions: 6, missed: 1, repeated: 0 },
  ],
  scorings: [
    {
      key: 'segment',
      title: 'Segments',
      description: 'By segment.',
      unitOfAnalysis: 'segment',
      level: 'unit',
      targets: 5,
      figures: [
        { key: 'f1', title: 'F1', form: 'share', better: 'high' },
        { key: 'recall', title: 'Recall', form: 'share', better: 'high' },
      ],
      line: null,
      confusion: { rows: ['Error', 'Correct'], columns: ['Error', 'Correct'] },
      errors: true,
      standings: [
        standing('hasty', figure(0.4, 0.2, 0.6), { missing: 2, abstained: 1 }),
        standing('careful', figure(0.8, 0.7, 0.9), { about: { family: 'gpt' } }),
        standing('Flags nothing', figure(null), { baseline: true }),
      ],
      pairs: [
        {
          first: 'hasty',
          second: 'careful',
          common: 5,
          resampled: 50,
          classes: null,
          tests: { f1: { pValue: 0.004, adjusted: 0.012, pairs: 3 } },
          differences: { f1: figure(-0.4, -0.6, -0.1), recall: figure(0, -0.1, 0.1) },
          mcnemar: { method: 'exact', onlyFirst: 1, onlySecond: 3, statistic: null, pValue: 0.625 },
        },
      ],
      rankings: [],
      published: null,
    },
  ],
  missed: {
    count: 1,
    listed: [{ line: 9, system: 'hasty', item: 'gone', unit: 's1', text: null, reason: 'No item has this id.' }],
  },
  repeated: { count: 0, listed: [] },
  notes: ['Intervals come from 2,000 resamples.'],
  ...overrides,
})

export const taskWith = (overrides: Partial<TaskView> = {}): TaskView => ({
  key: 'segments',
  title: 'Finding wrong segments',
  summary: 'Evaluators of responses.',
  source: { paper: 'A paper', section: '4.1' },
  stage: 'Segments',
  stageKey: 'segments',
  gold: 2,
  takesRuns: true,
  comparesMeanings: false,
  fields: [{ name: 'label', required: true, text: 'true or false' }],
  example: ['{"system": "a", "item": "1", "label": true}'],
  strata: [{ key: 'domain', title: 'Domain' }],
  parameters: { type: 'object', properties: {} },
  ...overrides,
})

export const sourceWith = (overrides: Partial<EvaluationView> = {}): EvaluationView => ({
  id: SOURCE,
  projectId: PROJECT,
  task: 'segments',
  name: 'both.jsonl',
  runId: null,
  byteSize: 1200,
  sha256: null,
  state: 'done',
  progress: 1,
  predictions: 11,
  matched: 10,
  unmatched: 1,
  problemCount: 0,
  systems: [
    { system: 'careful', about: {}, predictions: 5 },
    { system: 'hasty', about: {}, predictions: 6 },
  ],
  error: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:01.000Z',
  ...overrides,
})

export const evaluationsWith = (overrides: Partial<Evaluations> = {}): Evaluations => ({
  tasks: [taskWith()],
  evaluations: [sourceWith()],
  runs: [],
  canChange: true,
  hasReceipts: true,
  maxBytes: 1_000_000,
  likenessModel: null,
  ...overrides,
})
