/** What the migration makes of rounds from before it was noted under which guidelines they go on. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { prisma } from '@/lib/platform/server/db'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { MIGRATIONS_FOLDER } from '@/scripts/migrate'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { publishGuideline } from './publish-guideline'
import { guidelineToConfirm } from './queries'

const MIGRATION = path.join(MIGRATIONS_FOLDER, '20261231200000_earlier_rounds', 'migration.sql')

test('drafts that were worked on go on under the guidelines of then, and what was taken over keeps those of the round before', async () => {
  const project = await makeProject({ name: 'Lakes', stage: { raters: 2 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const [annotator, partner] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const names = ['changed', 'opened', 'untouched'] as const
  const tasks = new Map<string, string>()
  for (const name of names) {
    const task = await makeTask(project)
    for (const person of [annotator, partner]) await makeAnnotation(task, person, answersWith(true), true)
    await prisma().annotation.updateMany({ where: { taskId: task.id }, data: { guidelineVersion: 1 } })
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    tasks.set(name, task.id)
  }
  const publish = (basedOn: number) =>
    publishGuideline(manager, project.id, { body: `Version ${basedOn + 1}.`, note: 'Said why', basedOn })
  const idOf = (name: (typeof names)[number]) => tasks.get(name) ?? ''
  for (const name of names) await reopenTask(manager, idOf(name), { comment: 'Look again.', userIds: [annotator.id] })
  await publish(1)
  const draftOf = (name: (typeof names)[number]) => ({ taskId: idOf(name), userId: annotator.id, round: 2 })
  // Worked on under version 2, when nothing was noted yet; another only looked at before there was one.
  await prisma().label.updateMany({
    where: { annotation: draftOf('changed'), question: 'label' },
    data: { origin: 'chosen', updatedAt: new Date() },
  })
  await prisma().annotation.updateMany({ where: draftOf('opened'), data: { activeSeconds: 20 } })
  // Sent back twice: the second time what was taken over is taken over again.
  await prisma().annotation.updateMany({
    where: draftOf('untouched'),
    data: { state: 'submitted', submittedAt: new Date() },
  })
  await prisma().task.update({ where: { id: idOf('untouched') }, data: { state: 'gold' } })
  await prisma().assignment.updateMany({ where: { taskId: idOf('untouched') }, data: { state: 'submitted' } })
  await reopenTask(manager, idOf('untouched'), { comment: 'And again.', userIds: [annotator.id] })
  await publish(2)
  const taken = { userId: partner.id, round: { gt: 1 } }
  await prisma().annotation.updateMany({ where: taken, data: { guidelineVersion: null } })

  await prisma().$executeRawUnsafe(readFileSync(MIGRATION, 'utf8').split(';\n')[0] ?? '')
  await prisma().$executeRawUnsafe(readFileSync(MIGRATION, 'utf8').split(';\n')[1] ?? '')
  const versionOf = async (name: (typeof names)[number], round: number, userId = annotator.id) =>
    (await prisma().annotation.findFirst({ where: { taskId: idOf(name), userId, round } }))?.guidelineVersion
  expect(await versionOf('changed', 2)).toBe(2)
  expect(await versionOf('opened', 2)).toBe(1)
  expect(await versionOf('untouched', 3)).toBeNull()
  for (const name of ['changed', 'opened'] as const) {
    expect(await guidelineToConfirm(actorOf(annotator), idOf(name))).toBeNull()
    expect(await getWorkbench(actorOf(annotator), idOf(name))).toMatchObject({ mode: 'editing', round: 2 })
  }
  expect(await guidelineToConfirm(actorOf(annotator), idOf('untouched'))).toMatchObject({ guideline: { version: 3 } })
  expect(await prisma().annotation.findMany({ where: taken, select: { guidelineVersion: true } })).toEqual(
    [1, 1, 1, 1].map((guidelineVersion) => ({ guidelineVersion })),
  )
})
