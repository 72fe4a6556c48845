import { beforeEach, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { identify } from '@/lib/platform/server/identify'
import { actorOf, sessionFor } from '@/tests/actors'
import { makeAnnotation, makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { emptyTables } from '@/tests/support/empty-tables'
import { guess, HERE, outcomes, PASSWORD, pretend, waitsAreOver, withPassword } from '@/tests/support/wrong-passwords'
import { changePassword } from './change-password'
import { checkCredentials } from './check-credentials'
import { choosePassword } from './choose-password'
import { changePasswordBody } from './contract'
import { createReset } from './create-reset'
import { deactivateUser } from './deactivate-user'
import { ownSetUpCode } from './own-set-up-code'
import { findReset, getAccount, listUsers } from './queries'
import { reactivateUser } from './reactivate-user'
import { removeUser } from './remove-user'
import { renameUser } from './rename-user'
import { chooseSearchEngine } from './search-engine/choose-search-engine'
import { setAdministrator } from './set-administrator'
import { setProjectCreation } from './set-project-creation'
import { setUp } from './set-up'
import { createToken } from './tokens/create-token'

/** Events outlive every test of this file: only those about this person count. */
const events = (type: string, userId: string) =>
  prisma().event.findMany({ where: { type, data: { path: ['userId'], equals: userId } }, orderBy: { id: 'asc' } })
const change = (
  user: Parameters<typeof actorOf>[0],
  given: { from?: string; to?: string; endTokens?: boolean } = {},
) => {
  const { from = PASSWORD, to = 'quiet copper morning', endTokens = true } = given
  return changePassword(actorOf(user), { currentPassword: from, newPassword: to, endTokens }, HERE)
}
const bearerOf = async (user: Parameters<typeof actorOf>[0]) => {
  const { secret } = await createToken(actorOf(user), { name: 'script', days: null })
  return new Headers({ authorization: `Bearer ${secret}` })
}

beforeEach(async () => {
  await emptyTables('users', 'projects', 'throttles')
})

describe('chooseSearchEngine', () => {
  it('is kept with the account, and taken back; the database takes no other kind of address', async () => {
    const actor = actorOf(await makeUser())
    const engine = 'https://www.example.org/?q=%s'
    expect((await chooseSearchEngine(actor, engine)).searchEngine).toBe(engine)
    expect((await getAccount(actor)).searchEngine).toBe(engine)
    await expect(chooseSearchEngine(actor, 'javascript:alert(1)//%s')).rejects.toThrow()
    await expect(chooseSearchEngine(actor, 'https://www.example.org/')).rejects.toThrow()
    expect((await chooseSearchEngine(actor, null)).searchEngine).toBeNull()
  })
})

describe('setUp', () => {
  const withCode = async () => ({
    name: 'Ada',
    email: 'ada@example.org',
    password: PASSWORD,
    code: (await ownSetUpCode()) ?? '',
  })

  it('lets exactly one of two people who click together become the first administrator', async () => {
    const first = await withCode()
    const second = { ...first, email: 'eve@example.org' }
    expect(await outcomes([setUp(first, HERE), setUp(second, HERE)])).toEqual(['conflict', 'done'])
    expect(await prisma().user.count({ where: { isAdmin: true } })).toBe(1)
    expect(await prisma().user.count()).toBe(1)
  })

  it('is over once there is anybody, even somebody deactivated', async () => {
    const first = await withCode()
    await makeUser({ deactivatedAt: new Date() })
    await expect(setUp(first, HERE)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('makes an account that can sign in, and says so in the log', async () => {
    await setUp({ ...(await withCode()), email: 'ADA@example.org' }, HERE)
    const user = await prisma().user.findUniqueOrThrow({ where: { email: 'ada@example.org' } })
    expect(user).toMatchObject({ isAdmin: true, canCreateProjects: true })
    expect(await checkCredentials({ email: 'Ada@Example.org ', password: PASSWORD }, HERE)).toEqual({
      id: user.id,
      sessionVersion: 1,
    })
    expect((await events('user.created', user.id)).map((event) => event.data)).toEqual([
      { userId: user.id, by: 'setup' },
    ])
  })
})

describe('a link to choose a password', () => {
  it('ends with a changed password and with a deactivation', async () => {
    const admin = actorOf(await makeUser({ isAdmin: true }))
    const user = await withPassword()
    const link = async () => (await createReset(admin, user.id)).path.replace('/resets/', '')
    const isGone = (secret: string) =>
      expect(choosePassword(secret, 'a third password', HERE)).rejects.toMatchObject({ code: 'gone' })
    const before = await link()
    await change(user)
    await isGone(before)
    const again = await link()
    await deactivateUser(admin, user.id)
    await reactivateUser(admin, user.id)
    await isGone(again)
  })
})

describe('changePassword', () => {
  it('ends every session of the account and leaves the old password behind', async () => {
    const user = await withPassword()
    const cookie = new Headers({ cookie: await sessionFor(user) })
    expect((await identify(cookie))?.userId).toBe(user.id)
    await change(user)
    expect(await identify(cookie)).toBeNull()
    expect(await checkCredentials({ email: user.email, password: PASSWORD }, HERE)).toBeNull()
    expect(await checkCredentials({ email: user.email, password: 'quiet copper morning' }, HERE)).toEqual({
      id: user.id,
      sessionVersion: 2,
    })
    expect((await events('user.password_changed', user.id)).map((event) => event.data)).toEqual([
      { userId: user.id, tokensEnded: 0 },
    ])
  })

  it('ends the account’s personal tokens with the old password, unless they are to stay', async () => {
    const [user, other] = [await withPassword(), await withPassword()]
    const bearers = await Promise.all([user, user, other].map(bearerOf))
    const owners = () => Promise.all(bearers.map(async (bearer) => (await identify(bearer))?.userId ?? null))
    expect(await change(user, { endTokens: false })).toEqual({ tokensEnded: 0 })
    expect(await owners()).toEqual([user.id, user.id, other.id])
    expect(await change(user, { from: 'quiet copper morning', to: PASSWORD })).toEqual({ tokensEnded: 2 })
    expect(await owners()).toEqual([null, null, other.id])
    expect((await events('user.password_changed', user.id)).map(({ data }) => data)).toEqual([
      { userId: user.id, tokensEnded: 0 },
      { userId: user.id, tokensEnded: 2 },
    ])
    expect(changePasswordBody.parse({ currentPassword: PASSWORD, newPassword: PASSWORD }).endTokens).toBe(true)
  })

  it('does not wait for what strangers try at the door, nor does the sign-in after it', async () => {
    const user = await withPassword()
    await guess(user.email, HERE)
    await pretend(500, 'sign-in:account')
    await pretend(500, 'sign-in:account-and-address')
    await waitsAreOver()
    await guess(user.email, HERE)
    await expect(guess(user.email, HERE)).rejects.toMatchObject({ code: 'throttled' })
    await change(user)
    expect(await checkCredentials({ email: user.email, password: 'quiet copper morning' }, HERE)).not.toBeNull()
  })

  it('needs the current password, and counts wrong ones', async () => {
    const user = await withPassword()
    await expect(change(user, { from: 'wrong' })).rejects.toMatchObject({ code: 'rule' })
    await pretend(50, 'current-password')
    await expect(change(user, { from: 'wrong' })).rejects.toMatchObject({ code: 'rule' })
    await expect(change(user)).rejects.toMatchObject({ code: 'throttled' })
    await waitsAreOver()
    await change(user)
  })

  it('happens once when two windows do it together', async () => {
    const user = await withPassword()
    expect(await outcomes([change(user), change(user, { to: 'loud silver evening' })])).toEqual(['conflict', 'done'])
    expect((await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).sessionVersion).toBe(2)
  })

  it('is not for people without a password', async () => {
    const user = await makeUser()
    await expect(change(user, { from: '' })).rejects.toMatchObject({ code: 'rule' })
  })
})

describe('reset links', () => {
  it('choose a new password once, and end all sessions', async () => {
    const admin = await makeUser({ isAdmin: true })
    const user = await withPassword()
    const cookie = new Headers({ cookie: await sessionFor(user) })
    const { path } = await createReset(actorOf(admin), user.id)
    const token = path.replace('/resets/', '')
    expect(await findReset(token, HERE)).toEqual({ email: user.email })
    const choose = (password: string) => choosePassword(token, password, HERE)
    expect(await outcomes([choose('quiet copper morning'), choose('quiet copper morning')])).toEqual(['done', 'gone'])
    expect(await identify(cookie)).toBeNull()
    expect(await findReset(token, HERE)).toBeNull()
    expect(await checkCredentials({ email: user.email, password: 'quiet copper morning' }, HERE)).toMatchObject({
      id: user.id,
    })
    expect(await events('password_reset.used', user.id)).toHaveLength(1)
  })

  it('end the account’s personal tokens, which whoever had the account may have made', async () => {
    const admin = await makeUser({ isAdmin: true })
    const user = await withPassword()
    const bearers = await Promise.all([user, user, admin].map(bearerOf))
    const { path } = await createReset(actorOf(admin), user.id)
    expect((await identify(bearers[0] ?? new Headers()))?.userId).toBe(user.id)
    expect(await choosePassword(path.replace('/resets/', ''), 'quiet copper morning', HERE)).toEqual({
      email: user.email,
      tokensEnded: 2,
    })
    expect(await Promise.all(bearers.map(async (bearer) => (await identify(bearer))?.userId))).toEqual([
      undefined,
      undefined,
      admin.id,
    ])
    expect((await events('password_reset.used', user.id)).map(({ data }) => data)).toEqual([
      { userId: user.id, tokensEnded: 2 },
    ])
  })

  it('open an account that too many wrong guesses had closed', async () => {
    const admin = await makeUser({ isAdmin: true })
    const user = await withPassword()
    await guess(user.email)
    for (const what of ['sign-in:account', 'sign-in:account-and-address']) await pretend(500, what)
    await waitsAreOver()
    await guess(user.email)
    await expect(guess(user.email)).rejects.toMatchObject({ code: 'throttled' })
    const { path } = await createReset(actorOf(admin), user.id)
    await choosePassword(path.replace('/resets/', ''), 'quiet copper morning', HERE)
    expect(await checkCredentials({ email: user.email, password: 'quiet copper morning' }, HERE)).not.toBeNull()
  })

  it('are replaced by a newer one, and end by time or with the account', async () => {
    const admin = await makeUser({ isAdmin: true })
    const user = await withPassword()
    const first = (await createReset(actorOf(admin), user.id)).path.replace('/resets/', '')
    const second = (await createReset(actorOf(admin), user.id)).path.replace('/resets/', '')
    await expect(choosePassword(first, 'quiet copper morning', HERE)).rejects.toMatchObject({ code: 'gone' })
    await deactivateUser(actorOf(admin), user.id)
    await expect(choosePassword(second, 'quiet copper morning', HERE)).rejects.toMatchObject({ code: 'gone' })
    await reactivateUser(actorOf(admin), user.id)
    await prisma().passwordReset.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
    await expect(choosePassword(second, 'quiet copper morning', HERE)).rejects.toMatchObject({ code: 'gone' })
  })

  it('cannot be guessed at without end', async () => {
    for (let attempt = 1; attempt <= 30; attempt++) expect(await findReset(`guess ${attempt}`, HERE)).toBeNull()
    await expect(findReset('guess 31', HERE)).rejects.toMatchObject({ code: 'throttled' })
    expect(await findReset('guess 32', '198.51.100.7')).toBeNull()
  })

  it('are made by administrators only', async () => {
    const [user, other] = [await makeUser(), await makeUser()]
    await expect(createReset(actorOf(user), other.id)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('administrators', () => {
  it('cannot both be demoted when they demote each other at once', async () => {
    const [ada, eve] = [await makeUser({ isAdmin: true }), await makeUser({ isAdmin: true })]
    const attempts = [setAdministrator(actorOf(ada), eve.id, false), setAdministrator(actorOf(eve), ada.id, false)]
    expect(await outcomes(attempts)).toEqual(['done', 'forbidden'])
    expect(await prisma().user.count({ where: { isAdmin: true } })).toBe(1)
  })

  it.each([
    ['demoted', (actor: ReturnType<typeof actorOf>) => setAdministrator(actor, actor.userId, false)],
    ['deactivated', (actor: ReturnType<typeof actorOf>) => deactivateUser(actor, actor.userId)],
    ['removed', (actor: ReturnType<typeof actorOf>) => removeUser(actor, actor.userId)],
  ])('the last active one cannot be %s, of two at most one', async (_, act) => {
    const [ada, eve] = [await makeUser({ isAdmin: true }), await makeUser({ isAdmin: true })]
    await makeUser({ isAdmin: true, deactivatedAt: new Date() })
    expect(await outcomes([act(actorOf(ada)), act(actorOf(eve))])).toEqual(['done', 'rule'])
    expect(await prisma().user.count({ where: { isAdmin: true, deactivatedAt: null } })).toBe(1)
  })

  it('lose their right at once: sessions end and the old actor may nothing', async () => {
    const [ada, eve] = [await makeUser({ isAdmin: true }), await makeUser({ isAdmin: true })]
    const cookie = new Headers({ cookie: await sessionFor(eve) })
    await setAdministrator(actorOf(ada), eve.id, false)
    expect(await identify(cookie)).toBeNull()
    await expect(setAdministrator(actorOf(eve), eve.id, true)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await events('user.admin_changed', eve.id)).map((event) => event.data)).toEqual([
      { userId: eve.id, to: false },
    ])
  })

  it('are the only ones who see or change accounts', async () => {
    const user = await makeUser()
    const denied = { code: 'forbidden' }
    await expect(listUsers(actorOf(user), { search: '', page: 1 })).rejects.toMatchObject(denied)
    await expect(setAdministrator(actorOf(user), user.id, true)).rejects.toMatchObject(denied)
    await expect(deactivateUser(actorOf(user), user.id)).rejects.toMatchObject(denied)
    await expect(reactivateUser(actorOf(user), user.id)).rejects.toMatchObject(denied)
    await expect(removeUser(actorOf(user), user.id)).rejects.toMatchObject(denied)
    await expect(setProjectCreation(actorOf(user), user.id, true)).rejects.toMatchObject(denied)
  })

  it('find people by name or e-mail, page by page', async () => {
    const admin = await makeUser({ isAdmin: true, name: 'Zoe', email: 'zoe@example.org' })
    await makeUser({ name: 'Grace Hopper', email: 'grace@navy.example' })
    for (let n = 0; n < 51; n++) await makeUser({ name: `Person ${String(n).padStart(2, '0')}` })
    const names = async (search: string, page = 1) =>
      (await listUsers(actorOf(admin), { search, page })).users.map((user) => user.name)
    expect(await names('hOPp')).toEqual(['Grace Hopper'])
    expect(await names('@navy')).toEqual(['Grace Hopper'])
    expect(await names('', 2)).toEqual(['Person 49', 'Person 50', 'Zoe'])
  })

  it('find whose name looks like that of somebody on another page or in another project', async () => {
    const admin = await makeUser({ isAdmin: true, name: 'Zoe' })
    const ada = await makeUser({ name: 'Ada' })
    for (let n = 0; n < 51; n++) await makeUser({ name: `Person ${String(n).padStart(2, '0')}` })
    const other = await makeUser({ name: 'Аda' })
    await makeUser({ name: 'Person 01', removedAt: new Date(), deactivatedAt: new Date() })
    const first = await listUsers(actorOf(admin), { search: '', page: 1 })
    expect(first.alike).toEqual([{ userId: ada.id, name: 'Аda' }])
    const second = await listUsers(actorOf(admin), { search: '', page: 2 })
    expect(second.alike).toEqual([{ userId: other.id, name: 'Ada' }])
  })

  it('find what accounts themselves say of the right to create projects', async () => {
    const admin = await makeUser({ isAdmin: true, canCreateProjects: false, email: 'rights@example.org' })
    const { users } = await listUsers(actorOf(admin), { search: 'rights@example.org', page: 1 })
    const own = await getAccount(actorOf(admin))
    expect([users[0]?.canCreateProjects, own.canCreateProjects]).toEqual([true, true])
  })

  it('find a password published only while it is', async () => {
    const admin = await makeUser({ isAdmin: true })
    const isMarked = async ({ email }: { email: string | null }) =>
      (await listUsers(actorOf(admin), { search: email ?? '', page: 1 })).users[0]?.demo
    // As the people of simulated work are, who never sign in.
    expect(await isMarked(await makeUser({ demo: true }))).toBe(false)
    for (const choose of [
      (user: Parameters<typeof actorOf>[0]) => change(user),
      async (user: Parameters<typeof actorOf>[0]) => {
        const { path } = await createReset(actorOf(admin), user.id)
        await choosePassword(path.replace('/resets/', ''), 'quiet copper morning', HERE)
      },
    ]) {
      const user = await withPassword()
      await prisma().user.update({ where: { id: user.id }, data: { demo: true } })
      expect(await isMarked(user)).toBe(true)
      await choose(user)
      expect(await isMarked(user)).toBe(false)
    }
  })
})

describe('deactivation', () => {
  it('ends sessions and gives open work back; reactivation brings neither back', async () => {
    const admin = await makeUser({ isAdmin: true })
    const user = await withPassword()
    const project = await makeProject()
    await makeMember(project, 'annotator', user)
    const [held, kept] = [await makeTask(project), await makeTask(project)]
    await makeAssignment(held, user)
    const draft = await makeAnnotation(held, user, { s1: { label: true } })
    await makeAnnotation(kept, user, { s1: { label: true } }, true)
    const cookie = new Headers({ cookie: await sessionFor(user) })
    expect((await deactivateUser(actorOf(admin), user.id)).state).toBe('deactivated')
    expect(await identify(cookie)).toBeNull()
    const states = await prisma().assignment.findMany({
      orderBy: { createdAt: 'asc' },
      select: { taskId: true, state: true },
    })
    expect(states).toEqual([
      { taskId: held.id, state: 'released' },
      { taskId: kept.id, state: 'submitted' },
    ])
    expect((await prisma().task.findUniqueOrThrow({ where: { id: held.id } })).assignedCount).toBe(0)
    expect(await prisma().label.count({ where: { annotationId: draft.id } })).toBe(1)
    expect((await events('assignment.released', user.id)).map(({ taskId, data }) => [taskId, data])).toEqual([
      [held.id, { userId: user.id, why: 'left' }],
    ])
    expect((await reactivateUser(actorOf(admin), user.id)).state).toBe('active')
    expect(await identify(cookie)).toBeNull()
    expect(await checkCredentials({ email: user.email, password: PASSWORD }, HERE)).toMatchObject({ id: user.id })
  })
})

describe('removeUser', () => {
  it('puts an alias in the place of the name and clears what identified them; labels stay', async () => {
    const admin = await makeUser({ isAdmin: true })
    const user = await withPassword({
      name: 'Grace',
      canCreateProjects: true,
      oidcIssuer: 'https://id.example',
      oidcSubject: 'subject-1',
    })
    await chooseSearchEngine(actorOf(user), 'https://www.example.org/?q=%s')
    const project = await makeProject()
    await makeMember(project, 'annotator', user)
    const annotation = await makeAnnotation(await makeTask(project), user, { s1: { label: true } }, true)
    const token = { name: 'laptop of Grace', prefix: 'assay_abcd', tokenHash: 'hash' }
    await prisma().apiToken.create({ data: { ...token, userId: user.id } })
    expect(await removeUser(actorOf(admin), user.id)).toMatchObject({
      name: 'Former member 1',
      state: 'removed',
      email: null,
    })
    expect(await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
      name: 'Former member 1',
      email: null,
      passwordHash: null,
      oidcIssuer: null,
      oidcSubject: null,
      canCreateProjects: false,
      searchEngine: null,
    })
    expect(await prisma().label.count({ where: { annotationId: annotation.id } })).toBe(1)
    expect(await prisma().membership.count({ where: { userId: user.id } })).toBe(0)
    expect(await prisma().apiToken.count()).toBe(0)
    expect((await events('member.removed', user.id)).map((event) => event.projectId)).toEqual([project.id])
    await expect(reactivateUser(actorOf(admin), user.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(removeUser(actorOf(admin), user.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('never gives two people the same alias', async () => {
    const admin = await makeUser({ isAdmin: true })
    const people = [await makeUser(), await makeUser(), await makeUser()]
    await Promise.all(people.map((person) => removeUser(actorOf(admin), person.id)))
    const removed = await prisma().user.findMany({ where: { removedAt: { not: null } }, orderBy: { name: 'asc' } })
    expect(removed.map((user) => user.name)).toEqual(['Former member 1', 'Former member 2', 'Former member 3'])
  })
})

describe('renameUser', () => {
  it('changes the own name and nothing else', async () => {
    const user = await withPassword()
    expect(await renameUser(actorOf(user), 'Grace H.')).toEqual({
      ...(await getAccount(actorOf(user))),
      name: 'Grace H.',
    })
    expect((await getAccount(actorOf(user))).hasPassword).toBe(true)
  })

  it('says that the name looks like somebody else’s, not whose, and saves it all the same', async () => {
    const user = await makeUser({ name: 'Ada' })
    const grace = await makeUser({ name: 'Grace Hopper' })
    await makeUser({ name: 'Former member 1', removedAt: new Date() })
    // Of people whom one does not see one does not learn that they are there.
    expect((await renameUser(actorOf(user), 'Grаce Hоpper')).alike).toBeUndefined()
    const project = await makeProject()
    for (const person of [user, grace]) await makeMember(project, 'annotator', person)
    const renamed = await renameUser(actorOf(user), 'Grаce Hоpper')
    expect(renamed).toMatchObject({ name: 'Grаce Hоpper', alike: expect.stringContaining('looks the same') })
    expect(renamed.alike).not.toContain('Hopper')
    expect((await renameUser(actorOf(user), 'Former member 1')).alike).toBeUndefined()
    expect((await renameUser(actorOf(user), 'Ada')).alike).toBeUndefined()
  })
})
