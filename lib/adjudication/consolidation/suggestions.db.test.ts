import { expect, it } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { getConsolidation } from './queries'

it('shows at the desk what annotators were given, and to each of them only what they were given themselves', async () => {
  const project = await makeProject({ stage: { raters: 2 } })
  const [ada, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const reviewer = await makeMember(project, 'reviewer')
  const task = await makeTask(project)
  const mine = await makeAnnotation(task, ada, answersWith(true), true)
  await makeAnnotation(task, ben, answersWith(false), true)
  const unitId = task.units.find(({ key }) => key === 's2')?.id ?? ''
  const propose = (value: boolean, source: string) =>
    prisma().suggestion.create({ data: { taskId: task.id, unitId, question: 'label', value, source } })
  const given = await propose(true, 'seen')
  await propose(false, 'withheld')
  await prisma().suggestionView.create({ data: { annotationId: mine.id, suggestionId: given.id, answered: false } })
  const by = actorOf(await makeMember(project, 'manager'))
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, by, task.id, { lock: true }), null))
  const shown = { unit: 's2', question: 'label', value: true, source: 'seen' }
  expect((await getConsolidation(actorOf(ada), task.id)).suggestions).toMatchObject([shown])
  expect((await getConsolidation(actorOf(reviewer), task.id)).suggestions).toMatchObject([shown])
  expect((await getConsolidation(actorOf(ben), task.id)).suggestions).toBeUndefined()
})
