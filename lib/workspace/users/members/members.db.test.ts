import { describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { removalOf, takeInOrder } from '@/tests/support/take-in-order'
import { addMember } from './add-member'
import type { UpdateMembers } from './contract'
import { listMembers } from './queries'
import { removeMember } from './remove-member'
import { updateMember } from './update-member'
import { updateMembers } from './update-members'

const events = async (type: string, projectId: string) =>
  (await prisma().event.findMany({ where: { type, projectId }, orderBy: { id: 'asc' } })).map((event) => event.data)

async function projectWithManager() {
  const project = await makeProject()
  return { project, manager: await makeMember(project, 'manager') }
}

async function outcomes(attempts: Promise<unknown>[]) {
  const settled = await Promise.allSettled(attempts)
  return settled.map((result) => (result.status === 'fulfilled' ? 'done' : String(result.reason.code))).sort()
}

describe('listMembers', () => {
  it('shows e-mail addresses to managers, none to reviewers, nothing to the others', async () => {
    const { project, manager } = await projectWithManager()
    const reviewer = await makeMember(project, 'reviewer')
    const seen = async (user: typeof manager) =>
      (await listMembers(actorOf(user), project.id)).members.map((m) => m.email)
    expect((await seen(manager)).sort()).toEqual([manager.email, reviewer.email].sort())
    expect(await seen(reviewer)).toEqual([null, null])
    expect((await listMembers(actorOf(reviewer), project.id)).abilities).toEqual({ manage: false })
    for (const role of ['annotator', 'viewer'] as const)
      await expect(seen(await makeMember(project, role))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(seen(await makeUser())).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('addMember', () => {
  it('adds an account by e-mail, once', async () => {
    const { project, manager } = await projectWithManager()
    const user = await makeUser()
    const body = { email: user.email ?? '', role: 'annotator', quota: 20 } as const
    const add = () => addMember(actorOf(manager), project.id, body)
    expect(await outcomes([add(), add()])).toEqual(['conflict', 'done'])
    expect(await prisma().membership.findMany({ where: { userId: user.id } })).toMatchObject([
      { role: 'annotator', quota: 20 },
    ])
    expect(await events('member.added', project.id)).toEqual([{ userId: user.id, role: 'annotator' }])
  })

  it('makes nobody a member whose account is removed at this moment', async () => {
    const { project, manager } = await projectWithManager()
    const ada = await makeUser()
    const body = { email: ada.email ?? '', role: 'annotator', quota: null } as const
    const add = () => addMember(actorOf(manager), project.id, body)
    await expect(takeInOrder(removalOf(ada.id), add)).rejects.toMatchObject({ code: 'rule' })
    expect(await prisma().membership.count({ where: { userId: ada.id } })).toBe(0)
  })

  it('says the same of unknown and of deactivated people', async () => {
    const { project, manager } = await projectWithManager()
    const gone = await makeUser({ deactivatedAt: new Date() })
    const messages = []
    for (const email of [gone.email ?? '', 'nobody@example.org'])
      messages.push(
        await addMember(actorOf(manager), project.id, { email, role: 'viewer', quota: null }).catch(
          (error: Error) => error.message,
        ),
      )
    expect(messages[0]).toBe('Nobody with this address can be added. Invite them with a link instead.')
    expect(messages[1]).toBe(messages[0])
  })

  it('is for managers; outsiders do not even learn that the project exists', async () => {
    const { project } = await projectWithManager()
    const body = { email: 'a@example.org', role: 'viewer', quota: null } as const
    for (const role of ['annotator', 'reviewer', 'viewer'] as const) {
      const member = await makeMember(project, role)
      await expect(addMember(actorOf(member), project.id, body)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(updateMember(actorOf(member), project.id, member.id, { role: 'manager' })).rejects.toMatchObject({
        code: 'forbidden',
      })
      await expect(removeMember(actorOf(member), project.id, member.id)).rejects.toMatchObject({ code: 'forbidden' })
    }
    const outsider = actorOf(await makeUser())
    await expect(addMember(outsider, project.id, body)).rejects.toMatchObject({ code: 'not_found' })
    await expect(removeMember(outsider, project.id, outsider.userId)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('updateMember', () => {
  it('records what changed, and nothing when nothing did', async () => {
    const { project, manager } = await projectWithManager()
    const member = await makeMember(project, 'annotator')
    const update = (body: Parameters<typeof updateMember>[3]) =>
      updateMember(actorOf(manager), project.id, member.id, body)
    expect(await update({ role: 'reviewer', quota: 5 })).toMatchObject({ role: 'reviewer', quota: 5 })
    expect(await update({ role: 'reviewer' })).toMatchObject({ role: 'reviewer', quota: 5 })
    expect(await update({ quota: null })).toMatchObject({ role: 'reviewer', quota: null })
    expect(await events('member.updated', project.id)).toEqual([
      { userId: member.id, changes: { role: { from: 'annotator', to: 'reviewer' }, quota: { from: null, to: 5 } } },
      { userId: member.id, changes: { quota: { from: 5, to: null } } },
    ])
  })

  it('takes the open work from whoever becomes a viewer, and from nobody else', async () => {
    const { project, manager } = await projectWithManager()
    const [viewer, reviewer] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
    const task = await makeTask(project, { raters: 2 })
    await makeAssignment(task, viewer)
    await makeAssignment(task, reviewer)
    await updateMember(actorOf(manager), project.id, viewer.id, { role: 'viewer' })
    await updateMember(actorOf(manager), project.id, reviewer.id, { role: 'reviewer' })
    const states = await prisma().assignment.findMany({ where: { taskId: task.id }, orderBy: { createdAt: 'asc' } })
    expect(states.map(({ userId, state }) => [userId, state])).toEqual([
      [viewer.id, 'released'],
      [reviewer.id, 'assigned'],
    ])
  })
})

describe('the managers of a project', () => {
  it('cannot both step down at once', async () => {
    const { project, manager } = await projectWithManager()
    const other = await makeMember(project, 'manager')
    const stepDown = (user: typeof manager) => updateMember(actorOf(user), project.id, user.id, { role: 'annotator' })
    expect(await outcomes([stepDown(manager), stepDown(other)])).toEqual(['done', 'rule'])
  })

  it('cannot both leave at once, and a deactivated one does not count', async () => {
    const { project, manager } = await projectWithManager()
    const other = await makeMember(project, 'manager')
    await makeMember(project, 'manager', await makeUser({ deactivatedAt: new Date() }))
    const leave = (user: typeof manager) => removeMember(actorOf(user), project.id, user.id)
    expect(await outcomes([leave(manager), leave(other)])).toEqual(['done', 'rule'])
  })

  it('may all be replaced by an administrator', async () => {
    const { project, manager } = await projectWithManager()
    await removeMember(actorOf(await makeUser({ isAdmin: true })), project.id, manager.id)
    expect(await prisma().membership.count({ where: { projectId: project.id } })).toBe(0)
  })
})

describe('removeMember', () => {
  it('gives back what is open in this project only; drafts and submitted answers stay', async () => {
    const { project, manager } = await projectWithManager()
    const elsewhere = await makeProject()
    const member = await makeMember(project, 'annotator')
    await makeMember(elsewhere, 'annotator', member)
    const [open, done, other] = [await makeTask(project), await makeTask(project), await makeTask(elsewhere)]
    await makeAnnotation(open, member, { s1: { label: true } })
    await makeAnnotation(done, member, { s1: { label: true } }, true)
    await makeAssignment(other, member, 'reserved')
    await removeMember(actorOf(manager), project.id, member.id)
    const assignments = await prisma().assignment.findMany({ where: { userId: member.id } })
    expect(Object.fromEntries(assignments.map(({ taskId, state }) => [taskId, state]))).toEqual({
      [open.id]: 'released',
      [done.id]: 'submitted',
      [other.id]: 'reserved',
    })
    expect(await prisma().annotation.count({ where: { userId: member.id } })).toBe(2)
    expect(await prisma().task.findUniqueOrThrow({ where: { id: open.id } })).toMatchObject({ assignedCount: 0 })
    expect(await events('assignment.released', project.id)).toEqual([{ userId: member.id, why: 'left' }])
    expect(await events('member.removed', project.id)).toEqual([{ userId: member.id }])
  })
})

describe('updateMembers', () => {
  const NOTHING = { quota: null, domains: [], tags: [], languages: [] }
  async function scene() {
    const { project, manager } = await projectWithManager()
    const [ana, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
    const set = (change: UpdateMembers['change'], seen: Record<string, UpdateMembers['people'][0]['seen']> = {}) =>
      updateMembers(actorOf(manager), project.id, {
        people: [ana, ben].map(({ id: userId }) => ({ userId, seen: seen[userId] ?? NOTHING })),
        change,
      })
    const settings = () =>
      prisma().membership.findMany({
        where: { projectId: project.id, role: 'annotator' },
        select: { quota: true, domains: true, tags: true, languages: true },
      })
    return { project, manager, ana, ben, set, settings }
  }

  it('sets what is named of all of them, each with an event, and leaves the rest', async () => {
    const { project, ana, ben, set, settings } = await scene()
    expect(await set({ quota: 20, domains: ['law'] })).toEqual({ changed: 2 })
    expect(await settings()).toEqual(Array(2).fill({ quota: 20, domains: ['law'], tags: [], languages: [] }))
    const now = { ...NOTHING, quota: 20, domains: ['law'] }
    expect(await set({ quota: 20 }, { [ana.id]: now, [ben.id]: now })).toEqual({ changed: 0 })
    const told = await events('member.updated', project.id)
    const changes = { quota: { from: null, to: 20 }, domains: { from: [], to: ['law'] } }
    expect(told).toHaveLength(2)
    expect(told).toEqual(expect.arrayContaining([ana, ben].map(({ id }) => ({ userId: id, changes }))))
  })

  it('changes nothing where one of them has changed since, or has left, and names them', async () => {
    const { project, manager, ana, ben, set, settings } = await scene()
    await updateMember(actorOf(manager), project.id, ben.id, { quota: 3 })
    const refused = set({ tags: ['long'] })
    await expect(refused).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(ben.name) })
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(ana.name) })
    await removeMember(actorOf(manager), project.id, ben.id)
    await expect(set({ tags: ['long'] })).rejects.toMatchObject({ code: 'conflict' })
    expect(await settings()).toEqual([NOTHING])
  })

  it('of two managers at once, one does', async () => {
    const { project, set, settings } = await scene()
    expect(await outcomes([set({ languages: ['de'] }), set({ languages: ['fr'] })])).toEqual(['conflict', 'done'])
    const [first, second] = await settings()
    expect(first).toEqual(second)
    expect(await events('member.updated', project.id)).toHaveLength(2)
  })

  it('is for managers, and for people of the project', async () => {
    const { project, ana } = await scene()
    const people = [{ userId: (await makeUser()).id, seen: NOTHING }]
    const by = (user: typeof ana) => updateMembers(actorOf(user), project.id, { people, change: { quota: 1 } })
    await expect(by(ana)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(by(await makeUser())).rejects.toMatchObject({ code: 'not_found' })
    await expect(by(await makeMember(project, 'manager'))).rejects.toMatchObject({ code: 'conflict' })
  })
})
