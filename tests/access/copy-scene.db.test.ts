import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { makeCopied } from './copy-scene'

it('writes the rows of a scene again under other ids, and leaves what was there before as it is', async () => {
  const guest = await makeUser()
  const copied = await makeCopied(async () => {
    const project = await makeProject()
    const own = await makeMember(project, 'annotator')
    await makeMember(project, 'reviewer', guest)
    await prisma().user.update({ where: { id: guest.id }, data: { name: 'Changed meanwhile' } })
    return { project, own, guest }
  })
  const copy = await copied.copy()
  expect(copy.project.id).not.toBe(copied.scene.project.id)
  expect(copy.own.email).not.toBe(copied.scene.own.email)
  expect(copy.guest).toEqual(guest)
  expect(await prisma().user.count()).toBe(3)
  const members = await prisma().membership.findMany({
    where: { projectId: copy.project.id },
    include: { user: true },
    orderBy: { role: 'asc' },
  })
  expect(members.map(({ role, user }) => [role, user.email])).toEqual([
    ['annotator', copy.own.email],
    ['reviewer', guest.email],
  ])
})
