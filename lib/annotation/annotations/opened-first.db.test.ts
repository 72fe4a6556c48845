/** What comes before answers: annotations are opened first, under the version of the guidelines that was asked about. */
import { afterEach, expect, it } from 'vitest'
import '@/compose'
import { practiceSource } from '@/lib/annotation/assignments/practice-source'
import { prisma } from '@/lib/platform/server/db'
import { confirmGuideline } from '@/lib/workspace/guidelines/confirm-guideline'
import { publishGuideline } from '@/lib/workspace/guidelines/publish-guideline'
import { guidelineToConfirm } from '@/lib/workspace/guidelines/queries'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { listForeseen } from './foresee'
import { getWorkbench } from './queries'
import { saveAnswer, saveAnswers } from './save-answers'
import { submitAnnotation } from './submit-annotation'

const practice = practiceSource.get()
afterEach(() => practiceSource.provide(practice))

/** One task that its annotator has finished under version 1, and another. */
async function scene() {
  const project = await makeProject({ name: 'Lakes', stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const annotator = actorOf(await makeMember(project, 'annotator'))
  const [task, other] = [await makeTask(project), await makeTask(project)]
  await makeAssignment(other, { id: annotator.userId })
  await makeAnnotation(task, { id: annotator.userId }, answersWith(true), true)
  await prisma().annotation.updateMany({ where: { taskId: task.id }, data: { guidelineVersion: 1 } })
  await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
  const publish = (basedOn: number, body = `Version ${basedOn + 1}.`) =>
    publishGuideline(manager, project.id, { body, note: 'Said why', basedOn })
  return { project, manager, annotator, task, other, publish }
}

const change = { unit: 's1', question: 'label', value: false, expectedRevision: 1, origin: 'chosen' } as const
const unopened = { code: 'conflict', extra: { data: { unopened: true } } }

it('answers of another round that were fetched ahead are neither saved nor submitted before the task is opened in it', async () => {
  const { project, manager, annotator, task, other, publish } = await scene()
  await reopenTask(manager, task.id, { comment: 'Look again.' })
  const { tasks } = await listForeseen(annotator, project.id, other.id)
  const foreseen = tasks.find(({ workbench }) => workbench.taskId === task.id)?.workbench
  // Under the version that it would be opened under.
  expect(foreseen).toMatchObject({ round: 2, guidelineVersion: 1 })
  const annotationId = foreseen?.annotationId ?? ''
  await publish(1)
  const act = {
    save: () => saveAnswer(annotator, task.id, { annotationId, ...change }),
    saveMany: () => saveAnswers(annotator, task.id, { annotationId, answers: [change] }),
    submit: () => submitAnnotation(annotator, task.id, annotationId),
  }
  for (const each of Object.values(act)) await expect(each()).rejects.toMatchObject(unopened)
  const row = () => prisma().annotation.findUniqueOrThrow({ where: { id: annotationId } })
  expect(await row()).toMatchObject({ state: 'draft', guidelineVersion: null })
  await expect(getWorkbench(annotator, task.id)).rejects.toMatchObject({ code: 'rule' })
  await confirmGuideline(annotator, project.id, { version: 2 })
  for (const each of Object.values(act)) await expect(each()).rejects.toMatchObject(unopened)
  await getWorkbench(annotator, task.id)
  expect(await act.save()).toMatchObject({ revision: 2 })
  await act.submit().catch(() => null)
  expect(await row()).toMatchObject({ guidelineVersion: 2 })
})

it('another round in a project without guidelines takes answers as ever', async () => {
  const { project, manager, annotator, task } = await scene()
  await prisma().guideline.deleteMany({ where: { projectId: project.id } })
  await reopenTask(manager, task.id, { comment: 'Look again.' })
  const { annotationId } = await getWorkbench(annotator, task.id)
  expect(await saveAnswer(annotator, task.id, { annotationId, ...change, value: true })).toMatchObject({ revision: 2 })
  expect(await submitAnnotation(annotator, task.id, annotationId)).toMatchObject({ held: null })
})

it('a version that is published while a task opens is not the one that it is begun under, and is asked about at the next', async () => {
  const { project, annotator, task, other, publish, manager } = await scene()
  // So that it is asked about practice, between reading which version is in force and beginning.
  await prisma().practiceSettings.create({ data: { projectId: project.id, required: true } })
  practiceSource.provide({
    find: async () => {
      await publish(1)
      return null
    },
  })
  expect((await getWorkbench(annotator, other.id)).guidelineVersion).toBe(1)
  practiceSource.provide(practice)
  await reopenTask(manager, task.id, { comment: 'Look again.' })
  expect(await guidelineToConfirm(annotator, task.id)).toMatchObject({ changed: { before: { version: 1 } } })
})

it('imported answers that are taken over into a round make nobody know the guidelines', async () => {
  const { project, manager, annotator, other, publish } = await scene()
  await publish(1)
  const imported = await makeTask(project, { raters: 2 })
  const partner = await makeMember(project, 'annotator')
  await makeAnnotation(imported, partner, answersWith(true), true)
  const { id } = await makeAnnotation(imported, { id: annotator.userId }, answersWith(true))
  const isImported = { origin: 'import', independent: false, state: 'submitted', submittedAt: new Date() } as const
  await prisma().annotation.update({ where: { id }, data: isImported })
  await prisma().assignment.updateMany({ where: { taskId: imported.id }, data: { state: 'submitted' } })
  await prisma().task.update({ where: { id: imported.id }, data: { state: 'gold' } })
  await reopenTask(manager, imported.id, { comment: 'Look again.', userIds: [partner.id] })
  expect(await guidelineToConfirm(annotator, other.id)).toMatchObject({ changed: { before: { version: 1 } } })
})

it('what was answered under other guidelines than it was then opened under is submitted once somebody has looked at it again', async () => {
  const { project, annotator, other, publish } = await scene()
  await publish(1)
  await publish(2, 'Version 2.')
  await confirmGuideline(annotator, project.id, { version: 3 })
  const { annotationId } = await getWorkbench(annotator, other.id)
  const submit = (guidelineVersion: number | null) =>
    submitAnnotation(annotator, other.id, annotationId, { guidelineVersion })
  await expect(submit(1)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('again') })
  // Something is missing yet, which is not what versions that say the same, or none, are refused for.
  for (const version of [2, 3, null]) await expect(submit(version)).rejects.toMatchObject({ code: 'rule' })
})
