/** What is served blind is counted, listed and exported nowhere, and goes where its project goes. */
import { beforeEach, expect, it } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { listAssignments } from '@/lib/annotation/assignments/queries'
import { getDataset } from '@/lib/gold/dataset/queries'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { exportKinds } from '@/lib/gold/releases/export-kinds'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { listPeople } from '@/lib/quality/people/queries'
import { getProgress } from '@/lib/quality/progress/queries'
import { getItem, getItemFacets, listItems } from '@/lib/workspace/items/queries'
import { archiveProject } from '@/lib/workspace/projects/archive-project'
import { deleteProject } from '@/lib/workspace/projects/delete-project'
import { getProject, getProjectHome, listProjects } from '@/lib/workspace/projects/queries'
import { deactivateUser } from '@/lib/workspace/users/deactivate-user'
import { removeMember } from '@/lib/workspace/users/members/remove-member'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  type MadeProject,
  makeAnnotation,
  makeMember,
  makeProject,
  makeTask,
  makeUser,
} from '@/tests/factories'
import { chooseItems } from './choose-items'
import { updateCalibration } from './update-calibration'

let project: MadeProject
let manager: Actor
let admin: Actor
let annotator: Actor

beforeEach(async () => {
  project = await makeProject({ name: 'Oceans', stage: { raters: 1 } })
  manager = actorOf(await makeMember(project, 'manager'))
  admin = actorOf(await makeUser({ isAdmin: true }))
  annotator = actorOf(await makeMember(project, 'annotator'))
  // Two people have annotated, one task each; a single annotator's task becomes gold at once.
  for (const answers of [answersWith(true), answersWith(false)]) {
    const person = actorOf(await makeMember(project, 'annotator'))
    const task = await makeTask(project)
    await makeAnnotation(task, { id: person.userId }, answers)
    await submitAnnotation(person, task.id)
  }
})

const NOW = new Date()
const stage = () => project.stages[0]?.key ?? ''

/** The id of a copy that the annotator now holds. */
async function holdCopy(): Promise<string> {
  await chooseItems(manager, project.id, { stage: stage(), choice: { how: 'random', count: 2 } })
  await updateCalibration(manager, project.id, {
    gateTasks: 2,
    gateBars: { 'segments/label': { percent: 0, recall: null, kappa: null } },
  })
  const { taskId } = await nextTask(annotator, project.id)
  if (!taskId) throw new Error('there is a calibration task')
  return taskId
}

async function answerCopy(taskId: string): Promise<void> {
  await getWorkbench(annotator, taskId)
  const annotation = await prisma().annotation.findFirstOrThrow({ where: { taskId, userId: annotator.userId } })
  for (const unit of await prisma().unit.findMany({ where: { taskId } }))
    for (const [question, value] of Object.entries(answersWith(true)[unit.key] ?? {}))
      await prisma().label.create({
        data: { annotationId: annotation.id, taskId, unitId: unit.id, question, value: value ?? '', origin: 'chosen' },
      })
  await submitAnnotation(annotator, taskId)
}

/** Everything that tells of the project to those who manage it, its exports among it. */
async function everything(): Promise<string> {
  const { id } = project
  const exports: Record<string, string> = {}
  for (const { key } of exportKinds(protocolById(project.protocolId)))
    exports[key] = await (await downloadExport(manager, id, key)).text()
  const { people } = await listPeople(manager, id)
  return JSON.stringify({
    exports,
    agreement: await getAgreement(manager, id, { intervals: 'when_quick' }),
    dataset: await getDataset(manager, id, {}),
    items: await listItems(manager, id, { sort: 'position', page: 1 }),
    facets: await getItemFacets(manager, id),
    home: await getProjectHome(manager, id),
    progress: await getProgress(manager, id, { by: 'day' }, NOW),
    assignments: await listAssignments(manager, id, { filter: 'all', page: 1 }),
    people: people.map(({ calibration: _, ...person }) => person),
    projects: (await listProjects(manager)).map(({ mine: _, ...entry }) => entry),
  })
}

it('changes no list, no figure and no export of the project, whoever answers it', async () => {
  await everything()
  const before = await everything()
  await answerCopy(await holdCopy())
  const { taskId } = await nextTask(annotator, project.id)
  expect(taskId).not.toBeNull()
  expect(await everything()).toBe(before)
})

it('is no project and no item to anybody, administrators among them', async () => {
  const taskId = await holdCopy()
  const { shadowId } = await prisma().calibration.findUniqueOrThrow({ where: { projectId: project.id } })
  const { itemId } = await prisma().task.findUniqueOrThrow({ where: { id: taskId } })
  for (const actor of [manager, admin, annotator]) {
    const hidden = [
      () => getProject(actor, shadowId),
      () => getProjectHome(actor, shadowId),
      () => listItems(actor, shadowId, { sort: 'position', page: 1 }),
      () => getItem(actor, itemId),
      () => getAgreement(actor, shadowId, { intervals: 'when_quick' }),
      () => listPeople(actor, shadowId),
      () => downloadExport(actor, shadowId, 'native'),
      () => deleteProject(actor, shadowId, 'Oceans'),
    ]
    for (const attempt of hidden) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
    expect((await listProjects(actor)).filter(({ id }) => id === shadowId)).toEqual([])
  }
})

it('is given back by who leaves or is deactivated, and known to them no more', async () => {
  const taskId = await holdCopy()
  const state = async () => (await prisma().assignment.findFirstOrThrow({ where: { taskId } })).state
  await removeMember(manager, project.id, annotator.userId)
  expect(await state()).toBe('released')
  await expect(getWorkbench(annotator, taskId)).rejects.toMatchObject({ code: 'not_found' })
  await makeMember(project, 'annotator', { id: annotator.userId })
  expect((await nextTask(annotator, project.id)).taskId).toBe(taskId)
  await deactivateUser(admin, annotator.userId)
  expect(await state()).toBe('released')
})

it('cannot be answered while the project is archived', async () => {
  const taskId = await holdCopy()
  await getWorkbench(annotator, taskId)
  await archiveProject(manager, project.id, true)
  await expect(submitAnnotation(annotator, taskId)).rejects.toMatchObject({ code: 'forbidden' })
})

it('is deleted with the project, answers and all', async () => {
  const taskId = await holdCopy()
  await answerCopy(taskId)
  const { shadowId } = await prisma().calibration.findUniqueOrThrow({ where: { projectId: project.id } })
  await deleteProject(manager, project.id, 'Oceans')
  expect(await prisma().task.count({ where: { id: taskId } })).toBe(0)
  expect(await prisma().annotation.count({ where: { userId: annotator.userId } })).toBe(0)
  expect(await prisma().event.count({ where: { projectId: project.id, type: { not: 'project.deleted' } } })).toBe(0)
  expect(await prisma().project.count({ where: { id: { in: [project.id, shadowId] } } })).toBe(0)
})
