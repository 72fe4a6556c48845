import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type EvaluationReport, evaluationReportSchema } from '@/lib/gold/evaluation/scoring/report-schema'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileEvaluations } from '@/lib/protocols/language/compile/evaluation'
import { pipelineLine } from '@/lib/protocols/veriscore-verification/sample-records'
import { type Environment, runProgram } from './program'

const PROJECT = '01900000-0000-7000-8000-000000000001'
const IMPORT = '01900000-0000-7000-8000-000000000002'
const PERSON = '01900000-0000-7000-8000-000000000003'
const MOMENT = '2026-01-01T00:00:00.000Z'

const project = {
  id: PROJECT,
  name: 'Oceans',
  description: '',
  protocolId: 'felm',
  protocolTitle: 'FELM',
  createdAt: MOMENT,
  archivedAt: null,
  votes: false,
  role: 'manager',
  progress: { items: 12, gold: 3, discarded: 0 },
  mine: { open: 0, submitted: 0 },
}
const problem = {
  line: 7,
  field: 'labels[1]',
  message: 'Not true or false.',
  fix: 'Write true or false.',
  severity: 'error',
  kind: 'x',
}
/** A server whose project is scored on these tasks. */
const scoring =
  (tasks: readonly EvaluationTask[], report: EvaluationReport): typeof answer =>
  ({ path: address }) => {
    if (address.endsWith('/evaluations'))
      return {
        tasks: tasks.map(({ key, title, summary, source, stage, example, fields, parameters }) => ({
          key,
          title,
          summary,
          source,
          stage,
          stageKey: stage,
          gold: 0,
          fields,
          example,
          strata: [],
          parameters: z.toJSONSchema(parameters, { io: 'input' }),
          takesRuns: false,
          comparesMeanings: false,
        })),
        evaluations: [],
        runs: [],
        canChange: true,
        hasReceipts: true,
        maxBytes: 1,
        likenessModel: null,
      }
    if (address.endsWith('/report')) return { state: 'ready', version: '1', progress: 1, error: null, report }
    return address.endsWith('/report/download') ? { format: 'assay-evaluation-receipt/2' } : undefined
  }
const counts = (given: object = {}, here: object = {}) => ({
  newCount: 2,
  duplicateCount: 0,
  repeatedCount: 0,
  labelledCount: 2,
  ...given,
  here: { labelled: 0, free: 0, notJoined: [], submitted: [], ...here },
})
const upload = (given: object) => ({
  id: IMPORT,
  projectId: PROJECT,
  fileName: 'a.jsonl',
  byteSize: 10,
  sha256: null,
  state: 'ready',
  format: 'FELM record',
  progress: 1,
  received: 10,
  recordCount: 2,
  newCount: 2,
  duplicateCount: 0,
  labelledCount: 2,
  joinedCount: 0,
  hasTasks: true,
  problemCount: 0,
  warningCount: 0,
  error: null,
  createdAt: MOMENT,
  finishedAt: null,
  options: null,
  groups: [],
  problems: [],
  preview: [],
  byContent: counts(),
  byId: null,
  notJoined: [],
  raters: 2,
  votes: false,
  people: [{ id: PERSON, name: 'Ada', email: 'ada@example.org' }],
  ...given,
})
const denied = { type: 'about:blank', title: '', status: 401, code: 'unauthenticated', detail: 'Sign in first.' }

const abilities = { createProjects: false }
type Answer = (request: { method: string; path: string; body: string | undefined }) => object | undefined
let asked: string[]
let answer: Answer
let file: string

beforeEach(async () => {
  asked = []
  answer = () => undefined
  file = path.join(await mkdtemp(path.join(tmpdir(), 'assay-cli-')), 'a.jsonl')
  await writeFile(file, '{"a":1}\n')
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url)
    const body =
      typeof init.body === 'string' ? init.body : init.body ? await new Response(init.body).text() : undefined
    asked.push([init.method, pathname + search, body].filter(Boolean).join(' '))
    const given = answer({ method: init.method ?? '', path: pathname, body })
    if (given) return Response.json(given, { status: 'status' in given ? Number(given.status) : 200 })
    if (pathname === '/api/projects') return Response.json({ projects: [project], abilities })
    throw new TypeError('fetch failed')
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await rm(path.dirname(file), { recursive: true })
})

const run = (...args: string[]) => runWith({ ASSAY_URL: 'http://assay.test/', ASSAY_TOKEN: 'assay_secret' }, ...args)

async function runWith(env: Environment, ...args: string[]) {
  const said = { out: '', err: '' }
  const into = (key: 'out' | 'err') => ({ write: (text: string) => (said[key] += text) })
  const code = await runProgram(args, env, { out: into('out'), err: into('err') })
  return { code, ...said }
}

