import { expect, it } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { prisma, transaction } from '@/lib/platform/server/db'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { actorOf } from '@/tests/actors'
import { pairRecord } from '@/tests/factor-generation-sample'
import { findTask, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'

it('goes from the fact to the texts without telling annotators whose they are, and rolls them up by model', async () => {
  const project = await makeProject({ protocolId: 'factor-generation' })
  const manager = actorOf(await makeMember(project, 'manager'))
  const annotator = await makeMember(project, 'annotator')
  const settle = (taskId: string, answers: Parameters<typeof makeGold>[2]['answers']) =>
    transaction(async (tx) => {
      const by = { origin: 'consolidated' as const, actorId: null, adjudicatorId: null, approverId: null }
      await makeGold(tx, await loadTask(tx, manager, taskId, { lock: true }), { answers, ...by })
    })
  const task = await makeTask(project, { record: pairRecord() })
  await makeAssignment(task, annotator)
  const first = await getWorkbench(actorOf(annotator), task.id)
  expect(JSON.stringify([first.item, first.units])).not.toMatch(/alpha|beta|1902 after/)
  await settle(task.id, { item: { kind: 'fact', fact: 'It was built in 1871.' } })

  const judge = await findTask(task, 'judge')
  expect(judge.state).toBe('open')
  await makeAssignment(judge, annotator)
  const bench = await getWorkbench(actorOf(annotator), judge.id)
  expect(JSON.stringify([bench.item, bench.units])).not.toMatch(/alpha|beta/)
  const texts = bench.units.filter(({ kind }) => kind === 'continuation')
  expect(texts).toHaveLength(4)
  await settle(judge.id, Object.fromEntries(texts.map(({ key }) => [key, { judgement: 'true' }])))
  const { rollUp } = await prisma().gold.findFirstOrThrow({ where: { taskId: judge.id } })
  expect(rollUp).toMatchObject({
    groups: [
      { model: 'alpha', group: 'right', rightShare: 0.75, counts: { true: 2 } },
      { model: 'beta', group: 'wrong', rightShare: 0.5, counts: { true: 2 } },
    ],
  })
})
