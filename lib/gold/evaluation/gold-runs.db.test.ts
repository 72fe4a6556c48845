import { beforeEach, expect, it } from 'vitest'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { approveTask } from '@/lib/adjudication/consolidation/approve-task'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { actOnRun } from '@/lib/automation/prefill/act-on-run'
import { getRun } from '@/lib/automation/prefill/queries'
import { startRun } from '@/lib/automation/prefill/start-run'
import { trySteps } from '@/lib/automation/prefill/try-steps'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { felmEvaluations } from '@/lib/protocols/felm/evaluation'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { getItem } from '@/lib/workspace/items/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { answersWith, type MadeProject, type MadeTask, makeAnnotation, makeMember, makeTask } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { drive, prefillScene } from '@/tests/support/prefill-scene'
import { addEndedRun } from './add-ended-run'
import { addRun } from './add-run'
import { askedSchema } from './jobs'
import { makeReport } from './make-report'
import { getReport, listEvaluations } from './queries'
import { readGold } from './read-gold'
import { startEvaluation } from './scoring/start-evaluation'

const TASK = 'segments'
const RATED_BY = { measure: 'label', question: 'label', categories: 2 }
const idle = new AbortController().signal

/** By rules, what states no fact is true; of the last, rules say nothing. */
const GOLD: readonly (readonly [string, boolean])[][] = [
  [
    ['Is it deep?', true],
    ['Tell me more.', false],
  ],
  [
    ['Is it blue?', true],
    ['The Pacific is the largest ocean.', true],
  ],
]
const RECORDS = GOLD.map((segments, index) =>
  JSON.stringify({
    index: `gold-${index}`,
    domain: 'wk',
    source: 'test',
    prompt: `Question ${index}?`,
    response: segments.map(([text]) => text).join(' '),
    segmented_response: segments.map(([text]) => text),
    labels: segments.map(([, label]) => label),
    comment: segments.map(() => ''),
    type: segments.map(([, label]) => (label ? null : 'knowledge_error')),
    ref: [],
  }),
).join('\n')

let project: MadeProject
let manager: Actor
let settled: MadeTask
let first: Actor

/** Imported gold beside a task that two people agreed about. */
beforeEach(async () => {
  ;({ project, manager } = await prefillScene(0))
  settled = await makeTask(project, { segments: ['Is it wet?', 'Is it salty?'], prompt: 'What of the sea?' })
  const [one, other] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  await makeAnnotation(settled, one, answersWith(true), true)
  await makeAnnotation(settled, other, answersWith(true), true)
  first = actorOf(one)
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, settled.id, { lock: true }), null))
  await adjudicateTask(manager, settled.id, { expectedRevision: await revisionNow() })
  const second = actorOf(await makeMember(project, 'reviewer'))
  await approveTask(second, settled.id, { expectedRevision: await revisionNow() })
  await importFile(manager, project, RECORDS)
})

const revisionNow = async () => (await prisma().task.findUniqueOrThrow({ where: { id: settled.id } })).revision

const run = (given: Partial<Parameters<typeof startRun>[2]> = {}) =>
  startRun(manager, project.id, {
    name: 'Assay rules',
    stage: 'segments',
    on: 'gold',
    budgetMicro: null,
    target: { onlyNew: false },
    steps: [{ key: 'verdicts', method: 'rules', parameters: {} }],
    ...given,
  })

