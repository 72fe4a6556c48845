import { beforeEach, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { identify } from '@/lib/platform/server/identify'
import { matchIdentity } from '@/lib/workspace/users/auth-options'
import { checkCredentials } from '@/lib/workspace/users/check-credentials'
import { choosePassword } from '@/lib/workspace/users/choose-password'
import { createReset } from '@/lib/workspace/users/create-reset'
import { setAdministrator } from '@/lib/workspace/users/set-administrator'
import { createToken } from '@/lib/workspace/users/tokens/create-token'
import { actorOf, sessionFor } from '@/tests/actors'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { emptyTables } from '@/tests/support/empty-tables'
import { storedPassword } from '@/tests/support/stored-password'
import { removalOf, takeInOrder } from '@/tests/support/take-in-order'
import { acceptInvitation } from './accept-invitation'
import { createInvitationBody } from './contract'
import { createInvitation } from './create-invitation'
import { findInvitation, listInvitations } from './queries'
import { revokeInvitation } from './revoke-invitation'

const HERE = '192.0.2.1'
const PASSWORD = 'amber lantern river'
const account = (email: string) => ({ name: 'Grace', email, password: PASSWORD })

type Person = Parameters<typeof actorOf>[0]
async function invite(by: Person, body: object) {
  const { path } = await createInvitation(actorOf(by), createInvitationBody.parse(body))
  return path.replace('/invitations/', '')
}

async function projectWithManager() {
  const project = await makeProject()
  return { project, manager: await makeMember(project, 'manager') }
}

async function outcomes(attempts: Promise<unknown>[]) {
  const settled = await Promise.allSettled(attempts)
  return settled.map((result) => (result.status === 'fulfilled' ? 'done' : String(result.reason.code))).sort()
}

beforeEach(async () => {
  await emptyTables('users', 'projects', 'throttles')
})

describe('an invitation', () => {
  it('makes an account and a membership, and keeps only a hash of its secret', async () => {
    const { project, manager } = await projectWithManager()
    const token = await invite(manager, { projectId: project.id, role: 'annotator' })
    expect(await findInvitation(token, HERE)).toMatchObject({
      project: { id: project.id, name: project.name },
      role: 'annotator',
      isAdmin: false,
      createdBy: manager.name,
    })
    expect(JSON.stringify(await prisma().invitation.findMany())).not.toContain(token)
    expect(await acceptInvitation(null, { token, account: account('grace@example.org') }, HERE)).toEqual({
      projectId: project.id,
    })
    const user = await prisma().user.findUniqueOrThrow({
      where: { email: 'grace@example.org' },
      include: { memberships: true },
    })
    expect(user.memberships).toMatchObject([{ projectId: project.id, role: 'annotator' }])
    expect(await checkCredentials({ email: user.email, password: PASSWORD }, HERE)).toMatchObject({ id: user.id })
    const told = await prisma().event.findMany({ where: { actorId: user.id }, orderBy: { id: 'asc' } })
    expect(told.map((event) => event.type)).toEqual(['user.created', 'member.added', 'invitation.accepted'])
  })

  it('is not accepted with an account that is removed at this moment', async () => {
    const { project, manager } = await projectWithManager()
    const token = await invite(manager, { projectId: project.id, role: 'reviewer' })
    const ada = await makeUser()
    const accept = () => acceptInvitation(actorOf(ada), { token }, HERE)
    await expect(takeInOrder(removalOf(ada.id), accept)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await prisma().membership.count({ where: { userId: ada.id } })).toBe(0)
    expect(await prisma().invitation.count({ where: { used: 0 } })).toBe(1)
  })

  it('is accepted once when two people click together, whether new or signed in', async () => {
    const { project, manager } = await projectWithManager()
    const token = await invite(manager, { projectId: project.id, role: 'reviewer' })
    const known = await makeUser()
    const attempts = [
      acceptInvitation(actorOf(known), { token }, HERE),
      acceptInvitation(null, { token, account: account('grace@example.org') }, HERE),
      acceptInvitation(null, { token, account: account('edith@example.org') }, HERE),
    ]
    expect(await outcomes(attempts)).toEqual(['done', 'gone', 'gone'])
    expect(await prisma().membership.count({ where: { projectId: project.id, role: 'reviewer' } })).toBe(1)
  })

  it('leaves no account behind when the e-mail is taken, and stays open', async () => {
    const { project, manager } = await projectWithManager()
    const token = await invite(manager, { projectId: project.id, role: 'annotator' })
    const taken = await makeUser()
    await expect(acceptInvitation(null, { token, account: account(taken.email ?? '') }, HERE)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('sign in first'),
    })
    expect(await findInvitation(token, HERE)).not.toBeNull()
    expect(await acceptInvitation(actorOf(taken), { token }, HERE)).toEqual({ projectId: project.id })
  })

  it('says of a new account that its name looks like somebody else’s', async () => {
    const { project, manager } = await projectWithManager()
    await makeMember(project, 'annotator', await makeUser({ name: 'Grаce' }))
    const token = await invite(manager, { projectId: project.id, role: 'annotator' })
    const accepted = await acceptInvitation(null, { token, account: account('grace@example.org') }, HERE)
    expect(accepted).toEqual({ projectId: project.id, alike: expect.stringContaining('looks the same') })
  })

  it('asks strangers and tokens to sign in or make an account', async () => {
    const { project, manager } = await projectWithManager()
    const token = await invite(manager, { projectId: project.id, role: 'annotator' })
    const byToken = { ...actorOf(await makeUser()), via: 'token' } as const
    await expect(acceptInvitation(null, { token }, HERE)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(acceptInvitation(byToken, { token }, HERE)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('that names an e-mail address is for its owner only', async () => {
    const { project, manager } = await projectWithManager()
    const token = await invite(manager, { projectId: project.id, role: 'annotator', email: 'Grace@Example.org' })
    const other = await makeUser()
    await expect(acceptInvitation(actorOf(other), { token }, HERE)).rejects.toMatchObject({ code: 'rule' })
    await expect(acceptInvitation(null, { token, account: account('eve@example.org') }, HERE)).rejects.toMatchObject({
      code: 'rule',
    })
    expect(await acceptInvitation(null, { token, account: account('grace@example.org') }, HERE)).toEqual({
      projectId: project.id,
    })
  })

  it('to a project is not used up by somebody who is a member already', async () => {
    const { project, manager } = await projectWithManager()
    const token = await invite(manager, { projectId: project.id, role: 'annotator' })
    await expect(acceptInvitation(actorOf(manager), { token }, HERE)).rejects.toMatchObject({ code: 'rule' })
    expect(await findInvitation(token, HERE)).not.toBeNull()
    expect(await prisma().membership.findMany({ where: { userId: manager.id } })).toMatchObject([{ role: 'manager' }])
  })

  it.each([
    [
      'expired',
      async (id: string) =>
        void (await prisma().invitation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })),
    ],
    ['withdrawn', async (id: string, manager: Person) => revokeInvitation(actorOf(manager), id)],
    [
      'of a manager who no longer is one',
      async () => void (await prisma().membership.updateMany({ data: { role: 'viewer' } })),
    ],
    [
      'of a deactivated manager',
      async () => void (await prisma().user.updateMany({ data: { deactivatedAt: new Date() } })),
    ],
  ])('cannot be used when %s', async (_, spoil) => {
    const { project, manager } = await projectWithManager()
    const token = await invite(manager, { projectId: project.id, role: 'annotator' })
    const { id } = await prisma().invitation.findFirstOrThrow()
    await spoil(id, manager)
    expect(await findInvitation(token, HERE)).toBeNull()
    await expect(acceptInvitation(null, { token, account: account('grace@example.org') }, HERE)).rejects.toMatchObject({
      code: 'gone',
    })
    expect(await prisma().user.count({ where: { email: 'grace@example.org' } })).toBe(0)
  })

  it('expires after seven days unless told otherwise', async () => {
    const admin = await makeUser({ isAdmin: true })
    await invite(admin, {})
    const { createdAt, expiresAt } = await prisma().invitation.findFirstOrThrow()
    expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / 60_000)).toBe(7 * 24 * 60)
  })

  it('cannot be guessed at without end', async () => {
    for (let attempt = 1; attempt <= 30; attempt++) expect(await findInvitation(`guess ${attempt}`, HERE)).toBeNull()
    await expect(
      acceptInvitation(null, { token: 'guess', account: account('a@example.org') }, HERE),
    ).rejects.toMatchObject({
      code: 'throttled',
    })
  })
})

