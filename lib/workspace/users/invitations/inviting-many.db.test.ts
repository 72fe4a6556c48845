import { beforeEach, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { emptyTables } from '@/tests/support/empty-tables'
import { acceptInvitation } from './accept-invitation'
import { type CreateInvitation, createInvitationBody } from './contract'
import { createInvitation } from './create-invitation'
import { inviteMany } from './invite-many'
import { findInvitation, listInvitations } from './queries'
import { renewInvitation } from './renew-invitation'
import { revokeInvitation } from './revoke-invitation'

const HERE = '192.0.2.1'
const account = (email: string) => ({ name: email.split('@')[0] ?? '', email, password: 'amber lantern river' })
const secretOf = (path: string) => path.replace('/invitations/', '')

async function scene() {
  const project = await makeProject()
  const manager = await makeMember(project, 'manager')
  const invite = async (body: Partial<CreateInvitation>) => {
    const whole = createInvitationBody.parse({ projectId: project.id, role: 'annotator', ...body })
    return secretOf((await createInvitation(actorOf(manager), whole)).path)
  }
  const come = (token: string, email: string) => acceptInvitation(null, { token, account: account(email) }, HERE)
  const list = () => listInvitations(actorOf(manager), project.id, { show: 'all' })
  return { project, manager, invite, come, list }
}

async function outcomes(attempts: Promise<unknown>[]) {
  const settled = await Promise.allSettled(attempts)
  return settled.map((result) => (result.status === 'fulfilled' ? 'done' : String(result.reason.code))).sort()
}

beforeEach(async () => {
  await emptyTables('users', 'projects', 'throttles')
})

describe('a link for several', () => {
  it('lets in so many, says who came, and refuses the next', async () => {
    const { project, invite, come, list } = await scene()
    const token = await invite({ places: 2 })
    await come(token, 'ana@uni.example')
    expect((await list()).invitations).toMatchObject([{ state: 'open', places: 2, people: [{ name: 'ana' }] }])
    await come(token, 'ben@uni.example')
    await expect(come(token, 'cho@uni.example')).rejects.toMatchObject({ code: 'gone' })
    expect((await list()).invitations).toMatchObject([{ state: 'used', people: [{ name: 'ana' }, { name: 'ben' }] }])
    expect(await prisma().membership.count({ where: { projectId: project.id, role: 'annotator' } })).toBe(2)
    expect(await prisma().user.count({ where: { email: 'cho@uni.example' } })).toBe(0)
  })

  it('names the first ten who came, in their order, and counts all', async () => {
    const { invite, come, list } = await scene()
    const token = await invite({ places: 20 })
    const names = Array.from({ length: 12 }, (_, n) => `p${n}`)
    for (const name of names) await come(token, `${name}@uni.example`)
    const [invitation] = (await list()).invitations
    expect(invitation).toMatchObject({ came: 12, places: 20, state: 'open' })
    expect(invitation?.people.map(({ name }) => name)).toEqual(names.slice(0, 10))
  })

  it('has one winner of two who come for its last place at once', async () => {
    const { invite, come, list } = await scene()
    const token = await invite({ places: 3 })
    const names = ['ana', 'ben', 'cho', 'dan', 'eve', 'fay']
    expect(await outcomes(names.map((name) => come(token, `${name}@uni.example`)))).toEqual([
      'done',
      'done',
      'done',
      'gone',
      'gone',
      'gone',
    ])
    const [invitation] = (await list()).invitations
    expect(invitation).toMatchObject({ state: 'used', places: 3 })
    expect(invitation).toMatchObject({ came: 3 })
    expect(invitation?.people).toHaveLength(3)
    expect(
      await prisma().user.count({ where: { email: { endsWith: '@uni.example' }, memberships: { some: {} } } }),
    ).toBe(3)
  })

  it('is for the addresses of its domain, new accounts and old ones', async () => {
    const { invite, come } = await scene()
    const token = await invite({ places: 5, emailDomain: 'uni.example' })
    for (const email of ['ana@other.example', 'ana@evil-uni.example', 'ana@sub.uni.example'])
      await expect(come(token, email)).rejects.toMatchObject({ code: 'rule' })
    const stranger = await makeUser({ email: 'zoe@other.example' })
    await expect(acceptInvitation(actorOf(stranger), { token }, HERE)).rejects.toMatchObject({ code: 'rule' })
    await come(token, 'ana@uni.example')
    expect(await prisma().invitation.findFirstOrThrow()).toMatchObject({ used: 1 })
  })

  it('takes no place for somebody who is a member already', async () => {
    const { project, invite } = await scene()
    const token = await invite({ places: 2 })
    const member = await makeMember(project, 'reviewer')
    await expect(acceptInvitation(actorOf(member), { token }, HERE)).rejects.toMatchObject({
      code: 'rule',
      message: 'You are a member of this project already.',
    })
    expect(await prisma().invitation.findFirstOrThrow()).toMatchObject({ used: 0 })
    expect(await prisma().membership.findMany({ where: { userId: member.id } })).toMatchObject([{ role: 'reviewer' }])
  })

  it('gives nobody rights over the installation, by the database too', async () => {
    const admin = await makeUser({ isAdmin: true })
    expect(createInvitationBody.safeParse({ isAdmin: true, places: 2 }).success).toBe(false)
    await createInvitation(actorOf(admin), createInvitationBody.parse({ isAdmin: true }))
    await expect(prisma().invitation.updateMany({ data: { places: 2 } })).rejects.toThrow('invitations_for_many')
  })
})

describe('inviting many', () => {
  const people = (...names: string[]) =>
    names.map((name) => ({ email: `${name}@uni.example`, role: 'annotator' as const }))

  it('makes a link of their own for each, and names members and those invited', async () => {
    const { project, manager, come, list } = await scene()
    const member = await makeMember(project, 'viewer', await makeUser({ email: 'mem@uni.example' }))
    const body = (names: string[]) => ({ projectId: project.id, people: people(...names), days: 7 })
    const first = await inviteMany(actorOf(manager), body(['ana', 'ben', 'mem']))
    expect(first.links.map(({ email }) => email)).toEqual(['ana@uni.example', 'ben@uni.example'])
    expect(first.skipped).toEqual([{ email: member.email, why: 'member' }])
    const again = await inviteMany(actorOf(manager), body(['ben', 'cho']))
    expect(again.links.map(({ email }) => email)).toEqual(['cho@uni.example'])
    expect(again.skipped).toEqual([{ email: 'ben@uni.example', why: 'invited' }])
    const token = secretOf(first.links[0]?.path ?? '')
    await expect(come(token, 'ben@uni.example')).rejects.toMatchObject({ code: 'rule' })
    await come(token, 'ana@uni.example')
    const states = (await list()).invitations.map(({ email, state, people: came }) => [email, state, came.length])
    expect(states.toSorted()).toEqual([
      ['ana@uni.example', 'used', 1],
      ['ben@uni.example', 'open', 0],
      ['cho@uni.example', 'open', 0],
    ])
    const told = await prisma().event.findMany({
      where: { type: 'invitation.many_created', projectId: project.id },
      select: { data: true },
    })
    expect(told).toHaveLength(2)
    expect(JSON.stringify(await prisma().invitation.findMany())).not.toContain(token)
  })

  it('by two managers at once makes each link once', async () => {
    const { project, manager } = await scene()
    const other = await makeMember(project, 'manager')
    const body = { projectId: project.id, people: people(...Array.from({ length: 40 }, (_, n) => `p${n}`)), days: 7 }
    const both = await Promise.all([manager, other].map((by) => inviteMany(actorOf(by), body)))
    expect(both.map(({ links }) => links.length).toSorted((a, b) => a - b)).toEqual([0, 40])
    expect(await prisma().invitation.count()).toBe(40)
  })

  it('is all or nothing, and for those who may', async () => {
    const { project, manager } = await scene()
    const body = { projectId: project.id, people: people('ana', 'ben'), days: 7 }
    await expect(inviteMany(actorOf(await makeMember(project, 'reviewer')), body)).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(inviteMany(actorOf(await makeUser()), body)).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      inviteMany(actorOf(manager), { people: [{ email: 'ana@uni.example' }], days: 7 }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    expect(await prisma().invitation.count()).toBe(0)
    expect(await prisma().event.count({ where: { type: 'invitation.many_created', projectId: project.id } })).toBe(0)
  })
})

describe('an invitation', () => {
  it('is renewed with another link, which has the places that are left', async () => {
    const { manager, invite, come } = await scene()
    const before = await invite({ places: 2 })
    await come(before, 'ana@uni.example')
    const { id } = await prisma().invitation.findFirstOrThrow()
    await prisma().invitation.update({ where: { id }, data: { expiresAt: new Date(0) } })
    expect(await findInvitation(before, HERE)).toBeNull()
    const { path } = await renewInvitation(actorOf(manager), id, { days: 3 })
    expect(await findInvitation(before, HERE)).toBeNull()
    await come(secretOf(path), 'ben@uni.example')
    await expect(come(secretOf(path), 'cho@uni.example')).rejects.toMatchObject({ code: 'gone' })
    await expect(renewInvitation(actorOf(manager), id, { days: 3 })).rejects.toMatchObject({ code: 'gone' })
    await expect(revokeInvitation(actorOf(manager), id)).rejects.toMatchObject({ code: 'gone' })
  })

  it('that is withdrawn lets nobody else in; who came stays', async () => {
    const { project, manager, invite, come, list } = await scene()
    const token = await invite({ places: 3 })
    await come(token, 'ana@uni.example')
    const { id } = await prisma().invitation.findFirstOrThrow()
    await revokeInvitation(actorOf(manager), id)
    await expect(come(token, 'ben@uni.example')).rejects.toMatchObject({ code: 'gone' })
    expect((await list()).invitations).toMatchObject([{ state: 'withdrawn', people: [{ name: 'ana' }] }])
    expect(await prisma().membership.count({ where: { projectId: project.id } })).toBe(2)
    await expect(renewInvitation(actorOf(manager), id, { days: 3 })).rejects.toMatchObject({ code: 'gone' })
  })

  it('for administrators is renewed by administrators alone', async () => {
    const { project, manager } = await scene()
    const admin = await makeUser({ isAdmin: true })
    const body = createInvitationBody.parse({ projectId: project.id, role: 'viewer', isAdmin: true })
    await createInvitation(actorOf(admin), body)
    const { id } = await prisma().invitation.findFirstOrThrow()
    await expect(renewInvitation(actorOf(manager), id, { days: 3 })).rejects.toMatchObject({ code: 'forbidden' })
    await renewInvitation(actorOf(admin), id, { days: 3 })
  })
})
