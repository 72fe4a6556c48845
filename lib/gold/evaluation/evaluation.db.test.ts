import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { felmEvaluations } from '@/lib/protocols/felm/evaluation'
import { StepFailure } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { checkPredictions, checkPredictionsHandler } from './check-predictions'
import { deleteEvaluation } from './delete-evaluation'
import { downloadReport } from './download-report'
import { askedSchema } from './jobs'
import * as likenessModule from './likeness'
import { makeReport, makeReportHandler } from './make-report'
import { getEvaluation, getReport, listErrors, listEvaluations } from './queries'
import { startEvaluation } from './scoring/start-evaluation'
import { uploadPredictions } from './upload-predictions'

const idle = new AbortController().signal
const TASK = 'segments'
const ASKED = { task: TASK, likeness: 'no' } as const

const record = (index: number, labels: boolean[]) => ({
  index: String(index),
  domain: index % 2 ? 'wk' : 'math',
  source: 'test',
  prompt: `Question ${index}?`,
  response: labels.map((_, n) => `Segment ${n + 1} of ${index}.`).join(' '),
  segmented_response: labels.map((_, n) => `Segment ${n + 1} of ${index}.`),
  labels,
  comment: labels.map(() => ''),
  type: labels.map((label) => (label ? null : 'knowledge_error')),
  ref: [],
})
const GOLD = [[true, false, true], [true, true], [false, true, false], [true]]
const RECORDS = GOLD.map((labels, index) => JSON.stringify(record(index, labels))).join('\n')

/** One that is right but for the first segment of each item. */
const lines = (system: string, items = GOLD.length): Json[] =>
  GOLD.slice(0, items).flatMap((labels, item) =>
    labels.map((label, n) => ({ system, item: String(item), segment: n + 1, label: n === 0 ? !label : label })),
  )
const jsonl = (records: readonly Json[]) => records.map((each) => JSON.stringify(each)).join('\n')

const likeness = vi.spyOn(likenessModule, 'likeness')
afterAll(() => likeness.mockRestore())

let project: MadeProject
let manager: Actor
let viewer: Actor

beforeEach(async () => {
  project = await makeProject()
  manager = actorOf(await makeMember(project, 'manager'))
  viewer = actorOf(await makeMember(project, 'viewer'))
  await importFile(manager, project, RECORDS)
})