describe('inviting', () => {
  it('administrators takes an administrator who is signed in', async () => {
    const { project, manager } = await projectWithManager()
    const admin = await makeUser({ isAdmin: true })
    const body = createInvitationBody.parse({ isAdmin: true, projectId: project.id, role: 'viewer' })
    await expect(createInvitation(actorOf(manager), body)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(createInvitation({ ...actorOf(admin), via: 'token' }, body)).rejects.toMatchObject({
      code: 'forbidden',
    })
    const token = await invite(admin, { isAdmin: true })
    await acceptInvitation(null, { token, account: account('grace@example.org') }, HERE)
    expect(await prisma().user.findUniqueOrThrow({ where: { email: 'grace@example.org' } })).toMatchObject({
      isAdmin: true,
    })
  })

  it('with the right to create projects takes an administrator, and an invitation dies with that right', async () => {
    const { project, manager } = await projectWithManager()
    const [admin, eve] = [await makeUser({ isAdmin: true }), await makeUser({ isAdmin: true })]
    const body = { canCreateProjects: true, projectId: project.id, role: 'annotator' }
    await prisma().user.update({ where: { id: manager.id }, data: { canCreateProjects: true } })
    await expect(invite(manager, body)).rejects.toMatchObject({ code: 'forbidden' })
    const token = await invite(admin, body)
    expect(await findInvitation(token, HERE)).toMatchObject({ canCreateProjects: true, isAdmin: false })
    await acceptInvitation(null, { token, account: account('grace@example.org') }, HERE)
    const grace = await prisma().user.findUniqueOrThrow({ where: { email: 'grace@example.org' } })
    expect(grace).toMatchObject({ isAdmin: false, canCreateProjects: true })
    expect(
      await prisma().event.findMany({
        where: { type: 'user.project_creation_changed', actorId: grace.id },
        select: { data: true },
      }),
    ).toEqual([{ data: { userId: grace.id, to: true } }])
    // Whoever was invited without it has it not.
    const plain = await invite(admin, { projectId: project.id, role: 'manager' })
    await acceptInvitation(null, { token: plain, account: account('edith@example.org') }, HERE)
    expect((await prisma().user.findUniqueOrThrow({ where: { email: 'edith@example.org' } })).canCreateProjects).toBe(
      false,
    )
    await makeMember(project, 'manager', eve)
    const late = await invite(eve, body)
    await setAdministrator(actorOf(admin), eve.id, false)
    expect(await findInvitation(late, HERE)).toBeNull()
  })

  it('is for managers of the project, and withdrawing too', async () => {
    const { project, manager } = await projectWithManager()
    await invite(manager, { projectId: project.id, role: 'annotator' })
    const { id } = await prisma().invitation.findFirstOrThrow()
    const reviewer = await makeMember(project, 'reviewer')
    const body = { projectId: project.id, role: 'viewer' }
    await expect(invite(reviewer, body)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(invite(await makeUser(), body)).rejects.toMatchObject({ code: 'not_found' })
    await expect(invite(manager, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(revokeInvitation(actorOf(reviewer), id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listInvitations(actorOf(reviewer), project.id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listInvitations(actorOf(manager), null)).rejects.toMatchObject({ code: 'forbidden' })
    expect(
      (await listInvitations(actorOf(manager), project.id)).invitations.map((invitation) => invitation.id),
    ).toEqual([id])
    expect(await outcomes([revokeInvitation(actorOf(manager), id), revokeInvitation(actorOf(manager), id)])).toEqual([
      'done',
      'gone',
    ])
    expect((await listInvitations(actorOf(manager), project.id)).invitations).toEqual([])
  })
})

describe('matchIdentity', () => {
  const ISSUER = 'https://id.example'
  const claims = { iss: ISSUER, sub: 'subject-1', email: 'Grace@Example.org', email_verified: true, name: 'Grace' }

  it('links an account by verified e-mail once, and afterwards knows it by issuer and subject alone', async () => {
    const user = await makeUser({ email: 'grace@example.org' })
    expect(await matchIdentity(claims)).toEqual({ id: user.id, sessionVersion: 2 })
    expect(await matchIdentity({ iss: ISSUER, sub: 'subject-1' })).toEqual({ id: user.id, sessionVersion: 2 })
    expect(await matchIdentity({ ...claims, sub: 'subject-2' })).toBeNull()
  })

  it('takes nobody of another issuer for an account, whatever they have in common', async () => {
    const user = await makeUser({ email: 'grace@example.org' })
    await matchIdentity(claims)
    const elsewhere = { ...claims, iss: 'https://other.example' }
    expect(await matchIdentity(elsewhere)).toBeNull()
    expect(await matchIdentity({ ...elsewhere, email: 'mallory@example.org' })).toBeNull()
    // There, the same subject is somebody else, with an account of their own.
    const other = await makeUser({ email: 'mallory@example.org' })
    expect(await matchIdentity({ ...elsewhere, email: 'mallory@example.org' })).toMatchObject({ id: other.id })
    expect(await matchIdentity({ iss: ISSUER, sub: 'subject-1' })).toMatchObject({ id: user.id })
  })

  describe('of an identity linked before issuers were stored', () => {
    const linkedBefore = () => makeUser({ email: 'grace@example.org', oidcSubject: 'subject-1' })

    it('is claimed by the issuer that vouches for the account’s e-mail, once', async () => {
      const user = await linkedBefore()
      expect(await matchIdentity(claims)).toEqual({ id: user.id, sessionVersion: 1 })
      expect(await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ oidcIssuer: ISSUER })
      expect(await matchIdentity({ iss: ISSUER, sub: 'subject-1' })).toMatchObject({ id: user.id })
      expect(await matchIdentity({ ...claims, iss: 'https://other.example' })).toBeNull()
      expect(
        await prisma().event.findMany({
          where: { type: 'user.identity_claimed', actorId: user.id },
          select: { data: true },
        }),
      ).toEqual([{ data: { userId: user.id, issuer: ISSUER } }])
    })

    it.each([
      ['another e-mail', { ...claims, email: 'mallory@example.org' }],
      ['no e-mail', { iss: ISSUER, sub: 'subject-1' }],
      ['an unverified e-mail', { ...claims, email_verified: false }],
      ['the e-mail alone', { ...claims, sub: 'subject-2' }],
    ])('is not claimed with %s', async (_, input) => {
      const user = await linkedBefore()
      await makeUser({ email: 'mallory@example.org', oidcIssuer: ISSUER, oidcSubject: 'taken' })
      expect(await matchIdentity(input)).toBeNull()
      expect((await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).oidcIssuer).toBeNull()
    })

    it('is claimed by one of two issuers that come together', async () => {
      await linkedBefore()
      const both = await Promise.all([
        matchIdentity(claims),
        matchIdentity({ ...claims, iss: 'https://other.example' }),
      ])
      expect(both.filter((person) => person !== null)).toHaveLength(1)
    })
  })

  it('leaves whoever made the account under that e-mail no way in', async () => {
    const administrator = await makeUser({ isAdmin: true })
    const user = await makeUser({ email: 'grace@example.org', passwordHash: storedPassword(PASSWORD) })
    const cookie = new Headers({ cookie: await sessionFor(user) })
    const { secret } = await createToken(actorOf(user), { name: 'script', days: null })
    const reset = (await createReset(actorOf(administrator), user.id)).path.replace('/resets/', '')
    await matchIdentity(claims)
    expect(await identify(cookie)).toBeNull()
    expect(await identify(new Headers({ authorization: `Bearer ${secret}` }))).toBeNull()
    expect(await checkCredentials({ email: 'grace@example.org', password: PASSWORD }, HERE)).toBeNull()
    await expect(choosePassword(reset, 'quiet copper morning', HERE)).rejects.toMatchObject({ code: 'gone' })
    expect(await prisma().event.count({ where: { type: 'user.identity_linked', actorId: user.id } })).toBe(1)
  })

  it.each([
    ['an unverified e-mail', { ...claims, email_verified: false }],
    ['an e-mail of unknown standing', { iss: ISSUER, sub: 'subject-1', email: 'grace@example.org' }],
    ['no issuer', { ...claims, iss: undefined }],
    ['no subject', { iss: ISSUER, email: 'grace@example.org', email_verified: true }],
  ])('refuses %s', async (_, input) => {
    await makeUser({ email: 'grace@example.org' })
    expect(await matchIdentity(input)).toBeNull()
    expect(await prisma().user.count({ where: { oidcSubject: { not: null } } })).toBe(0)
  })

  it('refuses strangers and the deactivated, and makes no account for them', async () => {
    expect(await matchIdentity(claims)).toBeNull()
    await makeUser({ email: 'grace@example.org', deactivatedAt: new Date() })
    expect(await matchIdentity(claims)).toBeNull()
    expect(await prisma().user.count()).toBe(1)
  })

  it('makes an account for somebody invited twice to a project: as what, the newer invitation says', async () => {
    const { project, manager } = await projectWithManager()
    for (const role of ['annotator', 'reviewer'])
      await invite(manager, { projectId: project.id, role, email: 'grace@example.org' })
    const person = await matchIdentity(claims)
    expect(await prisma().membership.findMany({ where: { userId: person?.id } })).toMatchObject([{ role: 'reviewer' }])
    expect(await prisma().invitation.count({ where: { used: 1 } })).toBe(2)
    expect(await matchIdentity(claims)).toEqual(person)
  })

  it('makes an account for whoever was invited by this e-mail, once', async () => {
    const { project, manager } = await projectWithManager()
    await invite(manager, { projectId: project.id, role: 'annotator', email: 'grace@example.org' })
    const person = await matchIdentity(claims)
    expect(await prisma().membership.findMany({ where: { userId: person?.id } })).toMatchObject([{ role: 'annotator' }])
    expect(await prisma().user.findUniqueOrThrow({ where: { id: person?.id } })).toMatchObject({
      name: 'Grace',
      passwordHash: null,
      oidcIssuer: ISSUER,
      canCreateProjects: false,
    })
    expect((await listInvitations(actorOf(manager), project.id)).invitations).toEqual([])
  })
})
