import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { log } from '@/lib/platform/server/log'
import { matchIdentity } from '@/lib/workspace/users/auth-options'
import { lockUsers } from '@/lib/workspace/users/lock-users'
import { addMember } from '@/lib/workspace/users/members/add-member'
import { removeMember } from '@/lib/workspace/users/members/remove-member'
import { updateMember } from '@/lib/workspace/users/members/update-member'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { emptyTables } from '@/tests/support/empty-tables'
import { holdRow, removalOf, takeInOrder } from '@/tests/support/take-in-order'
import { createMapping } from './create-mapping'
import { deleteMapping } from './delete-mapping'
import { listMappings } from './queries'

beforeAll(() => void Object.assign(env(), { OIDC_GROUPS_CLAIM: 'groups' }))

beforeEach(() => emptyTables('users', 'projects'))
afterEach(() => vi.restoreAllMocks())

async function scene() {
  const admin = await makeUser({ isAdmin: true })
  const project = await makeProject()
  const manager = await makeMember(project, 'manager')
  const grace = await makeUser({ email: 'grace@example.org', oidcIssuer: 'https://id.example', oidcSubject: 'g' })
  const claims = (groups: unknown) => ({ iss: 'https://id.example', sub: 'g', groups })
  const signIn = (groups: unknown) => matchIdentity(claims(groups))
  const role = async () =>
    (await prisma().membership.findMany({ where: { userId: grace.id, projectId: project.id } }))[0]?.role ?? null
  const map = (group: string, gives: object) =>
    createMapping(actorOf(admin), { group, ...gives } as Parameters<typeof createMapping>[1])
  const told = async () =>
    (await prisma().event.findMany({ where: { type: 'user.groups_applied', actorId: grace.id } })).length
  return { admin, project, manager, grace, signIn, role, map, told }
}

