import type { RunView } from '@/lib/automation/prefill/contract'
import type { PrefillOverview, StepView } from '@/lib/automation/prefill/settings/contract'
import type { ProjectView } from '@/lib/workspace/projects/contract'

export const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
export const RUN = '0190aaaa-0000-7000-8000-000000000002'

/** A step for tests, of stage "first" unless told otherwise. */
export const step = (key: string, change: Partial<StepView> = {}): StepView => ({
  key,
  title: `Title of ${key}`,
  summary: `What ${key} does.`,
  stage: 'first',
  methods: ['rules', 'model'],
  uses: [],
  after: [],
  parameters: { type: 'object', properties: {} },
  prompts: [],
  ...change,
})

/** A project without a model, for tests. */
export const overviewWith = (change: Partial<PrefillOverview> = {}): PrefillOverview => ({
  settings: { search: 'corpus', budgetMicro: null, prices: [], concurrency: 8, requestsPerMinute: null },
  spentMicro: 0,
  models: { configured: false, baseUrl: null, standard: null, scripted: false },
  searches: [
    { id: 'corpus', title: 'The project’s documents', configured: true, needs: [] },
    { id: 'serper', title: 'Serper', configured: false, needs: ['SERPER_API_KEY'] },
  ],
  stages: [
    { key: 'first', title: 'Claims' },
    { key: 'second', title: 'Verdicts' },
  ],
  steps: [step('split', { methods: ['rules'] }), step('claims', { after: ['split'] })],
  canGenerate: true,
  canTriage: true,
  corpus: { documents: 0 },
  ...change,
})

/** A run under way, for tests. */
export const runWith = (change: Partial<RunView> = {}): RunView => ({
  id: RUN,
  kind: 'pipeline',
  name: 'Offline pre-fill',
  stage: 'first',
  state: 'running',
  stateReason: null,
  stateDetail: null,
  plan: {
    protocol: { id: 'test', version: 1 },
    stage: 'first',
    steps: [
      { key: 'split', title: 'Title of split', method: 'rules', model: null, parameters: {}, prompts: [] },
      {
        key: 'claims',
        title: 'Title of claims',
        method: 'model',
        model: 'model-a',
        parameters: { most: 5 },
        prompts: [{ name: 'claims', version: 2, hash: 'abcdef0123456789' }],
      },
    ],
    search: 'corpus',
    prices: [],
    target: { pool: 10, onlyNew: false, most: null },
    file: null,
  },
  budgetMicro: 2_000_000,
  spentMicro: 12_300,
  calls: 40,
  cachedCalls: 4,
  suggestions: 31,
  items: { waiting: 4, running: 1, done: 3, failed: 2, skipped: 0, cancelled: 0 },
  by: 'Ada',
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:01.000Z',
  finishedAt: null,
  expectedAt: null,
  latency: { p50: 1200, p95: 5200 },
  failures: [{ code: 'refused', message: 'The model refused.', items: 2 }],
  ...change,
})

/** A project as its manager sees it, or as somebody who may only look. */
export const projectWith = (canManage: boolean): ProjectView => ({
  id: PROJECT,
  name: 'Claims',
  description: '',
  protocolId: 'test',
  protocolVersion: 1,
  protocolTitle: 'Test',
  createdAt: '2026-01-01T00:00:00.000Z',
  archivedAt: null,
  role: canManage ? 'manager' : 'viewer',
  abilities: {
    manage: canManage,
    change: canManage,
    browseItems: true,
    takeTasks: canManage,
    review: canManage,
    seeAgreement: true,
    export: true,
    seeMembers: canManage,
  },
  rollUpRule: 'all',
  searchEngine: null,
  stages: [],
  guidelineVersion: 1,
})