/** What the worker would be given last, of jobs of this name. */
async function lastJob<Payload>(name: string): Promise<Payload> {
  const [job] = await prisma().$queryRaw<{ payload: Payload }[]>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${name} order by j.id desc limit 1`
  if (!job) throw new Error(`there is no job ${name}`)
  return job.payload
}

/** Works on the run until it ends, and takes it as a system, as the worker does. */
async function end(runId: string) {
  const done = await drive(runId)
  expect(await lastJob('run_ended')).toEqual({ runId })
  await addEndedRun(runId)
  return done
}

async function report() {
  await getReport(manager, project.id, { task: TASK, likeness: 'no' })
  const job = await lastJob<{ reportId: string; version: string; asked: unknown }>('make_evaluation_report')
  await makeReport(job.reportId, job.version, askedSchema.parse(job.asked), idle)
  return (await getReport(manager, project.id, { task: TASK, likeness: 'no' })).report
}

/** What people read of the project, and what is kept for them. */
async function seen() {
  const items = await prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  const views = []
  for (const { id } of items) views.push(await getItem(manager, id))
  const agreement = await getAgreement(manager, project.id, { intervals: 'always' })
  const suggestions = await prisma().suggestion.count()
  const evidence = await prisma().foundEvidence.count()
  const arms = await prisma().armDraw.count()
  return { items, views, agreement, suggestions, evidence, arms, units: await prisma().unit.count() }
}

it('is a system by itself when it has ended, scored as the core alone scores it, and changes nothing else', async () => {
  await seen()
  const before = await seen()
  const { id } = await run()
  const done = await end(id)
  expect(done).toMatchObject({ kind: 'evaluation', state: 'done', suggestions: [] })
  expect(done.items.map(({ state, suggestions }) => [state, suggestions])).toEqual([
    ['done', 2],
    ['done', 2],
    ['done', 1],
  ])
  expect(await getRun(manager, project.id, id)).toMatchObject({ kind: 'evaluation', suggestions: 5 })
  expect(await seen()).toEqual(before)
  const searches = await prisma().searchRecord.findMany({ where: { projectId: project.id } })
  expect(new Set(searches.map(({ taskId }) => taskId))).toEqual(new Set([null]))

  const list = await listEvaluations(manager, project.id)
  expect(list.evaluations).toMatchObject([{ runId: id, systems: [{ system: 'Assay rules', predictions: 5 }] }])
  expect(list.runs).toEqual([])
  const [task] = felmEvaluations
  if (!task) throw new Error('FELM has a task')
  const alone = startEvaluation(task, task.parameters.parse({}))
  for await (const item of readGold(project.id, { stage: 'segments', labelStage: '', ratedBy: RATED_BY }))
    alone.addItem(item)
  const said = [settled.item.externalId, settled.item.externalId, 'gold-0', 'gold-0', 'gold-1']
  const units = ['s1', 's2', 's1', 's2', 's1']
  for (const [index, unit] of units.entries())
    alone.add({ system: 'Assay rules', item: said[index] ?? '', unit, text: null, value: true }, null)
  const made = await report()
  expect(made).toEqual(await alone.report())
  expect(made?.systems.filter(({ baseline }) => !baseline)).toMatchObject([{ predictions: 5, missed: 0 }])
})

it('says nothing to whoever works on a task that was sent back', async () => {
  const { id } = await run({ target: { onlyNew: false, itemIds: [settled.itemId] } })
  await end(id)
  await reopenTask(manager, settled.id, { comment: 'Look again.' })
  const { suggestions, arms } = await getWorkbench(first, settled.id)
  expect([suggestions, arms]).toEqual([[], []])
  // What is not gold any more is worked on no further, and what was said of it stays with the run.
  await prisma().runItem.updateMany({ where: { runId: id }, data: { state: 'failed' } })
  await actOnRun(manager, { projectId: project.id, runId: id }, { act: 'retry' })
  const [item] = (await end(id)).items
  expect(item).toMatchObject({ state: 'skipped', error: 'Its task is not gold any more.', suggestions: 2 })
})

it('that is tried again replaces what it said, as another source of the same name', async () => {
  const { id } = await run()
  await end(id)
  const [before] = (await listEvaluations(manager, project.id)).evaluations
  await prisma().runItem.updateMany({ where: { runId: id, position: 1 }, data: { state: 'failed' } })
  await actOnRun(manager, { projectId: project.id, runId: id }, { act: 'retry' })
  expect((await end(id)).items.map(({ suggestions }) => suggestions)).toEqual([2, 2, 1])
  const [after, ...others] = (await listEvaluations(manager, project.id)).evaluations
  expect(others).toEqual([])
  expect(after).toMatchObject({ runId: id, systems: before?.systems, createdAt: before?.createdAt })
  expect(after?.id).not.toBe(before?.id)
  await end((await run()).id)
  const named = (await listEvaluations(manager, project.id)).evaluations.flatMap(({ systems }) => systems)
  expect(named.map(({ system }) => system)).toEqual(['Assay rules (2)', 'Assay rules'])
})

it('takes gold alone, by steps that leave it as it is; what was cancelled is taken by hand', async () => {
  await expect(run({ target: { onlyNew: true } })).rejects.toThrow('Leave it out')
  const resegmenting = [{ key: 'segments', method: 'rules' as const, parameters: {} }]
  await expect(run({ steps: resegmenting })).rejects.toThrow('those of gold stay')
  const open = await makeTask(project)
  await expect(run({ target: { onlyNew: false, itemIds: [open.itemId] } })).rejects.toThrow('None of these items')
  const steps = [{ key: 'verdicts', method: 'rules' as const, parameters: {} }]
  const trial = { itemId: settled.itemId, stage: 'segments', on: 'gold' as const, steps }
  expect((await trySteps(manager, project.id, trial, idle)).proposals).toHaveLength(2)
  await expect(trySteps(manager, project.id, { ...trial, itemId: open.itemId }, idle)).rejects.toThrow('no gold')
  const { id } = await run()
  await end(id)
  await prisma().evaluation.deleteMany({ where: { runId: id } })
  await prisma().run.update({ where: { id }, data: { state: 'cancelled' } })
  expect((await listEvaluations(manager, project.id)).runs).toEqual([{ task: TASK, id, name: 'Assay rules' }])
  expect(await addRun(manager, project.id, { task: TASK, runId: id })).toMatchObject({ predictions: 5 })
})