describe('exit codes', () => {
  test('0: done, as a table or as JSON', async () => {
    const plain = await run('projects', 'list')
    expect(plain).toMatchObject({ code: 0, err: '' })
    expect(plain.out.split('\n')[1]).toBe(`${PROJECT}  Oceans  manager     12     3`)
    for (const args of [
      ['--json', 'projects', 'list'],
      ['projects', 'list', '--json'],
    ]) {
      expect(JSON.parse((await run(...args)).out)).toEqual([project])
    }
  })

  test('1: the server cannot be reached, or there is no such project', async () => {
    expect(await run('agreement', '--project', 'Rivers')).toMatchObject({
      code: 1,
      err: 'There is no project "Rivers", or you may not see it.\n',
    })
    expect(await run('agreement', '--project', 'Oceans')).toMatchObject({
      code: 1,
      err: 'The server cannot be reached.\n',
    })
  })

  test('2: wrong usage', async () => {
    for (const args of [
      ['fly'],
      ['import', 'Oceans'],
      ['import', 'Oceans', file, '--labels', 'silver'],
      ['import', 'Oceans', file, '--labels', 'person'],
    ]) {
      expect((await run(...args)).code, args.join(' ')).toBe(2)
    }
    expect(asked).toEqual([])
    expect((await run('--help')).code).toBe(0)
  })

  test('2: a folder, a file that is not there, an address that is none', async () => {
    const folder = path.dirname(file)
    expect(await run('import', 'Oceans', folder)).toMatchObject({
      code: 2,
      err: `${folder} is a folder. Name a file in it.\n`,
    })
    const absent = path.join(folder, 'absent')
    expect(await run('import', 'Oceans', absent)).toMatchObject({
      code: 2,
      err: `There is no file ${absent} that can be read.\n`,
    })
    for (const ASSAY_URL of ['foo', 'localhost:3000', 'http://']) {
      expect(await runWith({ ASSAY_URL, ASSAY_TOKEN: 'assay_secret' }, 'projects', 'list')).toEqual({
        code: 2,
        out: '',
        err: `ASSAY_URL is "${ASSAY_URL}", which is not an address. Write it like http://127.0.0.1:3000.\n`,
      })
    }
    expect(asked.filter((each) => each !== 'GET /api/projects')).toEqual([])
  })

  test('4: no prediction that could be read; 2: what goes with files alone', async () => {
    const gold = path.join(path.dirname(file), 'gold.jsonl')
    const broken = path.join(path.dirname(file), 'broken.jsonl')
    const record = {
      index: '1',
      domain: 'wk',
      prompt: 'How is snow?',
      response: 'Cold.',
      segmented_response: ['Cold.'],
    }
    await writeFile(gold, JSON.stringify({ ...record, labels: [true], comment: [''], type: [], ref: [] }))
    await writeFile(broken, '{broken')
    const scored = await run(
      'evaluate',
      '--protocol',
      'felm',
      '--task',
      'segments',
      '--gold',
      gold,
      '--predictions',
      broken,
    )
    expect(scored).toMatchObject({
      code: 4,
      out: '',
      err: expect.stringMatching(/broken\.jsonl, line 1: This is not JSON.*\nNone of 1 records could be read\.\n$/),
    })
    expect((await run('evaluate', '--project', 'Oceans', '--resamples', '10')).code).toBe(2)
  })

  test('0: the report of a project, and its receipt in a file', async () => {
    const [task] = await evaluationTasks('felm')
    if (!task) throw new Error('FELM scores nothing')
    const report = await startEvaluation(task, task.parameters.parse({})).report({ resamples: 0 })
    answer = scoring(await evaluationTasks('felm'), report)
    const receipt = path.join(path.dirname(file), 'receipt.json')
    const { code, err } = await run('evaluate', '--project', 'Oceans', '--task', 'segments', '--receipt', receipt)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(await readFile(receipt, 'utf8'))).toEqual({ format: 'assay-evaluation-receipt/2' })
    expect(asked.at(-1)).toMatch(/report\/download\?.*task=segments.*format=receipt/)
  })

  test('0: the tasks of a project with a protocol file, their settings, and its report', async () => {
    const read = checkFile(await readFile('docs/examples/protocols/expert-answers.yaml', 'utf8'))
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    const tasks = compileEvaluations(read.definition)
    const [task] = tasks
    if (!task) throw new Error('The example scores something')
    const report = await startEvaluation(task, {}).report({ resamples: 0 })
    answer = scoring(tasks, report)
    const listed = await run('evaluate', '--project', 'Oceans')
    for (const { key, title } of tasks) expect(listed.out).toContain(`${key}: ${title}`)
    expect(await run('evaluate', '--project', 'Oceans', '--task', task.key)).toMatchObject({ code: 0, err: '' })
    expect(asked.at(-1)).toMatch(new RegExp(`/report\\?.*task=${task.key}`))

    // Settings are those that the server says, with their titles.
    const [segments] = await evaluationTasks('felm')
    if (!segments) throw new Error('FELM scores nothing')
    answer = scoring([segments], report)
    const [setting = ''] = Object.keys(segments.parameters.shape)
    const shown = z.toJSONSchema(segments.parameters, { io: 'input' }).properties?.[setting]
    const { out } = await run('evaluate', '--project', 'Oceans')
    expect(out).toContain(z.object({ title: z.string() }).parse(shown).title)
    const value = String(segments.parameters.parse({})[setting])
    const args = ['evaluate', '--project', 'Oceans', '--task', segments.key, '--set', `${setting}=${value}`]
    expect(await run(...args)).toMatchObject({ code: 0, err: '' })
    const sent = new URL(asked.at(-1) ?? '', 'http://assay.example').searchParams.get('parameters')
    expect(JSON.parse(sent ?? '')).toEqual(segments.parameters.parse({}))
    expect(await run(...args.slice(0, 5), '--set', 'nothing=1')).toMatchObject({ code: 2 })
    expect(await run('evaluate', '--project', 'Oceans', '--task', 'none')).toMatchObject({ code: 2 })
  })

  test('0: what models make of a measure’s annotators, one against the others, and the receipt in a file', async () => {
    const estimate = (value: number) => ({ value, reason: null, words: null, interval: null })
    const figures = { units: 20, responses: 12, alike: 17, percent: estimate(0.85), kappa: estimate(0.61) }
    const model = { words: null, iterations: 12, converged: true }
    const distributions = {
      version: '1',
      stage: { key: 'segments', title: 'Segments' },
      measure: {
        key: 'label',
        title: 'Label',
        unitOfAnalysis: 'segment',
        categories: [{ value: 'true', text: 'True' }],
      },
      rules: [],
      figures: { state: 'current' as string, tasks: 12 as number | null, at: null as string | null },
      dawidSkene: model,
      mace: { ...model, words: 'Only one value can be given.', iterations: null, converged: null },
      competence: [{ key: 'a1', name: 'annotator 1', value: 0.75 }],
      ceiling: [{ key: null, name: 'All annotators', figures }],
      units: 20,
      differing: 3,
      order: 'entropy',
      only: 'all',
      page: 1,
      total: 0,
      rows: [],
    }
    answer = ({ path: address }) => {
      if (address.endsWith('/distributions/segments/label')) return distributions
      return address.endsWith('/receipts/segments/label') ? { format: 'assay-receipt/3' } : undefined
    }
    const receipt = path.join(path.dirname(file), 'receipt.json')
    const args = ['agreement', '--project', 'Oceans', '--measure', 'segments/label']
    const { code, out } = await run(...args, '--receipt', receipt, '--method', 'percentile')
    expect(code).toBe(0)
    expect(out).toContain('on 3 a model and the majority differ')
    expect(out).toContain('Dawid-Skene: settled after 12 rounds. MACE says nothing: Only one value can be given.')
    expect(out).toMatch(/annotator 1 +0\.750/)
    expect(out).toMatch(/All annotators +17 of 20 +12 +0\.850 +0\.610/)
    expect(JSON.parse(await readFile(receipt, 'utf8'))).toEqual({ format: 'assay-receipt/3' })
    expect(asked.at(-1)).toMatch(/receipts\/segments\/label\?method=percentile/)
    expect(JSON.parse((await run(...args, '--json')).out)).toMatchObject({ ceiling: [{ figures: { alike: 17 } }] })
    expect(out).not.toContain('ask again')
    distributions.figures = { state: 'earlier', tasks: 12, at: '2026-11-30T12:00:00.000Z' }
    expect((await run(...args)).out).toContain('are of 2026-11-30T12:00:00.000Z, made of 12 tasks.')
    distributions.figures = { state: 'awaited', tasks: null, at: null }
    expect((await run(...args)).out).toContain('Models and the ceiling are being computed: ask again.')
    for (const wrong of [
      ['--measure', 'segments/label'],
      ['--project', 'Oceans', '--receipt', 'x'],
    ])
      expect((await run('agreement', ...wrong)).code).toBe(2)
    expect((await run('agreement', '--project', 'Oceans', '--measure', 'label')).code).toBe(2)
  })

  test('1: a plan from a project whose figures are being counted', async () => {
    answer = ({ path: address }) => {
      const figures = { state: 'awaited', tasks: null, at: null }
      return address.endsWith('/plan') ? { project: { id: PERSON, name: 'Oceans' }, figures, measures: [] } : undefined
    }
    const { code, err } = await run('plan', '--project', 'Oceans')
    expect(code).toBe(1)
    expect(err).toContain('is being counted: ask again.')
  })

  test('0: what adjudicators take and how alike two decide, and the receipt in a file', async () => {
    const taken = { taken: 66, decisions: 66, tasks: 22, share: 1, low: 0.85, high: 1, expected: 0.5, verdict: 'more' }
    const rui = {
      userId: PERSON,
      name: 'Rui',
      decisions: 70,
      tasks: 24,
      edited: 3,
      shared: 1,
      lanes: [{ key: 'A', name: 'Lane A', ...taken }],
      people: [],
      origins: [],
    }
    const alike = { compared: 8, alike: 6, tasks: 5, share: 0.75, low: 0.41, high: 0.93 }
    const counts = {
      adjudicated: 9,
      drawn: 6,
      settled: 5,
      discarded: 0,
      sentBack: 0,
      waiting: 1,
      forNobody: 0,
      lapsed: 0,
    }
    answer = ({ path: address }) => {
      const named = { project: { id: PROJECT, name: 'Oceans' }, rules: [] }
      if (address.endsWith('/adjudicators')) return { ...named, adjudicators: [rui] }
      if (address.endsWith('/adjudicators/receipt')) return { format: 'assay-adjudicator-receipt/1' }
      const rest = { settings: { percent: 10, seed: 1 }, counts, byQuestion: [], differences: { total: 2, rows: [] } }
      return address.endsWith('/second-adjudications') ? { ...named, ...rest, all: alike } : undefined
    }
    const receipt = path.join(path.dirname(file), 'receipt.json')
    const { code, out } = await run('adjudicators', 'Oceans', '--receipt', receipt)
    expect(code).toBe(0)
    expect(out).toContain('Rui: 70 decisions in 24 tasks, 3 by a value that nobody gave, 1 by one that several gave')
    expect(out).toMatch(/Lane A +66 of 66 +22 .*more than chance/)
    expect(out).toContain('Decided twice: 5 of 6 tasks drawn from 9')
    expect(out).toMatch(/all questions +6 of 8 +5 /)
    expect(JSON.parse(await readFile(receipt, 'utf8'))).toEqual({ format: 'assay-adjudicator-receipt/1' })
    expect(JSON.parse((await run('adjudicators', 'Oceans', '--json')).out)).toMatchObject({ twice: { all: alike } })
  })

  test('0: the figures of an annotator beside gold, and their receipt in a file', async () => {
    const estimate = (value: number) => ({ value, reason: null, words: null, interval: null })
    const coefficients = [
      { key: 'percent', estimate: estimate(0.9) },
      { key: 'cohen', estimate: estimate(0.75) },
    ]
    const pair = { first: 'a1', second: 'gold', n: 20, responses: 12, coefficients, confusion: [[20]] }
    const all = {
      units: 20,
      unitsWithTwo: 20,
      unanimous: 18,
      majorities: null,
      ratings: 40,
      responses: 12,
      responsesWithTwo: 12,
      raters: 2,
      percent: estimate(0.9),
      alpha: estimate(0.7),
      others: [],
      categories: [],
      confusion: [[20]],
    }
    const measure = { key: 'label', title: 'Label', unitOfAnalysis: 'segment', level: 'nominal', categories: [] }
    const raters = [
      { key: 'a1', kind: 'annotator', name: 'annotator 1', userId: null },
      { key: 'gold', kind: 'gold', name: 'Gold', userId: null },
    ]
    const head = { version: '1', intervals: 'complete', showsItems: true, thresholds: [], raters }
    const stage = { key: 'segments', title: 'Segments' }
    answer = ({ path: address }) => {
      if (address.endsWith('/receipts/segments/label')) return { format: 'assay-receipt/3' }
      if (!address.endsWith('/agreement/segments/label')) return undefined
      return { ...head, stage, measure: { ...measure, distances: null, all }, pairs: [], references: [pair] }
    }
    const receipt = path.join(path.dirname(file), 'receipt.json')
    const args = ['agreement', '--project', 'Oceans', '--measure', 'segments/label', '--pair']
    const { code, out } = await run(...args, 'a1,gold', '--receipt', receipt)
    expect(code).toBe(0)
    expect(out).toContain('Label: annotator 1 and Gold, 20 units of 12 responses')
    expect(out).toMatch(/cohen +0\.750/)
    expect(asked.at(-1)).toMatch(/receipts\/segments\/label\?first=a1&second=gold/)
    expect(JSON.parse(await readFile(receipt, 'utf8'))).toEqual({ format: 'assay-receipt/3' })
    expect(await run(...args, 'a2,gold')).toMatchObject({ code: 1, err: expect.stringContaining('There are a1,gold.') })
    expect((await run(...args, 'a1')).code).toBe(2)
    expect((await run('agreement', '--project', 'Oceans', '--pair', 'a1,gold')).code).toBe(2)
  })

  test('0: everybody beside the others, and beside gold without their own answers', async () => {
    const estimate = (value: number) => ({ value, reason: null, words: null, interval: null })
    const pairOf = (alike: number, kappa: number) => {
      return { units: 20, responses: 12, alike, percent: estimate(alike / 20), kappa: estimate(kappa) }
    }
    const place = { stage: 'segments', measure: 'label' }
    const ada = {
      userId: PERSON,
      name: 'Ada',
      role: 'annotator',
      work: [],
      measures: [{ ...place, partners: pairOf(17, 0.61), gold: pairOf(18, 0.75), given: [], weeks: [] }],
      calibration: null,
      skips: [],
      discards: [],
    }
    const heading = { ...place, stageTitle: 'Segments', title: 'Label', unitOfAnalysis: 'segment', categories: [] }
    const figures = { state: 'current', tasks: 12, at: null }
    const head = { project: { id: PROJECT, name: 'Oceans' }, rules: [], intervals: 'complete', awaited: 0, figures }
    answer = ({ path: address }) =>
      address.endsWith('/people') ? { ...head, measures: [heading], people: [ada] } : undefined
    const { code, out } = await run('people', 'Oceans')
    expect(code).toBe(0)
    expect(out).toMatch(/Segments, Label +others +17 of 20 +12 +0\.850 +0\.610/)
    expect(out).toMatch(/gold +18 of 20 +12 +0\.900 +0\.750/)
    expect(JSON.parse((await run('people', 'Oceans', '--json')).out)).toMatchObject({ people: [{ name: 'Ada' }] })
    answer = ({ path: address }) =>
      address.endsWith('/people')
        ? {
            ...head,
            figures: { ...figures, state: 'earlier', at: '2026-11-30T12:00:00Z' },
            measures: [heading],
            people: [ada],
          }
        : undefined
    expect((await run('people', 'Oceans')).out).toMatch(/the figures of 2026-11-30T12:00:00Z, counted over 12 tasks/)
  })

  test('0: a picture and its data as files; 2: what is no picture, and a PNG, before anything is written', async () => {
    answer = ({ path: address }) => (address.endsWith('/pictures/confusion') ? { drawn: true } : undefined)
    const folder = path.dirname(file)
    const [svg, csv] = [path.join(folder, 'confusion.svg'), path.join(folder, 'confusion.csv')]
    const args = ['picture', 'Oceans', 'confusion']
    const flags = ['--measure', 'segments/label', '--pair', 'a1,gold']
    expect(await run(...args, svg, csv, ...flags)).toMatchObject({ code: 0, out: expect.stringContaining(svg) })
    expect(asked.slice(-2).map((address) => address.replace(/.*\?/, ''))).toEqual(
      ['svg', 'csv'].map((form) => `stage=segments&measure=label&first=a1&second=gold&form=${form}`),
    )
    expect(JSON.parse(await readFile(csv, 'utf8'))).toEqual({ drawn: true })
    const other = path.join(folder, 'other.svg')
    expect(await run(...args, other, path.join(folder, 'x.png'), ...flags)).toMatchObject({
      code: 2,
      err: expect.stringContaining('.svg or .csv'),
    })
    await expect(readFile(other)).rejects.toThrow()
    for (const wrong of [
      ['picture', 'Oceans', 'confusion', other],
      ['picture', 'Oceans', 'questions', other, '--measure', 'segments/label'],
      ['picture', 'Oceans', 'pairs', other, ...flags],
      ['picture', 'Oceans', 'cloud', other],
    ])
      expect((await run(...wrong)).code).toBe(2)
  })

  test('0: where people stand before the bars of the gate, and the receipt in a file', async () => {
    const bar = {
      stage: 'segments',
      measure: 'label',
      title: 'Label',
      units: 20,
      alike: 18,
      percent: { bar: 70, met: true },
      recall: { bar: 50, met: false, values: ['False'], right: 0, units: 2 },
      kappa: { bar: 40, met: false, value: 0 },
    }
    const pooled = { alike: 18, units: 20 }
    const gate = { state: 'not_passed', done: 10, required: 10, pooled, bars: [bar], measures: [] }
    const ada = { userId: PERSON, name: 'Ada', role: 'annotator', gate, waiver: null, repeats: null }
    const settings = { gateTasks: 10, gatePercent: 70, gateBars: {}, repeatPercent: 0, repeatAfterDays: 7 }
    const head = { project: { id: PROJECT, name: 'Oceans', archived: false }, settings, carriedOver: false, rules: [] }
    answer = ({ path: address }) => {
      if (address.endsWith('/calibration/receipt')) return { format: 'assay-calibration-receipt/1' }
      if (!address.endsWith('/calibration')) return undefined
      return { ...head, questions: [], candidates: [], items: [], people: [ada] }
    }
    const receipt = path.join(path.dirname(file), 'receipt.json')
    const { code, out } = await run('calibration', 'Oceans', '--receipt', receipt)
    expect(code).toBe(0)
    expect(out).toContain('Ada: Not passed, 10 of 10 tasks done')
    expect(out).toMatch(/Label +percent 70% +18 of 20 alike +met/)
    expect(out).toMatch(/Label +recall 50% +0 of 2 that are False +missed/)
    expect(out).toMatch(/Label +kappa 40\/100 +0\.000 +missed/)
    expect(JSON.parse(await readFile(receipt, 'utf8'))).toEqual({ format: 'assay-calibration-receipt/1' })
    expect(JSON.parse((await run('calibration', 'Oceans', '--json')).out)).toMatchObject({ people: [{ name: 'Ada' }] })
  })

  test('0: what suggestions do where they are right and wrong, and the receipt in a file', async () => {
    const cell = (count: number) => ({ count, inItems: 12, items: null })
    const side = (count: number) => ({ labels: cell(count), items: 12 })
    const difference = (value: number) => ({
      value,
      low: value - 0.1,
      high: value + 0.1,
      undefinedResamples: 0,
      words: null,
    })
    const compared = { causal: true, shown: side(40), without: side(38), agreement: difference(0.25), words: 'More.' }
    const wrong = {
      suggestion: 'wrong',
      causal: true,
      agreement: difference(0.5),
      words: 'Automation bias.',
      shown: { ...side(10), agreed: cell(8) },
      without: { ...side(11), agreed: cell(3) },
    }
    const effect = { ...compared, shift: null, shiftByChance: null, values: [], byCorrectness: [wrong], warnings: [] }
    const place = { stage: 'segments', stageTitle: 'Segments', unitKind: 'segment', unitText: 'segment' }
    const question = { ...place, question: 'label', title: 'Label', form: 'choice', categories: [], arms: [], effect }
    const head = { project: { id: PROJECT, name: 'Oceans' }, rules: [], run: null, runs: [] }
    answer = ({ path: address }) => {
      if (address.endsWith('/anchoring')) return { ...head, questions: [question] }
      return address.endsWith('/anchoring/receipt') ? { format: 'assay-anchoring-receipt/1' } : undefined
    }
    const receipt = path.join(path.dirname(file), 'receipt.json')
    const { code, out } = await run('anchoring', 'Oceans', '--receipt', receipt)
    expect(code).toBe(0)
    expect(out).toMatch(/suggestion wrong +10 +11 +0\.500 \[0\.400, 0\.600\] +arms by chance/)
    expect(JSON.parse(await readFile(receipt, 'utf8'))).toEqual({ format: 'assay-anchoring-receipt/1' })
  })

  test('4: a labelled file of which nothing could be read', async () => {
    const empty = path.join(path.dirname(file), 'empty.jsonl')
    await writeFile(empty, '')
    const counted = await run('dataset', '--file', empty, '--protocol', 'felm')
    expect(counted).toMatchObject({
      code: 4,
      out: '',
      err: expect.stringMatching(/empty\.jsonl, line 1: .*empty.*\nNone of 1 records could be read\.\n$/),
    })
    const scored = await run('evaluate', '--protocol', 'felm', '--task', 'segments', '--gold', empty)
    expect(scored).toMatchObject({ code: 4, out: '', err: expect.stringContaining('None of 1 records') })
  })

  test('2: an archive that could not be written is found out before a release is made', async () => {
    const { code, err } = await run('release', 'Oceans', '--download', path.join(path.dirname(file), 'absent', 'x.zip'))
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Nothing can be written to') })
    expect(asked.filter((each) => each.startsWith('POST'))).toEqual([])
  })

  test.each([
    [['--split', 'train=80,20'], '--split: “20” is not a split with its share'],
    [['--split', 'train=80,test=10'], '--split: The shares add up to 90 percent'],
    [['--split', 'train=80,dev-test=20'], '--split: This is no name of a split'],
    [['--split', 'train=80,test=20', '--group', 'x', '--stratify', 'x'], '--stratify: What is kept together'],
    [['--split', 'train=80,test=20', '--split-by', '/split'], 'by --split or by --split-by, not by both'],
    [['--group', 'prompt'], '--group goes with --split'],
    [['--held-out', 'test'], '--held-out names one of the splits'],
    [['--split-by', 'x', '--held-out-task', 'segments'], '--held-out-task goes with --held-out'],
    [['--split', 'train=80,test=20', '--held-out', 'dev'], '--held-out: No split is called “dev”'],
    [['--split', 'train=80,test=20', '--seed', '-1'], 'Give a whole number from 0 up.'],
  ])('2: splits that make no sense, before anything is asked: %j', async (options, message) => {
    expect(await run('release', 'Oceans', ...options)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
    expect(asked.filter((each) => each.startsWith('POST'))).toEqual([])
  })

  test('predictions for a held-out split, by the number of the release or by its link', async () => {
    const submission = { id: IMPORT, release: 1, system: 'mine', sha256: 'ab', score: 0.87, submittedAt: MOMENT }
    answer = ({ method, path: address }) =>
      method === 'POST' && address.endsWith('/submissions') ? { submission, left: { own: 4, all: 49 } } : undefined
    await writeFile(file, '{"item":"#1","segment":1,"label":true}\n')
    const said = '87 % of the units are right. Left to you: 4 submissions; to all: 49.\n'
    expect(await run('held-out', 'Oceans', '1', '--submit', file)).toMatchObject({ code: 0, out: said })
    expect(asked.at(-1)).toContain(`POST /api/projects/${PROJECT}/releases/1/held-out/submissions`)
    const link = 'https://assay.example/r/secret'
    expect(await run('held-out', '--link', link, '--submit', file, '--system', 'mine')).toMatchObject({
      code: 0,
      out: said,
    })
    expect(asked.at(-1)).toContain('POST /api/shared/releases/secret/held-out/submissions')
    const long = `${link}/?from=mail#top`
    expect(await run('held-out', '--link', long, '--submit', file)).toMatchObject({ code: 0, out: said })
    expect(asked.at(-1)).toContain('POST /api/shared/releases/secret/held-out/submissions')
    expect(await run('held-out', 'Oceans')).toMatchObject({ code: 2, err: expect.stringContaining('or give --link') })
    expect(await run('held-out', 'Oceans', '1', '--link', link)).toMatchObject({
      code: 2,
      err: expect.stringContaining('not both'),
    })
    for (const none of ['', 'secret', 'https://assay.example/'])
      expect(await run('held-out', '--link', none)).toMatchObject({
        code: 2,
        err: expect.stringContaining('no address'),
      })
  })

  test('2: an archive to be fetched into no folder, and a release without a number', async () => {
    const absent = path.join(path.dirname(file), 'absent', 'x.zip')
    expect(await run('release-archive', 'Oceans', '1', absent)).toMatchObject({ code: 2 })
    expect(await run('release-archive', 'Oceans', 'latest', file)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Give the number of a release'),
    })
    expect(asked.filter((each) => each.includes('/releases'))).toEqual([])
  })

  test('3: not signed in', async () => {
    answer = () => denied
    expect(await run('projects', 'list')).toMatchObject({ code: 3, err: 'Sign in first.\n' })
    const out = { write: () => true }
    expect(await runProgram(['projects', 'list'], {}, { out, err: out })).toBe(3)
  })

  test('4: problems in the file, shown by line and field', async () => {
    answer = ({ path }) => {
      if (path.endsWith('/imports') || path === `/api/imports/${IMPORT}`)
        return upload({ state: 'refused', problemCount: 1, problems: [problem] })
    }
    const { code, out, err } = await run('import', 'Oceans', file)
    expect(code).toBe(4)
    expect(out.split('\n')[1]).toBe('   7  labels[1]  error  Not true or false. Write true or false.')
    expect(err).toBe(`1 problem(s) in ${file}. Nothing was added.\n`)
    expect(asked.at(-1)).toBe(`POST /api/imports/${IMPORT}/cancel`)
  })
})

