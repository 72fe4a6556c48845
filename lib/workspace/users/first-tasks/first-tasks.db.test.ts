import { expect, it } from 'vitest'
import '@/compose'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { endTour } from './end-tour'
import { keepDefinitions } from './keep-definitions'
import { getFirstTasks } from './queries'

async function newcomer(project: { id: string }) {
  const user = await makeUser({ tourEndedAt: null })
  await prisma().membership.create({ data: { projectId: project.id, userId: user.id, role: 'annotator' } })
  return user
}

it('the tour stands before those who have submitted nothing anywhere, until they end it; the first end counts', async () => {
  const project = await makeProject({ name: 'Lakes' })
  const user = await newcomer(project)
  const tourOf = async (of: typeof user) => (await getFirstTasks(actorOf(of), project.id)).tour
  expect(await tourOf(user)).toBe(true)
  await Promise.all([endTour(actorOf(user)), endTour(actorOf(user))])
  expect(await tourOf(user)).toBe(false)
  const { tourEndedAt } = await prisma().user.findUniqueOrThrow({ where: { id: user.id } })
  await endTour(actorOf(user))
  expect(await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ tourEndedAt })

  const other = await newcomer(project)
  const task = await makeTask(await makeProject({ name: 'Elsewhere' }))
  await makeAnnotation(task, other, answersWith(true), false)
  expect(await tourOf(other)).toBe(true)
  await makeAnnotation(await makeTask(project), other, answersWith(true), true)
  expect(await tourOf(other)).toBe(false)
})

it('definitions stand open in each stage of each project until they are closed there, and again when they are opened', async () => {
  const project = await makeProject({ name: 'Lakes', protocolId: 'factcheck-bench' })
  const stages = await prisma().stage.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  const [first = '', second = ''] = stages.map(({ key }) => key)
  const actor = actorOf(await newcomer(project))
  const closed = async (projectId = project.id) => (await getFirstTasks(actor, projectId)).closedDefinitions
  expect(await closed()).toEqual([])
  // Two tabs, of two stages, at once: neither loses what the other keeps.
  await Promise.all([first, second].map((stage) => keepDefinitions(actor, project.id, { stage, open: false })))
  await keepDefinitions(actor, project.id, { stage: first, open: false })
  expect([...((await closed()) ?? [])].sort()).toEqual([first, second].sort())
  await keepDefinitions(actor, project.id, { stage: first, open: true })
  expect(await closed()).toEqual([second])

  const elsewhere = await makeProject({ name: 'Seas' })
  expect(await closed(elsewhere.id)).toBeNull()
  await expect(keepDefinitions(actor, elsewhere.id, { stage: 'any', open: false })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(keepDefinitions(actor, project.id, { stage: 'none', open: false })).rejects.toMatchObject({
    code: 'rule',
  })
  const administrator = actorOf(await makeUser({ isAdmin: true }))
  await expect(keepDefinitions(administrator, project.id, { stage: first, open: false })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

it('people of tests, and those whose stages are closed, see neither', async () => {
  const project = await makeProject({ name: 'Lakes' })
  const actor = actorOf(await makeMember(project, 'annotator'))
  const stages = await prisma().stage.findMany({ where: { projectId: project.id } })
  expect(await getFirstTasks(actor, project.id)).toEqual({
    tour: false,
    closedDefinitions: stages.map(({ key }) => key),
  })
})
