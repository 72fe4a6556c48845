import { expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { publishGuideline } from './publish-guideline'
import { getGuideline, listGuidelines } from './queries'

const draft = (basedOn: number) => ({ body: '# Rules\n\nBe kind.', note: 'Shorter', basedOn })

test('versions are added, the newest is in force, and every member reads all of them', async () => {
  const project = await makeProject()
  const manager = await makeMember(project, 'manager')
  const annotator = actorOf(await makeMember(project, 'annotator'))
  const published = await publishGuideline(actorOf(manager), project.id, draft(1))
  expect(published).toMatchObject({ version: 2, latest: true, createdBy: manager.name, note: 'Shorter' })
  expect(await getGuideline(annotator, project.id, 'latest')).toEqual(published)
  expect(await getGuideline(annotator, project.id, '1')).toMatchObject({
    body: protocolById('felm').guidelines,
    latest: false,
  })
  expect((await listGuidelines(annotator, project.id)).map((row) => row.version)).toEqual([2, 1])
  const events = await prisma().event.findMany({ where: { projectId: project.id } })
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'guideline.published', data: { version: 2, note: 'Shorter' } },
  ])
})

test('of two people publishing at once one is told, with what the other wrote', async () => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const results = await Promise.allSettled([
    publishGuideline(manager, project.id, draft(1)),
    publishGuideline(manager, project.id, { ...draft(1), body: 'Another' }),
  ])
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find((result) => result.status === 'rejected')).toMatchObject({
    reason: { code: 'revision_conflict', extra: { data: { current: { version: 2 } } } },
  })
  expect(await prisma().guideline.count({ where: { projectId: project.id } })).toBe(2)
})

test('managers publish; strangers find nothing', async () => {
  const project = await makeProject()
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  await expect(publishGuideline(reviewer, project.id, draft(1))).rejects.toMatchObject({ code: 'forbidden' })
  const stranger = actorOf(await makeUser())
  await expect(publishGuideline(stranger, project.id, draft(1))).rejects.toMatchObject({ code: 'not_found' })
  await expect(getGuideline(stranger, project.id, 'latest')).rejects.toMatchObject({ code: 'not_found' })
  await expect(listGuidelines(stranger, project.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(getGuideline(reviewer, project.id, '7')).rejects.toMatchObject({ code: 'not_found' })
})