describe('import', () => {
  /** A server that checks and writes at once. */
  const server: Answer = ({ path, method }) => {
    if (path.endsWith('/imports')) return upload({ state: 'checking' })
    if (path.endsWith('/apply')) return upload({ state: 'applying' })
    if (path.endsWith('/cancel')) return upload({ state: 'cancelled' })
    if (method === 'GET' && path === `/api/imports/${IMPORT}`) {
      return upload({ state: asked.some((each) => each.includes('/apply')) ? 'done' : 'ready' })
    }
  }

  test('names the warnings by kind, with their lines', async () => {
    const warning = (line: number, kind: string) => ({
      line,
      kind,
      field: 'source',
      message: 'source is long.',
      fix: '',
      severity: 'warning',
    })
    answer = (request) => {
      const view = server(request)
      return (
        view && {
          ...view,
          warningCount: 8,
          groups: [
            { severity: 'warning', kind: 'long', message: 'source is long.', count: 7, lines: '1 to 7' },
            { severity: 'warning', kind: 'other', message: 'Others', count: 1, lines: '9' },
          ],
          problems: [1, 2, 3, 4, 5, 6, 7].map((line) => warning(line, 'long')).concat(warning(9, 'other')),
        }
      )
    }
    const { out } = await run('import', 'Oceans', file)
    expect(out.split('\n').slice(1)).toEqual([
      '       7  1 to 7  source  source is long.',
      '       1  9       source  Others',
      '2 added, 0 already here, 8 warning(s)',
      '',
    ])
  })

  test('uploads, waits, and writes with the options given', async () => {
    answer = server
    const { code, out } = await run(
      'import',
      'Oceans',
      file,
      '--labels',
      'person',
      '--person',
      'Ada@example.org',
      '--independent',
      '--raters',
      '3',
      '--no-open',
    )
    expect({ code, out }).toEqual({ code: 0, out: '2 added, 0 already here, 0 warning(s)\n' })
    expect(asked.slice(1)).toEqual([
      `POST /api/projects/${PROJECT}/imports?fileName=a.jsonl {"a":1}\n`,
      `GET /api/imports/${IMPORT}`,
      `POST /api/imports/${IMPORT}/apply {"labels":"person","personId":"${PERSON}","independent":true,"open":false,"identity":"content","records":"all","raters":3}`,
      `GET /api/imports/${IMPORT}`,
    ])
  })

  test('says which labels become nothing, and how they would', async () => {
    const remark = async (given: object, ...more: string[]) => {
      asked = []
      answer = (request) => {
        const answered = server(request)
        return answered && { ...answered, ...given }
      }
      return (await run('import', 'Oceans', file, ...more)).err
    }
    expect(await remark({})).toMatch(/^Labels of 2 .* are ignored.*--labels gold/)
    expect(await remark({}, '--dry-run')).toMatch(/^Labels of 2 .* are ignored/)
    expect(await remark({}, '--labels', 'gold')).toBe('')
    const nothingNew = { newCount: 0, duplicateCount: 2, labelledCount: 0 }
    expect(await remark({ ...nothingNew, byContent: counts(nothingNew) }, '--labels', 'gold')).toBe('')
    const here = { ...nothingNew, byContent: counts(nothingNew, { labelled: 2, free: 2 }) }
    for (const labels of ['gold', 'ignore'])
      expect(await remark(here, '--labels', labels)).toMatch(/^2 of these items are here already: .*--labels person/)
    const notJoined = [{ reason: 'submitted', count: 7, lines: [1, 2, 3, 4, 5] }]
    expect(await remark({ ...here, notJoined }, '--labels', 'person', '--person', 'ada@example.org')).toBe(
      'Labels of 7 item(s) are not used, because labels of this person are here already (lines 1, 2, 3, 4, 5, ...).\n',
    )
  })

  test('only checks with --dry-run, and leaves nothing behind', async () => {
    answer = server
    expect(await run('import', PROJECT, file, '--dry-run')).toMatchObject({
      code: 0,
      out: '2 would be added, 0 already here, 0 warning(s)\n',
    })
    expect(asked.at(-1)).toBe(`POST /api/imports/${IMPORT}/cancel`)
  })

  test.each([
    ['a person who is no member', ['--labels', 'person', '--person', 'nobody@example.org'], 2, 'is not a member'],
    ['columns of a file that has none', ['--map', 'prompt=nowhere'], 4, 'no columns to map'],
  ])('leaves nothing behind where it ends because of %s', async (_, words, code, said) => {
    answer = server
    expect(await run('import', PROJECT, file, ...words)).toMatchObject({ code, err: expect.stringContaining(said) })
    expect(asked.at(-1)).toBe(`POST /api/imports/${IMPORT}/cancel`)
    expect(asked.filter((each) => each.includes('/apply'))).toEqual([])
  })

  test('keeps the records with problems before it forgets the file', async () => {
    answer = (request) => {
      if (request.path.endsWith('/rejected')) return { a: 1 }
      const view = server(request)
      return view && { ...view, state: 'refused', newCount: 0, duplicateCount: 0, problemCount: 1, problems: [problem] }
    }
    expect(await run('import', PROJECT, file, '--rejected', `${file}.bad`)).toMatchObject({ code: 4 })
    expect(await readFile(`${file}.bad`, 'utf8')).toBe('{"a":1}')
    expect(asked.slice(-2)).toEqual([`GET /api/imports/${IMPORT}/rejected`, `POST /api/imports/${IMPORT}/cancel`])
  })
})