describe('groups of the identity provider', () => {
  it('give the most of their roles, change it, and take it back, each time with an event', async () => {
    const { project, signIn, role, map, told } = await scene()
    await map('readers', { projectId: project.id, role: 'viewer' })
    await map('judges', { projectId: project.id, role: 'reviewer' })
    await signIn(['readers', 'judges', 'others'])
    expect(await role()).toBe('reviewer')
    await signIn(['readers', 'judges'])
    expect(await told()).toBe(1)
    await signIn(['readers'])
    expect(await role()).toBe('viewer')
    await signIn([])
    expect(await role()).toBeNull()
    expect(await told()).toBe(3)
    expect(await prisma().groupGrant.count()).toBe(0)
  })

  it('give nothing to an account that is removed at this moment', async () => {
    const { project, grace, signIn, role, map, told } = await scene()
    await map('judges', { projectId: project.id, role: 'reviewer' })
    await takeInOrder(removalOf(grace.id), () => signIn(['judges']))
    expect(await role()).toBeNull()
    expect(await told()).toBe(0)
  })

  it('settle who administers before any project is held, as who shuts a person out does', async () => {
    const { project, signIn, role, map } = await scene()
    await map('leads', { administrator: true })
    await map('leads', { projectId: project.id, role: 'viewer' })
    const order = { first: lockUsers, later: holdRow('projects', 'id', project.id, 'nowait') }
    await takeInOrder(order, () => signIn(['leads']))
    expect(await role()).toBe('viewer')
  })

  it('take away only what they gave', async () => {
    const { project, manager, grace, signIn, role, map } = await scene()
    await map('judges', { projectId: project.id, role: 'reviewer' })
    await makeMember(project, 'annotator', grace)
    await signIn(['judges'])
    expect(await role()).toBe('annotator')
    await signIn([])
    expect(await role()).toBe('annotator')
    await prisma().membership.deleteMany({ where: { userId: grace.id } })
    await signIn(['judges'])
    // By hand since: it is no longer the group's.
    await updateMember(actorOf(manager), project.id, grace.id, { role: 'annotator' })
    await signIn([])
    expect(await role()).toBe('annotator')
  })

  it.each([
    ['removed and added again', 'reviewer'],
    ['made something else and back', 'reviewer'],
    ['removed', null],
  ])('leave what was done by hand meanwhile: %s', async (done, after) => {
    const { admin, project, manager, grace, signIn, role, map } = await scene()
    await map('judges', { projectId: project.id, role: 'reviewer' })
    await map('readers', { projectId: project.id, role: 'viewer' })
    await signIn(['judges'])
    const lead = actorOf(manager)
    if (done.startsWith('removed')) await removeMember(lead, project.id, grace.id)
    else await updateMember(lead, project.id, grace.id, { role: 'annotator' })
    if (done === 'removed and added again')
      await addMember(lead, project.id, { email: grace.email ?? '', role: 'reviewer', quota: null })
    if (done.endsWith('back')) await updateMember(lead, project.id, grace.id, { role: 'reviewer' })
    expect((await listMappings(actorOf(admin))).mappings).toMatchObject([{ people: 0 }, { people: 0 }])
    for (const groups of [['judges'], ['readers'], []]) {
      await signIn(groups)
      expect(await role()).toBe(after)
    }
    // What was done by hand holds as long as the groups give something; then they begin anew, with who is no member.
    await signIn(['judges'])
    expect(await prisma().groupGrant.count()).toBe(after === null ? 1 : 0)
  })

  it.each([undefined, null, 'judges', { judges: true }, ['judges', 1]])(
    'named by %j give nothing, take what they gave, and the log says so',
    async (claim) => {
      const { project, signIn, role, map } = await scene()
      const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
      await map('judges', { projectId: project.id, role: 'reviewer' })
      expect(await signIn(claim)).not.toBeNull()
      expect(await role()).toBeNull()
      expect(warn).toHaveBeenCalledWith(
        'groups of the identity provider',
        expect.objectContaining({ problem: claim ? 'malformed' : 'missing' }),
      )
      await signIn(['judges'])
      await signIn(claim)
      expect(await role()).toBeNull()
    },
  )

  it('give places in teams and administration, and leave the last administrator and the only manager', async () => {
    vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    const { admin, project, manager, grace, signIn, role, map } = await scene()
    const team = await prisma().team.create({ data: { name: 'Lawyers', createdById: admin.id } })
    await map('lawyers', { teamId: team.id })
    await map('admins', { administrator: true })
    await map('leads', { projectId: project.id, role: 'manager' })
    const { sessionVersion } = (await signIn(['lawyers', 'admins', 'leads'])) ?? { sessionVersion: 0 }
    const now = () => prisma().user.findUniqueOrThrow({ where: { id: grace.id } })
    expect(await now()).toMatchObject({ isAdmin: true, sessionVersion })
    expect(await prisma().teamMember.count({ where: { teamId: team.id, userId: grace.id } })).toBe(1)
    await prisma().user.update({ where: { id: admin.id }, data: { isAdmin: false } })
    await prisma().membership.deleteMany({ where: { userId: manager.id } })
    await signIn([])
    expect((await now()).isAdmin).toBe(true)
    expect(await role()).toBe('manager')
    expect(await prisma().teamMember.count()).toBe(0)
    await prisma().user.update({ where: { id: admin.id }, data: { isAdmin: true } })
    await makeMember(project, 'manager', manager)
    await signIn([])
    expect((await now()).isAdmin).toBe(false)
    expect(await role()).toBeNull()
  })

  it('give once to who signs in twice at once, and make no account', async () => {
    const { project, signIn, role, map } = await scene()
    await map('judges', { projectId: project.id, role: 'reviewer' })
    await Promise.all([signIn(['judges']), signIn(['judges'])])
    expect(await role()).toBe('reviewer')
    const stranger = { iss: 'https://id.example', sub: 'z', email: 'z@example.org', email_verified: true }
    expect(await matchIdentity({ ...stranger, groups: ['judges'] })).toBeNull()
  })

  it('are mapped by administrators; what a deleted mapping gave ends at the next sign-in', async () => {
    const { admin, project, manager, signIn, role, map } = await scene()
    const body = { group: 'judges', projectId: project.id, role: 'reviewer' } as const
    await expect(createMapping(actorOf(manager), body)).rejects.toMatchObject({ code: 'forbidden' })
    const { id } = await createMapping(actorOf(admin), body)
    await expect(createMapping(actorOf(admin), body)).rejects.toMatchObject({ code: 'conflict' })
    await expect(map('x', { teamId: project.id })).rejects.toMatchObject({ code: 'not_found' })
    await signIn(['judges'])
    expect((await listMappings(actorOf(admin))).mappings).toMatchObject([{ group: 'judges', people: 1 }])
    await deleteMapping(actorOf(admin), id)
    await signIn(['judges'])
    expect(await role()).toBeNull()
    await expect(listMappings(actorOf(manager))).rejects.toMatchObject({ code: 'forbidden' })
  })
})
