import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeTask } from '@/tests/factories'
import { drive, prefillScene, startVerdicts } from '@/tests/support/prefill-scene'
import { addRun } from './add-run'
import { deleteEvaluation } from './delete-evaluation'
import { askedSchema } from './jobs'
import { makeReport } from './make-report'
import { getReport, listErrors, listEvaluations } from './queries'

const TASK = 'segments'

/** By rules, what states no fact is true; the gold of these tests says otherwise of one. */
async function scene() {
  const { project, manager, tasks: others } = await prefillScene(0)
  const tasks = [...others]
  for (const segments of [['Is it the Pacific?'], ['Is it deep?', 'Tell me more.']])
    tasks.push(await makeTask(project, { segments, prompt: `What about ${segments.length}?` }))
  const started = await startVerdicts(
    { project, manager, tasks },
    { name: 'By rules', steps: [{ key: 'verdicts', method: 'rules' }] },
  )
  return { project, manager, tasks, runId: started.id }
}

/** What people said, as gold; the database keeps no gold without its task. */
async function makeGold(taskId: string, labels: boolean[]) {
  const answers = Object.fromEntries(labels.map((label, index) => [`s${index + 1}`, { label }]))
  await prisma().gold.create({
    data: { taskId, version: 1, round: 1, answers, rollUp: {}, origin: 'consolidated' },
  })
  await prisma().task.update({ where: { id: taskId }, data: { state: 'gold' } })
}

it('a run of pre-fill is scored like a file, whenever gold is there', async () => {
  const { project, manager, tasks, runId } = await scene()
  await expect(addRun(manager, project.id, { task: TASK, runId })).rejects.toMatchObject({ code: 'rule' })
  expect((await drive(runId)).suggestions.map(({ value }) => value)).toEqual([true, true, true])
  expect((await listEvaluations(manager, project.id)).runs).toEqual([{ task: TASK, id: runId, name: 'By rules' }])
  const viewer = actorOf(await makeMember(project, 'viewer'))
  await expect(addRun(viewer, project.id, { task: TASK, runId })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(addRun(manager, project.id, { task: 'ratings', runId })).rejects.toMatchObject({ code: 'rule' })
  const added = await addRun(manager, project.id, { task: TASK, runId })
  expect(added).toMatchObject({ state: 'done', runId, systems: [{ system: 'By rules', predictions: 3 }] })
  await expect(addRun(manager, project.id, { task: TASK, runId })).rejects.toThrow('is there already')

  const empty = await report()
  expect(empty.report?.systems).toMatchObject([{ system: 'By rules', predictions: 3, missed: 3 }])
  await makeGold(tasks[0]?.id ?? '', [true])
  await makeGold(tasks[1]?.id ?? '', [true, false])
  const made = await report()
  expect(made.report?.systems).toMatchObject([{ system: 'By rules', predictions: 3, missed: 0 }])
  const { errors } = await listErrors(manager, project.id, { task: TASK, likeness: 'no', system: 'By rules', page: 1 })
  expect(errors).toMatchObject([{ unit: 's2', gold: false, value: true, itemId: tasks[1]?.itemId }])

  await deleteEvaluation(manager, added.id)
  expect((await listEvaluations(manager, project.id)).runs).toHaveLength(1)
  expect(await prisma().suggestion.count({ where: { runId } })).toBe(3)

  async function report() {
    await getReport(manager, project.id, { task: TASK, likeness: 'no' })
    const [job] = await prisma().$queryRaw<{ payload: { reportId: string; version: string; asked: unknown } }[]>`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'make_evaluation_report' order by j.id desc limit 1`
    if (!job) throw new Error('no report was asked for')
    const { reportId, version, asked } = job.payload
    await makeReport(reportId, version, askedSchema.parse(asked), new AbortController().signal)
    return getReport(manager, project.id, { task: TASK, likeness: 'no' })
  }
})
