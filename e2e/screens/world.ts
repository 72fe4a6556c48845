/** What the screens show: the demo that the app under test has filled in, and a few states that the demo does not have. */
import { readFileSync } from 'node:fs'
import { expect } from '@/e2e/fixtures'
import { prisma } from '@/lib/platform/server/db'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import type { TaskState } from '@/lib/workspace/tasks/contract'
import { createReset } from '@/lib/workspace/users/create-reset'
import { createInvitationBody } from '@/lib/workspace/users/invitations/contract'
import { createInvitation } from '@/lib/workspace/users/invitations/create-invitation'
import { type PersonKey, people, projects, simulatedProject } from '@/prisma/scenarios/people'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'

export const findPerson = (who: PersonKey) => prisma().user.findUniqueOrThrow({ where: { email: people[who].email } })

const demoProject = async (key: keyof typeof projects) =>
  `/projects/${(await prisma().project.findFirstOrThrow({ where: { name: projects[key].name, shadowOf: null } })).id}`

/** A page of the demo's main project, or of the one in which everything is still empty. */
export const inMain = (page: string) => async () => (await demoProject('main')) + page
export const inEmpty = (page: string) => async () => (await demoProject('second')) + page

/** A page of the project whose labels are drawn by chance. */
export const inSimulated = (page: string) => async () => {
  const { id } = await prisma().project.findFirstOrThrow({ where: { name: simulatedProject.name } })
  return `/projects/${id}${page}`
}

/** The figures of one of its people. */
export const simulatedPerson = async () => {
  const { userId, projectId } = await prisma().membership.findFirstOrThrow({
    where: { role: 'annotator', project: { name: simulatedProject.name } },
  })
  return `/projects/${projectId}/people/${userId}`
}

/** The latest run of a project of the demo. */
export const runIn = (key: keyof typeof projects) => async () => {
  const { id, projectId } = await prisma().run.findFirstOrThrow({
    where: { project: { name: projects[key].name } },
    orderBy: { createdAt: 'desc' },
  })
  return `/projects/${projectId}/prefill/runs/${id}`
}

const inState = (state: TaskState) => ({ state, project: { name: projects.main.name, shadowOf: null } })

/** An item of the main project whose task is in this state. */
export const itemIn = (state: TaskState) => async () => {
  const { itemId, projectId } = await prisma().task.findFirstOrThrow({ where: inState(state) })
  return `/projects/${projectId}/items/${itemId}`
}

/** The consolidation of a task in this state. */
export const deskIn = (state: TaskState) => async () => {
  const { id, projectId } = await prisma().task.findFirstOrThrow({ where: inState(state) })
  return `/projects/${projectId}/tasks/${id}/consolidate`
}

/** The workbench of a task on which this person has a draft, or which they have submitted. */
export const benchOf = (who: PersonKey, state: 'draft' | 'submitted') => async () => {
  const own = { some: { state, user: { email: people[who].email } } }
  const task = await prisma().task.findFirstOrThrow({
    where: { ...inState('open'), annotations: own },
    orderBy: { position: 'asc' },
  })
  return `/projects/${task.projectId}/tasks/${task.id}/annotate`
}

/** The workbench of a new task that is this person's. */
export const newBench = (who: PersonKey, text: { prompt: string; segments: string[] }) => async () => {
  const project = await makeProject({ name: 'Rivers and seas' })
  const person = await makeMember(project, 'annotator', await findPerson(who))
  const task = await makeTask(project, text)
  await makeAssignment(task, person)
  return `/projects/${project.id}/tasks/${task.id}/annotate`
}

/** A project in the archive that this person manages. */
export const archived = (who: PersonKey) => async () => {
  const project = await makeProject({ name: 'Finished long ago', archivedAt: new Date() })
  await makeMember(project, 'manager', await findPerson(who))
  return `/projects/${project.id}`
}

/** A file in which every line has a fault, checked. */
export async function faultyImport(): Promise<string> {
  const project = await makeProject({ name: 'Twelve faults' })
  const mara = actorOf(await makeMember(project, 'manager', await findPerson('mara')))
  const { body } = new Response(readFileSync('tests/fixtures/twelve-faults.jsonl'))
  const { id } = await uploadImport(mara, project.id, { name: 'twelve-faults.jsonl', body })
  // The app's own worker reads it.
  await expect
    .poll(async () => (await prisma().import.findUniqueOrThrow({ where: { id } })).problemCount)
    .toBeGreaterThan(0)
  return `/projects/${project.id}/import/${id}`
}

/** An import of the main project that is done. */
export async function doneImport(): Promise<string> {
  const { id, projectId } = await prisma().import.findFirstOrThrow({
    where: { state: 'done', project: { name: projects.main.name } },
  })
  return `/projects/${projectId}/import/${id}`
}

export async function invitation(): Promise<string> {
  const mara = actorOf(await findPerson('mara'))
  const project = await makeProject({ name: 'Rivers and seas' })
  const body = createInvitationBody.parse({ projectId: project.id, role: 'annotator' })
  return (await createInvitation(mara, body)).path
}

export async function reset(): Promise<string> {
  const { id } = await makeUser({ name: 'Forgetful' })
  return (await createReset(actorOf(await findPerson('mara')), id)).path
}
