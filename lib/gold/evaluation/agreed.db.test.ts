/** How far annotators agreed, from their answers to the report of a project. */
import { expect, it } from 'vitest'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { approveTask } from '@/lib/adjudication/consolidation/approve-task'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { rateTasks } from '@/lib/quality/agreement/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { checkPredictions } from './check-predictions'
import { askedSchema } from './jobs'
import { makeReport } from './make-report'
import { getReport } from './queries'
import { readGold } from './read-gold'
import { uploadPredictions } from './upload-predictions'

const idle = new AbortController().signal
const KEEP = { action: 'keep' }
const TRUE = { label: true }
const FALSE = { label: false, errorType: 'knowledge_error', reason: 'It is wrong.' }

/** What each of three annotators says of three segments: all the same of the first, two of three of the others. */
const GIVEN: readonly Answers[] = [
  { item: KEEP, s1: TRUE, s2: TRUE, s3: TRUE },
  { item: KEEP, s1: TRUE, s2: TRUE, s3: FALSE },
  { item: KEEP, s1: TRUE, s2: FALSE, s3: FALSE },
]
const IMPORTED = JSON.stringify({
  index: 'imported',
  domain: 'wk',
  source: 'test',
  prompt: 'And?',
  response: 'Nobody rated this.',
  segmented_response: ['Nobody rated this.'],
  labels: [true],
  comment: [''],
  type: [null],
  ref: [],
})

it('is told of gold that annotators rated, by their own answers, and of what people settled', async () => {
  const project = await makeProject({ stage: { raters: 3 } })
  const [manager, reviewer, approver] = [
    actorOf(await makeMember(project, 'manager')),
    actorOf(await makeMember(project, 'reviewer')),
    actorOf(await makeMember(project, 'reviewer')),
  ] as const
  const task = await makeTask(project, { segments: ['One.', 'Two.', 'Three.'], raters: 3 })
  for (const answers of GIVEN) await makeAnnotation(task, await makeMember(project, 'annotator'), answers, true)
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, task.id, { lock: true }), null))
  await settle(reviewer, task.id)
  await approveTask(approver, task.id, { expectedRevision: await revisionOf(task.id) })
  await importFile(manager, project, IMPORTED)

  const { externalId } = await prisma().item.findUniqueOrThrow({ where: { id: task.itemId } })
  const lines = ['s1', 's2', 's3'].map((unit) => {
    const place = { system: 'a', item: externalId, unit }
    return unit === 's2'
      ? { ...place, probabilities: { true: 0.25, false: 0.75 } }
      : { ...place, label: true, probabilities: { true: 0.5, false: 0.5 } }
  })
  const text = [...lines, { system: 'a', item: 'imported', segment: 1, label: true }]
  const body = new Response(text.map((line) => JSON.stringify(line)).join('\n')).body
  const { id } = await uploadPredictions(manager, project.id, { task: 'segments', name: 'a.jsonl', body })
  await checkPredictions(id, idle)
  // Nobody has looked at agreement before, so that the ledger has nothing yet.
  expect(await prisma().ratedUnit.count()).toBe(0)
  const report = await made(manager, project.id)
  expect(report?.strata.map(({ key }) => key)).toEqual(['domain', 'agreed'])
  const strata = report?.scorings[0]?.standings.find(({ system }) => system === 'a')?.strata ?? []
  const agreed = strata.filter(({ key }) => key === 'agreed').map(({ value, targets }) => [value, targets])
  expect(Object.fromEntries(agreed)).toEqual({ unanimous: 1, majority: 2, settled: 2 })
  expect(report?.targets).toBe(4)
  // Three say true of s1, two of three of s2, one of three of s3; nobody rated what was imported.
  const distribution = report?.scorings.find(({ key }) => key === 'distribution')
  const own = distribution?.standings.find(({ system }) => system === 'a')
  expect(distribution?.targets).toBe(3)
  expect(own?.scored).toBe(3)
  expect(own?.figures.crossEntropy?.value).toBeCloseTo((1 + (2 / 3) * 2 + (1 / 3) * Math.log2(4 / 3) + 1) / 3, 12)
  expect(own?.figures.brier?.value).toBeCloseTo((1 / 2 + 2 * (2 / 3 - 1 / 4) ** 2 + 2 * (1 / 6) ** 2) / 3, 12)
})

it('counts an annotator once on a unit of the gold that two rated units were merged into', async () => {
  const project = await makeProject({ stage: { raters: 3 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const task = await makeTask(project, { segments: ['One.', 'Two.', 'Three.'], raters: 3 })
  for (const answers of GIVEN) await makeAnnotation(task, await makeMember(project, 'annotator'), answers, true)
  const answers = { item: { ...KEEP, claims: [{ key: 's1', made: 'merged', from: ['s1', 's2'] }] as Json }, s1: TRUE }
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, task.id, { lock: true }), null))
  await transaction(async (tx) =>
    makeGold(tx, await loadTask(tx, manager, task.id, { lock: true }), {
      answers,
      origin: 'consolidated',
      actorId: null,
      adjudicatorId: null,
      approverId: null,
    }),
  )
  await rateTasks(project.id)
  const ratedBy = { measure: 'label', question: 'label', categories: 2 }
  // Two say true of both, the third says true of one and false of the other.
  for await (const { ratings, agreed } of readGold(project.id, {
    stage: 'segments',
    labelStage: 'segments',
    ratedBy,
  })) {
    expect(ratings?.get('s1')).toEqual([2, 0])
    expect(agreed?.get('s1')).toEqual(['unanimous'])
  }
  expect.assertions(2)
})

const revisionOf = async (id: string) => (await prisma().task.findUniqueOrThrow({ where: { id } })).revision

async function settle(reviewer: Actor, taskId: string): Promise<void> {
  for (const unit of ['s2', 's3']) {
    const asked = { unit, question: 'label', choice: { value: true }, reason: 'It is.' }
    await resolveQuestion(reviewer, taskId, { ...asked, expectedRevision: await revisionOf(taskId) })
  }
  await adjudicateTask(reviewer, taskId, { expectedRevision: await revisionOf(taskId) })
}

/** As the worker would make it. */
async function made(actor: Actor, projectId: string) {
  const asked = { task: 'segments', likeness: 'no' } as const
  await getReport(actor, projectId, asked)
  const [job] = await prisma().$queryRaw<{ payload: { reportId: string; version: string; asked: unknown } }[]>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'make_evaluation_report' order by j.id desc limit 1`
  if (job) await makeReport(job.payload.reportId, job.payload.version, askedSchema.parse(job.payload.asked), idle)
  return (await getReport(actor, projectId, asked)).report
}