test('export writes the file whole, or not at all', async () => {
  answer = ({ path }) => (path.endsWith('/exports/felm') ? { gold: true } : undefined)
  const target = `${file}.gold`
  expect((await run('export', 'Oceans', 'felm', '-o', target)).code).toBe(0)
  expect(await readFile(target, 'utf8')).toBe('{"gold":true}')
  expect((await run('export', 'Oceans', 'nothing', '-o', `${file}.none`)).code).toBe(1)
  await expect(readFile(`${file}.none`)).rejects.toThrow('ENOENT')
})

test.each([
  ['application/x-ndjson; charset=utf-8', '{"a":1}\n{"a":"ü"}\n', 2],
  ['text/csv; charset=utf-8', 'a,b\r\n1,"x\ny"\r\n', 1],
  ['application/vnd.apache.parquet', 'PAR1', null],
])('export says what it wrote of %s', async (type, text, records) => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/api/projects')
      ? Response.json({ projects: [project], abilities })
      : new Response(text, { headers: { 'content-type': type } }),
  )
  const target = `${file}.out`
  const saved = {
    file: target,
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }
  const json = await run('export', 'Oceans', 'gold', '-o', target, '--json')
  expect(json).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(json.out)).toEqual({ ...saved, records })
  const counted = records === null ? '' : `${records} record${records === 1 ? '' : 's'}, `
  expect((await run('export', 'Oceans', 'gold', '-o', target)).out).toMatch(`${target}: ${counted}`)
  expect(await readFile(target, 'utf8')).toBe(text)
})

