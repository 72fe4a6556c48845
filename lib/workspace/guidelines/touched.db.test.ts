import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import '@/compose'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { pool, prisma } from '@/lib/platform/server/db'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { askAgain } from './ask-again'
import { confirmGuideline } from './confirm-guideline'
import { publishGuideline } from './publish-guideline'
import { getGuideline, guidelineToConfirm } from './queries'
import { listTouched } from './touched-queries'

/** Three items: two finished under version 1, one still open. */
async function scene(raters = 1) {
  const project = await makeProject({ name: 'Lakes', stage: { raters } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const annotator = await makeMember(project, 'annotator')
  const tasks = []
  for (const finished of [true, true, false]) {
    const task = await makeTask(project)
    await makeAnnotation(task, annotator, answersWith(true), true)
    await prisma().annotation.updateMany({ where: { taskId: task.id }, data: { guidelineVersion: 1 } })
    if (finished) await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    tasks.push(task)
  }
  const { body } = await getGuideline(manager, project.id, 'latest')
  const publish = (text: string, basedOn: number) =>
    publishGuideline(manager, project.id, { body: text, note: 'Said why', basedOn })
  return { project, manager, annotator, tasks, ids: tasks.map(({ id }) => id), body, publish }
}

test('finished items are listed whose questions the guidelines say something else about, open ones and other changes not', async () => {
  const { project, manager, annotator, ids, body, publish } = await scene()
  expect(await listTouched(manager, project.id)).toMatchObject({ version: 1, stages: [], items: [], total: 0 })
  await publish(body.replace('One wrong date', 'A wrong date'), 1)
  const touched = await listTouched(manager, project.id)
  expect(touched).toMatchObject({
    version: 2,
    stages: [{ stage: 'segments', questions: ['Label'], finished: 2 }],
    items: [
      { taskId: ids[0], version: 1 },
      { taskId: ids[1], version: 1 },
    ],
  })
  expect(JSON.stringify(touched)).not.toContain(annotator.id)
  // Who annotated one themselves may not send it back, and is not offered it.
  const both = await makeMember(project, 'manager')
  const own = await makeTask(project)
  await makeAnnotation(own, both, answersWith(true), true)
  await prisma().annotation.updateMany({ where: { taskId: own.id }, data: { guidelineVersion: 1 } })
  await prisma().task.update({ where: { id: own.id }, data: { state: 'gold' } })
  const listed = async (actor: typeof manager) =>
    (await listTouched(actor, project.id)).items.map(({ taskId }) => taskId)
  expect(await listed(manager)).toEqual([...ids.slice(0, 2), own.id])
  expect(await listed(actorOf(both))).toEqual(ids.slice(0, 2))
  // Nor one of an item that they annotated in another stage.
  const [stageId, taskId, annotationId] = [randomUUID(), randomUUID(), randomUUID()]
  await pool().query(`
    insert into stages select (jsonb_populate_record(s, '{"id": "${stageId}", "key": "later", "position": 9}')).* from stages s where project_id = '${project.id}';
    insert into tasks select (jsonb_populate_record(t, '{"id": "${taskId}", "stage_id": "${stageId}", "state": "open"}')).* from tasks t where id = '${ids[0]}';
    insert into annotations (id, task_id, user_id, round) values ('${annotationId}', '${taskId}', '${both.id}', 1)`)
  expect(await listed(actorOf(both))).toEqual(ids.slice(1, 2))
  // Back to what was said: nothing is touched any more.
  await publish(body, 2)
  expect(await listTouched(manager, project.id)).toMatchObject({ version: 3, stages: [], items: [], total: 0 })
  await expect(listTouched(actorOf(annotator), project.id)).rejects.toMatchObject({ code: 'forbidden' })
})

test('chosen ones are asked again in one act, once, and are not listed any more', async () => {
  const { project, manager, annotator, ids, body, publish } = await scene()
  await publish(`${body}\n\n## Breaks\n\nTake one.`, 1)
  const input = { version: 2, taskIds: ids, comment: 'Look again.' }
  await expect(askAgain(manager, project.id, { ...input, version: 1 })).rejects.toMatchObject({ code: 'conflict' })
  const elsewhere = await makeTask(await makeProject({ name: 'Seas' }))
  await expect(askAgain(manager, project.id, { ...input, taskIds: [...ids, elsewhere.id] })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await prisma().event.count({ where: { projectId: project.id, type: 'task.reopened' } })).toBe(0)
  // Two managers at once: each item goes back once.
  const answers = await Promise.all([askAgain(manager, project.id, input), askAgain(manager, project.id, input)])
  expect(answers.toSorted((a, b) => a.asked - b.asked)).toEqual([
    { asked: 0, left: 3 },
    { asked: 2, left: 1 },
  ])
  expect(await prisma().event.count({ where: { projectId: project.id, type: 'task.reopened' } })).toBe(2)
  expect(
    await prisma().assignment.count({ where: { userId: annotator.id, taskId: { in: ids }, state: 'assigned' } }),
  ).toBe(2)
  expect((await listTouched(manager, project.id)).items).toEqual([])
  // Finished again, now under the version in force.
  await prisma().annotation.updateMany({
    where: { taskId: ids[0] ?? '', round: 2 },
    data: { state: 'submitted', submittedAt: new Date() },
  })
  await prisma().task.update({ where: { id: ids[0] ?? '' }, data: { state: 'gold' } })
  expect((await listTouched(manager, project.id)).items).toEqual([])
})

test('whoever is asked again confirms what changed, then goes on from the old answers under the version in force', async () => {
  const { project, manager, annotator, ids, body, publish } = await scene()
  const [first = ''] = ids
  const actor = actorOf(annotator)
  await publish(`${body}\n\n## Breaks\n\nTake one.`, 1)
  await askAgain(manager, project.id, { version: 2, taskIds: [first], comment: 'Look again.' })
  expect(await guidelineToConfirm(actor, first)).toMatchObject({ changed: { before: { version: 1 } } })
  await expect(getWorkbench(actor, first)).rejects.toMatchObject({ code: 'rule', extra: { data: { since: 1 } } })
  await confirmGuideline(actor, project.id, { version: 2 })
  expect(await guidelineToConfirm(actor, first)).toBeNull()
  const tabs = await Promise.all([getWorkbench(actor, first), getWorkbench(actor, first)])
  for (const tab of tabs) expect(tab).toMatchObject({ round: 2, mode: 'editing', guidelineVersion: 2 })
  expect(tabs[0]?.answers.length).toBeGreaterThan(0)
  // What is open goes on under its version.
  await publish(body, 2)
  expect(await guidelineToConfirm(actor, first)).toBeNull()
  expect((await getWorkbench(actor, first)).guidelineVersion).toBe(2)
})

test('answers that are taken over into another round by themselves count as given under the version that they were given under', async () => {
  const { project, manager, annotator, tasks, ids, body, publish } = await scene(2)
  const [first = '', second = ''] = ids
  const other = await makeMember(project, 'annotator')
  for (const task of tasks) await makeAnnotation(task, other, answersWith(true), true)
  // Of one of them it is not known under which version it was begun, but when it was submitted.
  await prisma().annotation.updateMany({ where: { taskId: first }, data: { guidelineVersion: 1 } })
  await publish(body.replace('One wrong date', 'A wrong date'), 1)
  for (const id of [first, second]) {
    await reopenTask(manager, id, { comment: 'Look again.', userIds: [annotator.id] })
    const carried = await prisma().annotation.findFirst({ where: { taskId: id, userId: other.id, round: 2 } })
    expect(carried).toMatchObject({ state: 'submitted', guidelineVersion: 1, independent: false })
    await prisma().annotation.updateMany({
      where: { taskId: id, userId: annotator.id, round: 2 },
      data: { state: 'submitted', submittedAt: new Date(), guidelineVersion: 2 },
    })
    await prisma().task.update({ where: { id }, data: { state: 'gold' } })
  }
  expect((await listTouched(manager, project.id)).items).toMatchObject([
    { taskId: first, version: 1 },
    { taskId: second, version: 1 },
  ])
})

test('they are listed fifty a page, all can be asked at once, and who has left is counted before', async () => {
  const { project, manager, annotator, tasks, body, publish } = await scene()
  const gone = await makeMember(project, 'annotator')
  const [task] = tasks
  await prisma().task.update({ where: { id: task?.id ?? '' }, data: { raters: 2 } })
  if (task) await makeAnnotation(task, gone, answersWith(true), true)
  await prisma().annotation.updateMany({ where: { taskId: task?.id ?? '' }, data: { guidelineVersion: 1 } })
  await prisma().membership.deleteMany({ where: { projectId: project.id, userId: gone.id } })
  for (let more = 0; more < 50; more += 1) {
    const other = await makeTask(project)
    await makeAnnotation(other, annotator, answersWith(true), true)
    await prisma().annotation.updateMany({ where: { taskId: other.id }, data: { guidelineVersion: 1 } })
    await prisma().task.update({ where: { id: other.id }, data: { state: 'gold' } })
  }
  await publish(`${body}\n\n## Breaks\n\nTake one.`, 1)
  const [first, second] = [await listTouched(manager, project.id), await listTouched(manager, project.id, 2)]
  expect([first.total, first.items.length, second.items.length]).toEqual([52, 50, 2])
  expect(new Set([...first.items, ...second.items].map(({ taskId }) => taskId)).size).toBe(52)
  // The list may be shorter by now than when a page of it was shown.
  expect(await listTouched(manager, project.id, 9)).toEqual(second)
  expect(first.stages).toMatchObject([{ finished: 52, withGone: 1 }])
  expect(first.items.slice(0, 2)).toMatchObject([{ gone: 1 }, { gone: 0 }])
  // Others than were seen are not asked.
  const all = { version: 2, taskIds: 'all', comment: 'Look again.' } as const
  await expect(askAgain(manager, project.id, { ...all, total: 51 })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('52 items are listed by now, not 51'),
  })
  expect(await prisma().event.count({ where: { projectId: project.id, type: 'task.reopened' } })).toBe(0)
  expect(await askAgain(manager, project.id, { ...all, total: 52 })).toEqual({ asked: 52, left: 0 })
  expect(await listTouched(manager, project.id)).toMatchObject({ total: 0, items: [] })
  // The place of who has left is free; who is there goes on.
  const shares = await prisma().assignment.findMany({ where: { taskId: task?.id ?? '' }, orderBy: { state: 'asc' } })
  expect(shares.map(({ userId, state }) => [userId, state]).toSorted()).toEqual(
    [
      [annotator.id, 'assigned'],
      [gone.id, 'released'],
    ].toSorted(),
  )
})
