import { beforeEach, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { removeUser } from '@/lib/workspace/users/remove-user'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { emptyTables } from '@/tests/support/empty-tables'
import { removalOf, takeInOrder } from '@/tests/support/take-in-order'
import { addProjectTeam } from './add-project-team'
import { createTeam } from './create-team'
import { deleteTeam } from './delete-team'
import { listProjectTeams, listTeams } from './queries'
import { removeProjectTeam } from './remove-project-team'
import { takeTeamChanges } from './take-team-changes'
import { updateTeam } from './update-team'

beforeEach(() => emptyTables('users', 'projects'))

const NOTHING = { add: [], remove: [] }
type Person = Awaited<ReturnType<typeof makeMember>>

async function scene() {
  const project = await makeProject({ name: 'First' })
  const manager = await makeMember(project, 'manager')
  const [ana, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const other = await makeProject({ name: 'Second' })
  await makeMember(other, 'manager', manager)
  const make = (by: Person, userIds: string[], shared = false) =>
    createTeam(actorOf(by), { name: 'Lawyers', userIds, shared })
  const roles = async (of = other) =>
    (await prisma().membership.findMany({ where: { projectId: of.id } })).map(({ userId, role }) => [userId, role])
  return { project, other, manager, ana, ben, make, roles }
}

describe('a team', () => {
  it('is made of people whom its maker sees, by managers and administrators', async () => {
    const { manager, ana, ben, make } = await scene()
    const stranger = await makeUser()
    await expect(make(manager, [ana.id, stranger.id])).rejects.toMatchObject({ code: 'rule' })
    await expect(make(ana, [ben.id])).rejects.toMatchObject({ code: 'forbidden' })
    await expect(make(manager, [ana.id], true)).rejects.toMatchObject({ code: 'forbidden' })
    await make(manager, [ana.id, ben.id])
    await make(await makeUser({ isAdmin: true }), [stranger.id], true)
    expect(await prisma().team.count()).toBe(2)
  })

  it('shows of its people those whom the reader sees, and is not there for who may not know of it', async () => {
    const { project, manager, ana, ben, make } = await scene()
    const admin = await makeUser({ isAdmin: true })
    const stranger = await makeUser({ name: 'Zoe Stranger' })
    const { id } = await make(admin, [ana.id, ben.id, stranger.id], true)
    const elsewhere = await makeMember(await makeProject(), 'manager')
    const seen = async (by: Person) =>
      (await listTeams(actorOf(by))).teams.map(({ people, others }) => [people.length, others])
    expect(await seen(admin)).toEqual([[3, 0]])
    expect(await seen(manager)).toEqual([[2, 1]])
    expect(await seen(elsewhere)).toEqual([[0, 3]])
    expect(JSON.stringify(await listTeams(actorOf(elsewhere)))).not.toContain(stranger.id)
    await prisma().team.update({ where: { id }, data: { shared: false } })
    expect(await seen(elsewhere)).toEqual([])
    expect(await seen(manager)).toEqual([])
    await expect(listTeams(actorOf(ana))).rejects.toMatchObject({ code: 'forbidden' })
    await addProjectTeam(actorOf(admin), project.id, { teamId: id, role: 'viewer' })
    expect(await seen(manager)).toEqual([[3, 0]])
    await expect(updateTeam(actorOf(manager), id, { ...NOTHING, name: 'Mine' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(updateTeam(actorOf(elsewhere), id, { ...NOTHING, name: 'Mine' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('tells addresses to managers of the people alone', async () => {
    const { manager, ana } = await scene()
    const reviewed = await makeProject()
    await makeMember(reviewed, 'reviewer', manager)
    const far = await makeMember(reviewed, 'annotator')
    const { people } = await listTeams(actorOf(manager))
    expect(people.find(({ userId }) => userId === ana.id)?.email).toBe(ana.email)
    expect(people.find(({ userId }) => userId === far.id)).toMatchObject({ email: null })
  })

  it('makes its active people members; who is one already stays as they are', async () => {
    const { other, manager, ana, ben, make, roles } = await scene()
    await makeMember(other, 'reviewer', ana)
    const { id } = await make(manager, [ana.id, ben.id])
    const both = await Promise.allSettled(
      [1, 2].map(() => addProjectTeam(actorOf(manager), other.id, { teamId: id, role: 'annotator' })),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toEqual([
      { status: 'fulfilled', value: { joined: 1, already: 1 } },
    ])
    expect((await roles()).toSorted()).toEqual(
      [
        [manager.id, 'manager'],
        [ana.id, 'reviewer'],
        [ben.id, 'annotator'],
      ].toSorted(),
    )
  })

  it('offers later changes to its projects, and takes over what was shown', async () => {
    const { project, other, manager, ana, ben, make, roles } = await scene()
    const cho = await makeMember(project, 'annotator')
    await makeMember(other, 'reviewer', ana)
    const { id } = await make(manager, [ana.id, ben.id])
    await addProjectTeam(actorOf(manager), other.id, { teamId: id, role: 'annotator' })
    await makeAssignment(await makeTask(other), ben)
    const offered = async () => (await listProjectTeams(actorOf(manager), other.id)).teams[0]?.changes ?? null
    expect(await offered()).toBeNull()
    await updateTeam(actorOf(manager), id, { add: [cho.id], remove: [ana.id, ben.id] })
    const shown = await offered()
    // Ana was a reviewer there before the team came.
    expect(shown).toMatchObject({
      join: { people: [{ userId: cho.id }], others: 0 },
      leave: [{ userId: ben.id }],
    })
    expect(await roles()).toHaveLength(3)
    const dee = await makeMember(project, 'annotator')
    await updateTeam(actorOf(manager), id, { add: [dee.id], remove: [] })
    await expect(takeTeamChanges(actorOf(manager), other.id, id, shown?.fingerprint ?? '')).rejects.toMatchObject({
      code: 'conflict',
    })
    const now = await offered()
    expect(await takeTeamChanges(actorOf(manager), other.id, id, now?.fingerprint ?? '')).toEqual({
      joined: 2,
      left: 1,
    })
    expect((await roles()).map(([userId]) => userId).toSorted()).toEqual(
      [manager.id, ana.id, cho.id, dee.id].toSorted(),
    )
    expect(await prisma().assignment.findMany({ where: { userId: ben.id } })).toMatchObject([{ state: 'released' }])
    expect(await offered()).toBeNull()
  })

  it('leaves its people where they are when it goes, and holds nobody who was removed', async () => {
    const { other, manager, ana, ben, make, roles } = await scene()
    const { id } = await make(manager, [ana.id, ben.id])
    await addProjectTeam(actorOf(manager), other.id, { teamId: id, role: 'annotator' })
    await removeProjectTeam(actorOf(manager), other.id, id)
    await expect(removeProjectTeam(actorOf(manager), other.id, id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await roles()).toHaveLength(3)
    await removeUser(actorOf(await makeUser({ isAdmin: true })), ben.id)
    expect((await listTeams(actorOf(manager))).teams).toMatchObject([{ people: [{ userId: ana.id }], others: 0 }])
    await deleteTeam(actorOf(manager), id)
    expect(await roles()).toHaveLength(2)
  })

  it('brings nobody along whose account is removed at this moment', async () => {
    const { other, manager, ana, ben, make, roles } = await scene()
    const { id } = await make(manager, [ana.id, ben.id])
    const added = takeInOrder(removalOf(ben.id), () =>
      addProjectTeam(actorOf(manager), other.id, { teamId: id, role: 'annotator' }),
    )
    expect(await added).toMatchObject({ joined: 1 })
    expect((await roles()).map(([userId]) => userId).toSorted()).toEqual([manager.id, ana.id].toSorted())
  })

  it('is for managers of the project', async () => {
    const { other, manager, ana, make } = await scene()
    const { id } = await make(manager, [ana.id])
    for (const role of ['annotator', 'reviewer', 'viewer'] as const) {
      const member = actorOf(await makeMember(other, role))
      await expect(addProjectTeam(member, other.id, { teamId: id, role: 'viewer' })).rejects.toMatchObject({
        code: 'forbidden',
      })
      await expect(listProjectTeams(member, other.id)).rejects.toMatchObject({ code: 'forbidden' })
    }
  })
})