test('an invitation carries the right to create projects where it is asked for', async () => {
  answer = ({ path: at }) =>
    at === '/api/invitations' ? { path: '/invitations/x', expiresAt: '2026-01-01T00:00:00.000Z' } : undefined
  const invited = await run('users', 'invite', '--email', 'ada@example.org', '--create-projects')
  expect(invited).toMatchObject({ code: 0, out: 'http://assay.test/invitations/x\n' })
  await run('users', 'invite')
  const bodies = asked.map((each) => JSON.parse(each.replace('POST /api/invitations ', '')))
  expect(bodies).toMatchObject([
    { email: 'ada@example.org', canCreateProjects: true, isAdmin: false },
    { canCreateProjects: false, isAdmin: false },
  ])
})

test('who may not create projects reads whom to ask', async () => {
  const detail = 'Your account may not create projects. Ask an administrator for this right.'
  answer = ({ method }) =>
    method === 'POST' ? { type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail } : undefined
  const refused = await run('projects', 'create', 'Oceans', '--protocol', 'felm')
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain(detail)
})

describe('a labelled file of which some records cannot be read', () => {
  const gold = () => path.join(path.dirname(file), 'partly.jsonl')
  const good = (index: string) =>
    JSON.stringify({
      index,
      domain: 'wk',
      prompt: `How is snow ${index}?`,
      response: 'Cold.',
      segmented_response: ['Cold.'],
      labels: [true],
      comment: [''],
      type: [],
      ref: [],
    })
  const PROBLEM =
    /partly\.jsonl, line 2, domain: .*\n1 of 3 records could not be read; the result is about the others\.\n$/

  test.each([
    ['dataset', ['--file'], '2 of 3 records, 2 of them labelled'],
    ['evaluate', ['--task', 'segments', '--resamples', '0', '--gold'], 'Gold: 2 of 3 records'],
  ])('%s says of how many, names the others, and ends with 4', async (command, flags, head) => {
    await writeFile(gold(), [good('1'), good('2').replace('"wk"', '["moon"]'), good('3')].join('\n'))
    const text = await run(command, '--protocol', 'felm', ...flags, gold())
    expect(text).toMatchObject({ code: 4, err: expect.stringMatching(PROBLEM) })
    expect(text.out.split('\n')[0]).toBe(head)
    const json = await run(command, '--protocol', 'felm', ...flags, gold(), '--json')
    expect(json).toMatchObject({ code: 4, err: expect.stringMatching(PROBLEM) })
    expect(JSON.parse(json.out).records).toEqual({ read: 2, of: 3 })
  })

  test.each<string[]>([[], ['--json'], ['--errors', 'mine']])(
    'lines of predictions that cannot be read are named by file and line, and it ends with 4: %s',
    async (...flags) => {
      await writeFile(gold(), good('1'))
      const mine = path.join(path.dirname(file), 'mine.jsonl')
      const lines = [{ item: '#1', labels: [true] }, '{broken', { item: '#1', moon: 1 }, { item: '#7', labels: [true] }]
      await writeFile(mine, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
      const args = ['--protocol', 'felm', '--task', 'segments', '--resamples', '0', '--gold', gold()]
      const { code, out, err } = await run('evaluate', ...args, '--predictions', mine, ...flags)
      expect({ code, err }).toEqual({
        code: 4,
        err: expect.stringMatching(
          /^.*mine\.jsonl, line 2: .*\n.*mine\.jsonl, line 3: .*\n2 of 4 records could not be read; .*\n$/,
        ),
      })
      if (flags.length === 0) expect(out).toContain('Predictions: 2 of 4 records\n')
      if (flags.includes('--json')) expect(JSON.parse(out).predictionRecords).toEqual({ read: 2, of: 4 })
    },
  )

  test('of a log of Inspect the scorer is named where it has several', async () => {
    const segmented = { response: 'Cold. White.', segmented_response: ['Cold.', ' White.'], labels: [true, false] }
    await writeFile(gold(), JSON.stringify({ ...JSON.parse(good('1')), ...segmented, comment: ['', ''] }))
    const files = ['--gold', gold(), '--predictions', path.resolve('tests/fixtures/inspect/two-scorers.json')]
    const args = ['evaluate', '--protocol', 'felm', '--task', 'segments', '--resamples', '0', ...files, '--json']
    expect(await run(...args)).toMatchObject({ code: 4, err: expect.stringContaining('exact_label, doubt') })
    const { code, out } = await run(...args, '--scorer', 'exact_label')
    const { scorings } = evaluationReportSchema.parse(JSON.parse(out))
    const own = scorings[0]?.standings.find(({ system }) => system === 'mockllm/model')
    expect({ code, f1: own?.figures.f1?.value }).toEqual({ code: 0, f1: 1 })
  })

  test('whole, it ends with 0', async () => {
    await writeFile(gold(), [good('1'), good('2')].join('\n'))
    const { code, out, err } = await run('dataset', '--protocol', 'felm', '--file', gold())
    expect({ code, err, head: out.split('\n')[0] }).toEqual({ code: 0, err: '', head: '2 records, 2 of them labelled' })
  })
})

test('names from the server cannot command the terminal', async () => {
  answer = () => ({ projects: [{ ...project, name: '\u001b[31mRed\u0007' }], abilities })
  expect((await run('projects', 'list')).out).toContain(' [31mRed ')
})

test('a long name is cut in tables, by code points, and whole in JSON', async () => {
  const name = '🌊'.repeat(70)
  answer = () => ({ projects: [{ ...project, name }, project], abilities })
  const rows = (await run('projects', 'list')).out.split('\n')
  expect(rows[1]).toBe(`${PROJECT}  ${'🌊'.repeat(59)}…  manager     12     3`)
  expect(rows[2]).toBe(`${PROJECT}  ${'Oceans'.padEnd(60)}  manager     12     3`)
  expect(JSON.parse((await run('projects', 'list', '--json')).out)[0].name).toBe(name)
})

test('records of several items are taken apart in files as an import does it', async () => {
  const whole = path.join(path.dirname(file), 'pipeline.jsonl')
  await writeFile(whole, JSON.stringify(pipelineLine()))
  const { code, out } = await run('dataset', '--file', whole, '--protocol', 'veriscore-verification', '--json')
  expect({ code, items: JSON.parse(out).items }).toEqual({ code: 0, items: 2 })
})

test('--version tells the version in package.json', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(await run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

describe('release-push', () => {
  const place = { kind: 'hub', address: 'https://huggingface.co', repository: 'my-lab/facts', branch: 'main' }
  const secret = { kind: 'hub', token: 'hf_abc' }
  const pushes = `/api/projects/${PROJECT}/releases/1/pushes`
  const push = {
    id: IMPORT,
    state: 'done',
    place,
    page: null,
    files: 7,
    bytes: 900,
    sameFiles: 3,
    sentBytes: 900,
    error: null,
    revision: 'c0ffee',
    digest: 'd'.repeat(64),
    by: 'Ada',
    createdAt: MOMENT,
    endedAt: MOMENT,
  }
  const list = (...of: object[]) => ({ pushes: of, folder: 'oceans', abilities: { push: true } })
  const send = (...args: string[]) => run('release-push', 'Oceans', '1', ...args)

  beforeEach(() => {
    vi.stubEnv('HF_TOKEN', 'hf_abc')
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined)
  })
  afterEach(() => vi.unstubAllEnvs())

  test('without a place, lists where the release was sent', async () => {
    answer = ({ path: address }) => (address === pushes ? list(push) : undefined)
    const { code, out } = await send()
    expect(code).toBe(0)
    expect(out).toMatch(/my-lab\/facts.* done +Ada .* c0ffee +d{12} /)
    expect(JSON.parse((await send('--json')).out)).toEqual([push])
    answer = ({ path: address }) => (address === pushes ? list() : undefined)
    expect((await send()).out).toBe('Not sent anywhere from here yet.\n')
  })

  test('with --dry-run, tells what would be sent and starts nothing', async () => {
    const preview = { files: [{ path: 'data.jsonl', bytes: 900, state: 'new' }], bytes: 900 }
    answer = ({ path: address }) => (address === `${pushes}/preview` ? preview : undefined)
    const { code, out } = await send('--to', 'hub:my-lab/facts', '--dry-run')
    expect(code).toBe(0)
    expect(out).toMatch(/new .*data\.jsonl\n.* would be sent\.\n$/s)
    expect(asked.slice(1)).toEqual([`POST ${pushes}/preview ${JSON.stringify({ place, secret })}`])
  })

  test('sends to a place with the credentials of the environment, and says what is there', async () => {
    let started = false
    answer = ({ method, path: address }) => {
      if (address !== pushes) return undefined
      started ||= method === 'POST'
      return method === 'POST' ? { ...push, state: 'running' } : list(...(started ? [push] : []))
    }
    const { code, out } = await send('--to', 'hub:my-lab/facts')
    expect(code).toBe(0)
    expect(out).toContain('7 files are at ')
    expect(out).toContain(`4 of them sent now and compared, as c0ffee. Checksum ${push.digest}`)
    expect(asked).toContain(`POST ${pushes} ${JSON.stringify({ place, secret })}`)
  })

  test('takes up a push to the same place that failed; 1 where it fails again, with the reason', async () => {
    const failed = { ...push, state: 'failed', error: 'The Hub refused the token.' }
    answer = ({ path: address }) => {
      if (address === pushes) return list(failed)
      return address === `${pushes}/${IMPORT}/retry` ? { ...push, state: 'running' } : undefined
    }
    const { code, err } = await send('--to', 'hub:my-lab/facts')
    expect({ code, last: err.trim().split('\n').at(-1) }).toEqual({ code: 1, last: failed.error })
    expect(asked.filter((each) => each.startsWith('POST'))).toEqual([
      `POST ${pushes}/${IMPORT}/retry ${JSON.stringify({ secret })}`,
    ])
  })

  test.each([
    [2, ['--to', 'ftp://somewhere'], '--to: write hub:owner/name or s3://bucket/folder'],
    [2, ['--to', 'hub:facts'], '--to: Write owner and name'],
    [2, ['--to', 'hub:my-lab/facts', '--address', 'nowhere'], '--address: '],
    [3, ['--to', 's3://bucket/folder'], 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment: '],
  ])('%i: %j asks nothing of the server', async (code, args, sentence) => {
    expect(await send(...args)).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) })
    expect(asked).toEqual([])
  })
})

/** Every command that does something, as its words, found in the help of the program and of its groups. */
async function declaredCommands(words: string[] = []): Promise<string[][]> {
  const { out } = await run(...words, '--help')
  const listed = out.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? ''
  const names = [...listed.matchAll(/^ {2}([a-z][a-z-]*)/gm)].flatMap(([, name]) =>
    name === 'help' ? [] : [name ?? ''],
  )
  if (names.length === 0) return [words]
  return (await Promise.all(names.map((name) => declaredCommands([...words, name])))).flat()
}

test('every command takes --json', async () => {
  const declared = await declaredCommands()
  expect(declared).toEqual(expect.arrayContaining([['release-push'], ['projects', 'list'], ['protocols', 'check']]))
  const without: string[] = []
  for (const words of declared)
    if (!/^ {2}--json +print the result as JSON$/m.test((await run(...words, '--help')).out))
      without.push(words.join(' '))
  expect(without).toEqual([])
})