/** What jobs of a kind were given, the newest first. */
const jobsOf = async <Payload>(name: string) => {
  const jobs = await prisma().$queryRaw<{ payload: Payload }[]>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${name} order by j.id desc`
  return jobs.map(({ payload }) => payload)
}

async function upload(text: string, name = 'predictions.jsonl', task = TASK, replace = false) {
  const { id } = await uploadPredictions(manager, project.id, { task, name, body: new Response(text).body, replace })
  const [job] = await jobsOf<{ evaluationId: string; replace: boolean }>('check_predictions')
  await checkPredictions(id, idle, job?.evaluationId === id && job.replace)
  return getEvaluation(manager, id, 1)
}

/** As the worker would, once the report has been asked for. */
async function report(given: Partial<Parameters<typeof getReport>[2]> = {}, actor = manager) {
  const asked = { ...ASKED, ...given }
  const first = await getReport(actor, project.id, asked)
  if (first.state === 'ready') return first
  const [job] = await jobsOf<{ reportId: string; version: string; asked: Json }>('make_evaluation_report')
  if (job) await makeReport(job.reportId, job.version, askedSchema.parse(job.asked), idle)
  return getReport(actor, project.id, asked)
}

describe('a file of predictions', () => {
  it('is taken whole, and scored as the scoring core alone scores it', async () => {
    const taken = await upload(jsonl([...lines('careful'), ...lines('partial', 2)]))
    expect(taken).toMatchObject({ state: 'done', predictions: 14, matched: 14, unmatched: 0, problemCount: 0 })
    expect(taken.systems.map(({ system, predictions }) => [system, predictions])).toEqual([
      ['careful', 9],
      ['partial', 5],
    ])
    const answer = await report()
    const [task] = felmEvaluations
    if (!task) throw new Error('FELM has a task')
    const alone = startEvaluation(task, task.parameters.parse({}))
    for (const [position, labels] of GOLD.entries()) {
      const units = labels.map((_, n) => ({
        key: `s${n + 1}`,
        kind: 'segment',
        text: `Segment ${n + 1} of ${position}.`,
      }))
      const content = { ...record(position, labels), domain: position % 2 ? 'wk' : 'math' }
      const answers = Object.fromEntries(labels.map((label, n) => [`s${n + 1}`, { label }]))
      const item = await prisma().item.findFirstOrThrow({ where: { projectId: project.id, position: position + 1 } })
      const gold = { source: content, content: item.content as Json, stages: { segments: { units, answers } } }
      alone.addItem({ position: position + 1, externalId: String(position), gold })
    }
    for (const [index, line] of [...lines('careful'), ...lines('partial', 2)].entries())
      alone.addLine(line, index + 1, 'predictions')
    expect(answer.report).toEqual(await alone.report())
    expect(answer.report?.scorings[0]?.standings.find(({ system }) => system === 'careful')?.figures).toBeDefined()
  })

  it('that is a log of Inspect is the verdicts of its model, as lines that say the same are', async () => {
    const send = async (name: string, log = {}) => {
      const body = new Response(readFileSync(path.resolve('tests/fixtures/inspect', name))).body
      const { id } = await uploadPredictions(manager, project.id, { task: TASK, name, body, log })
      await checkPredictions(id, idle)
      return getEvaluation(manager, id, 1)
    }
    // Of the segments 1/s1 to 2/s2: the first two right, an error found where there is none, and no answer.
    expect(await send('labels.eval')).toMatchObject({ state: 'done', predictions: 4, matched: 4 })
    expect(await send('labels.json', { system: 'the same' })).toMatchObject({ state: 'done', predictions: 4 })
    const said = [
      { system: 'lines', item: '#1', segment: 1, label: true },
      { system: 'lines', item: '#1', segment: 2, label: false },
      { system: 'lines', item: '#2', segment: 1, label: false },
      { system: 'lines', item: '#2', segment: 2, label: null },
    ]
    await upload(jsonl(said))
    const { report: made } = await report()
    const figures = (system: string) =>
      made?.scorings.map(({ standings }) => standings.find((each) => each.system === system)?.figures)
    expect(figures('mockllm/model')).toEqual(figures('lines'))
    expect(figures('the same')).toEqual(figures('lines'))
    expect(figures('lines')?.[0]).toMatchObject({ precision: { value: 0.5 }, recall: { value: 1 } })

    expect(await send('two-scorers.json')).toMatchObject({
      state: 'refused',
      problems: [{ field: 'scores', message: 'The log has scores of several scorers: exact_label, doubt.' }],
    })
    expect(await send('two-scorers.json', { scorer: 'exact_label', system: 'named' })).toMatchObject({ state: 'done' })
    expect((await report()).report?.scorings[0]?.standings.map(({ system }) => system)).toContain('named')
  })

  it('with a bad line is refused whole, by line and field, and leaves nothing', async () => {
    const bad = [...lines('careful').slice(0, 3), { system: 'careful', item: '0', segment: 1, label: 'perhaps' }]
    const refused = await upload(`${jsonl(bad)}\n{"system": `)
    expect(refused).toMatchObject({ state: 'refused', problemCount: 2, matched: 0 })
    expect(refused.problems.map(({ line, field }) => [line, field])).toEqual([
      [4, 'label'],
      [5, ''],
    ])
    expect(await prisma().evaluationChunk.count({ where: { evaluationId: refused.id } })).toBe(0)
    expect((await report()).report?.systems.filter(({ baseline }) => !baseline)).toEqual([])
  })

  it('finds its targets by id, by position and by text, and lists what stands for nothing', async () => {
    const first = { system: 'mixed', item: '0', segment: 1, label: true }
    const second = { system: 'mixed', item: '#1', segment: 2, label: false }
    const third = { system: 'mixed', text: '  segment 3 of 0. ', label: true }
    const nowhere = { system: 'mixed', item: 'elsewhere', segment: 1, label: true }
    const taken = await upload(JSON.stringify([first, second, third, nowhere]), 'mixed.json')
    expect(taken).toMatchObject({ state: 'done', matched: 3, unmatched: 1 })
    expect(taken.missed).toMatchObject([{ line: 1, system: 'mixed', item: 'elsewhere' }])
    const { report: made } = await report()
    expect(made?.systems).toMatchObject([{ system: 'mixed', predictions: 4, missed: 1 }])
  })

  it('as CSV takes its name from the file, and no system comes twice', async () => {
    const csv = 'item,segment,label\n0,1,true\n0,2,false\n'
    const taken = await upload(csv, 'checker-a.csv')
    expect(taken.systems).toMatchObject([{ system: 'checker-a', predictions: 2 }])
    const again = await upload(csv, 'checker-a.csv')
    expect(again).toMatchObject({ state: 'refused', problemCount: 1 })
    expect(again.problems[0]?.message).toContain('is there already, from checker-a.csv')
    await deleteEvaluation(manager, taken.id)
    expect(await upload(csv, 'checker-a.csv')).toMatchObject({ state: 'done' })
  })

  it('takes the place of its systems’ predictions on this task once it is good, where it was asked to', async () => {
    const text = { source: 'tides', doc: 0, segment: 0, text: 'The moon causes tides.', gold: true }
    const elsewhere = await upload(JSON.stringify({ ...text, careful: true }), 'verdicts.jsonl', 'ratings')
    const before = await upload(jsonl(lines('careful')))
    const refused = await upload(`${jsonl(lines('careful', 1))}\n{"system": `, 'second.jsonl', TASK, true)
    expect([refused.state, (await getEvaluation(manager, before.id, 1)).state]).toEqual(['refused', 'done'])
    const after = await upload(jsonl(lines('careful', 2)), 'second.jsonl', TASK, true)
    expect(after).toMatchObject({ state: 'done', predictions: 5 })
    const { evaluations } = await listEvaluations(manager, project.id)
    expect(evaluations.filter(({ state }) => state === 'done').map(({ id }) => id)).toEqual([after.id, elsewhere.id])
    const removed = await prisma().event.findMany({ where: { projectId: project.id, type: 'evaluation.removed' } })
    expect(removed.map(({ data }) => data)).toEqual([
      { evaluationId: before.id, task: TASK, name: 'predictions.jsonl' },
    ])
  })

  it('takes nothing away that is not in it: systems that came together go together', async () => {
    const both = await upload(jsonl([...lines('a'), ...lines('b')]))
    const one = await upload(jsonl(lines('a')), 'one.jsonl', TASK, true)
    expect(one).toMatchObject({ state: 'refused', problemCount: 1 })
    expect(one.problems[0]?.message).toContain('came from predictions.jsonl together with "b"')
    expect((await getEvaluation(manager, both.id, 1)).state).toBe('done')
    expect(await upload(jsonl([...lines('b'), ...lines('a')]), 'two.jsonl', TASK, true)).toMatchObject({
      state: 'done',
    })
  })

  it('that brings its own gold needs none of the project', async () => {
    const line = { source: 'tides', doc: 0, segment: 0, text: 'The moon causes tides.', gold: true, a: true, b: false }
    const taken = await upload(JSON.stringify(line), 'verdicts.jsonl', 'ratings')
    expect(taken).toMatchObject({ state: 'done', predictions: 2, unmatched: 0 })
    const { report: made } = await report({ task: 'ratings' })
    expect(made?.systems.filter(({ baseline }) => !baseline).map(({ system }) => system)).toEqual(['a', 'b'])
  })

  it('removed while it is checked leaves nothing, and no failure', async () => {
    const body = new Response(jsonl(lines('careful'))).body
    const { id } = await uploadPredictions(manager, project.id, { task: TASK, name: 'a.jsonl', body })
    await deleteEvaluation(manager, id)
    await checkPredictionsHandler.run(
      { evaluationId: id, replace: false },
      { id: '1', attempt: 3, isLastAttempt: true, signal: idle },
    )
    expect(await prisma().evaluationChunk.count({ where: { evaluationId: id } })).toBe(0)
    await expect(getEvaluation(manager, id, 1)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a report', () => {
  it('is kept, and made anew when gold or systems change', async () => {
    await upload(jsonl(lines('careful')))
    const before = await report()
    expect((await getReport(manager, project.id, ASKED)).version).toBe(before.version)
    const item = await prisma().item.findFirstOrThrow({ where: { projectId: project.id, position: 1 } })
    await prisma().item.update({ where: { id: item.id }, data: { discardedAt: new Date(), discardReason: 'x' } })
    expect(await getReport(manager, project.id, ASKED)).toMatchObject({ state: 'pending', report: null })
    const after = await report()
    expect([before.report?.items, after.report?.items]).toEqual([4, 3])
    await upload(jsonl(lines('second')), 'second.jsonl')
    const { report: both } = await report()
    expect(both?.systems.filter(({ baseline }) => !baseline).map(({ system }) => system)).toEqual(['careful', 'second'])
  })

  it('is of the systems, the parameters and the pair that were asked for', async () => {
    await upload(jsonl([...lines('a'), ...lines('b'), ...lines('c', 2)]))
    const some = await report({ ...ASKED, systems: ['c', 'a'], parameters: { abstentions: 'true' } })
    expect(some.report?.systems.filter(({ baseline }) => !baseline).map(({ system }) => system)).toEqual(['a', 'c'])
    expect(some.report?.parameters).toEqual({ abstentions: 'true' })
    const pair = await report({ ...ASKED, pair: ['b', 'c'] })
    expect(pair.report?.scorings[0]?.pairs.map(({ first, second }) => [first, second])).toEqual([['b', 'c']])
    await expect(getReport(viewer, project.id, { ...ASKED, likeness: 'yes' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(getReport(manager, project.id, { ...ASKED, likeness: 'yes' })).rejects.toMatchObject({ code: 'rule' })
    await expect(getReport(manager, project.id, { ...ASKED, task: 'none' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await expect(
      getReport(manager, project.id, { ...ASKED, parameters: { abstentions: 'never' } }),
    ).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('that cannot be made says why at once, where another try would end in the same way', async () => {
    await upload(jsonl(lines('careful')))
    await getReport(manager, project.id, ASKED)
    const [job] = await jobsOf<{ reportId: string; version: string; asked: Json }>('make_evaluation_report')
    const payload = { reportId: job?.reportId ?? '', version: job?.version ?? '', asked: askedSchema.parse(job?.asked) }
    const make = () =>
      makeReportHandler.run(
        { ...payload, asked: { ...payload.asked, likeness: true } },
        { id: '1', attempt: 1, isLastAttempt: false, signal: idle },
      )
    likeness.mockRejectedValueOnce(new StepFailure('unreachable', 'The endpoint does not answer.', true))
    await expect(make()).rejects.toMatchObject({ code: 'unreachable' })
    expect(await getReport(manager, project.id, ASKED)).toMatchObject({ state: 'pending', error: null })
    likeness.mockRejectedValueOnce(new StepFailure('budget', 'Raise the ceiling.'))
    await make()
    expect(await getReport(manager, project.id, ASKED)).toMatchObject({ state: 'failed', error: 'Raise the ceiling.' })
  })

  it('lists errors a page at a time, each with its item and unit', async () => {
    await upload(jsonl(lines('careful')))
    await report()
    const asked = { ...ASKED, system: 'careful', page: 1 }
    const { errors, total, scoring, scorings, systems } = await listErrors(manager, project.id, asked)
    expect({ total, scoring, systems }).toEqual({ total: 4, scoring: 'segment', systems: ['careful'] })
    expect(scorings.map(({ key }) => key)).toEqual(['segment', 'response'])
    expect(errors.map(({ position, unit, gold, value, text }) => [position, unit, gold, value, text])).toEqual(
      GOLD.map((labels, index) => [index + 1, 's1', labels[0], !labels[0], `Segment 1 of ${index}.`]),
    )
    expect(errors.every(({ itemId, anchor }) => itemId !== null && anchor === 'segments-s1')).toBe(true)
    expect((await listErrors(manager, project.id, { ...asked, page: 2 })).errors).toEqual([])
    await expect(listErrors(manager, project.id, { ...asked, system: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('can be downloaded, with every figure in a row of its own', async () => {
    await upload(jsonl(lines('=careful')))
    const { report: made } = await report()
    const json = await downloadReport(viewer, project.id, { ...ASKED, format: 'json' }, idle)
    expect(await json.json()).toEqual(made)
    const csv = await (await downloadReport(viewer, project.id, { ...ASKED, format: 'csv' }, idle)).text()
    expect(csv.split('\r\n')[0]).toContain('scoring,system,baseline')
    expect(csv).toContain("segment,'=careful,false")
  })
})

describe('who sees what', () => {
  it('keeps annotators out, lets viewers and reviewers read, and managers change', async () => {
    const annotator = actorOf(await makeMember(project, 'annotator'))
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const stranger = actorOf(await makeMember(await makeProject(), 'manager'))
    const { id } = await upload(jsonl(lines('careful')))
    await report()
    const body = () => new Response('{}').body
    for (const [actor, code] of [
      [annotator, 'forbidden'],
      [stranger, 'not_found'],
    ] as const) {
      const refused = { code }
      await expect(listEvaluations(actor, project.id)).rejects.toMatchObject(refused)
      await expect(getEvaluation(actor, id, 1)).rejects.toMatchObject(refused)
      await expect(getReport(actor, project.id, ASKED)).rejects.toMatchObject(refused)
      await expect(listErrors(actor, project.id, { ...ASKED, system: 'careful', page: 1 })).rejects.toMatchObject(
        refused,
      )
      await expect(deleteEvaluation(actor, id)).rejects.toMatchObject(refused)
    }
    for (const actor of [viewer, reviewer]) {
      expect((await listEvaluations(actor, project.id)).canChange).toBe(false)
      expect((await getReport(actor, project.id, ASKED)).state).toBe('ready')
      const receipt = downloadReport(actor, project.id, { ...ASKED, format: 'receipt' }, idle)
      if (actor === reviewer) expect((await receipt).status).toBe(200)
      else await expect(receipt).rejects.toMatchObject({ code: 'forbidden' })
      expect((await listEvaluations(actor, project.id)).hasReceipts).toBe(actor === reviewer)
      await expect(uploadPredictions(actor, project.id, { task: TASK, name: 'x', body: body() })).rejects.toMatchObject(
        { code: 'forbidden' },
      )
      await expect(deleteEvaluation(actor, id)).rejects.toMatchObject({ code: 'forbidden' })
    }
    expect(await prisma().suggestion.count({ where: { task: { projectId: project.id } } })).toBe(0)
  })

  it('remembers whoever reads what the gold says', async () => {
    const reviewer = await makeMember(project, 'reviewer')
    const reads = () => prisma().answerRead.count({ where: { userId: reviewer.id } })
    await upload(jsonl(lines('careful')))
    await listEvaluations(actorOf(reviewer), project.id)
    expect(await reads()).toBe(0)
    await report(ASKED, actorOf(reviewer))
    expect(await reads()).toBe(GOLD.length)
  })
})
