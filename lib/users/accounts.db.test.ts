import { beforeEach, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/server/db'
import { identify } from '@/lib/server/identify'
import { actorOf, sessionFor } from '@/tests/actors'
import { makeAnnotation, makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { storedPassword } from '@/tests/support/stored-password'
import { changePassword } from './change-password'
import { checkCredentials } from './check-credentials'
import { choosePassword } from './choose-password'
import { createReset } from './create-reset'
import { deactivateUser } from './deactivate-user'
import { ownSetUpCode } from './own-set-up-code'
import { findReset, getAccount, listUsers } from './queries'
import { reactivateUser } from './reactivate-user'
import { removeUser } from './remove-user'
import { renameUser } from './rename-user'
import { setAdministrator } from './set-administrator'
import { setUp } from './set-up'

const HERE = '192.0.2.1'
const PASSWORD = 'amber lantern river'
/** Events outlive every test of this file: only those about this person count. */
const events = (type: string, userId: string) =>
  prisma().event.findMany({ where: { type, data: { path: ['userId'], equals: userId } }, orderBy: { id: 'asc' } })
/** Fast-forwards to the given number of attempts; each real one costs a fifth of a second. */
const pretend = (hits: number, what = 'sign-in:account') =>
  prisma().throttle.updateMany({ where: { key: { startsWith: what } }, data: { hits } })
const withPassword = async (columns = {}) => makeUser({ passwordHash: storedPassword(PASSWORD), ...columns })

/** Who ended up how: 'done', or the error's code, sorted. */
async function outcomes(attempts: Promise<unknown>[]) {
  const settled = await Promise.allSettled(attempts)
  return settled.map((result) => (result.status === 'fulfilled' ? 'done' : String(result.reason.code))).sort()
}

beforeEach(async () => {
  await prisma().$executeRaw`truncate users, projects, throttles restart identity cascade`
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
    expect(await checkCredentials({ email: 'Ada@Example.org ', password: PASSWORD }, HERE)).toEqual({
      id: user.id,
      sessionVersion: 1,
    })
    expect((await events('user.created', user.id)).map((event) => event.data)).toEqual([
      { userId: user.id, by: 'setup' },
    ])
  })
})

describe('checkCredentials', () => {
  it('gives the same answer for a wrong password, an unknown and a deactivated account, and one without password', async () => {
    const known = await withPassword()
    const gone = await withPassword({ deactivatedAt: new Date() })
    const linked = await makeUser()
    for (const [email, password] of [
      [known.email, 'not the password'],
      ['nobody@example.org', PASSWORD],
      [gone.email, PASSWORD],
      [linked.email, PASSWORD],
      [known.email, ''],
    ])
      expect(await checkCredentials({ email, password }, HERE)).toBeNull()
  })

  it('stops guessing at an account after ten attempts, known or not, also with the right password', async () => {
    const user = await withPassword()
    for (const email of [user.email, 'nobody@example.org']) {
      await prisma().$executeRaw`truncate throttles`
      const guess = () => checkCredentials({ email, password: 'a wrong guess' }, HERE)
      expect(await guess()).toBeNull()
      await pretend(9)
      expect(await guess()).toBeNull()
      await expect(guess()).rejects.toMatchObject({
        code: 'throttled',
        extra: { data: { seconds: expect.any(Number) } },
      })
      await expect(checkCredentials({ email, password: PASSWORD }, '198.51.100.7')).rejects.toMatchObject({
        code: 'throttled',
      })
    }
  })

  it('counts parallel guesses one by one', async () => {
    const guesses = Array.from({ length: 14 }, () =>
      checkCredentials({ email: 'nobody@example.org', password: 'guess' }, HERE),
    )
    const results = await outcomes(guesses)
    expect(results.filter((result) => result === 'throttled')).toHaveLength(4)
  })

  it('forgives an account once its owner signs in', async () => {
    const user = await withPassword()
    await checkCredentials({ email: user.email, password: 'wrong' }, HERE)
    await pretend(9)
    expect(await checkCredentials({ email: user.email, password: PASSWORD }, HERE)).toMatchObject({ id: user.id })
    expect(await prisma().throttle.count({ where: { key: { startsWith: 'sign-in:account' } } })).toBe(0)
  })

  it('opens again when the window has passed', async () => {
    const guess = () => checkCredentials({ email: 'nobody@example.org', password: 'guess' }, HERE)
    await guess()
    await pretend(500)
    await expect(guess()).rejects.toMatchObject({ code: 'throttled' })
    await prisma().throttle.updateMany({ data: { resetAt: new Date(Date.now() - 1000) } })
    expect(await guess()).toBeNull()
  })

  it('limits an address that tries many accounts, without counting those who get in', async () => {
    const user = await withPassword()
    await checkCredentials({ email: 'nobody@example.org', password: 'guess' }, HERE)
    await pretend(99, 'sign-in:address')
    await checkCredentials({ email: user.email, password: PASSWORD }, HERE)
    expect(await checkCredentials({ email: 'someone@example.org', password: 'guess' }, HERE)).toBeNull()
    await expect(checkCredentials({ email: user.email, password: PASSWORD }, HERE)).rejects.toMatchObject({
      code: 'throttled',
    })
    expect(await checkCredentials({ email: user.email, password: PASSWORD }, '198.51.100.7')).not.toBeNull()
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
    await changePassword(actorOf(user), PASSWORD, 'quiet copper morning')
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
    await changePassword(actorOf(user), PASSWORD, 'quiet copper morning')
    expect(await identify(cookie)).toBeNull()
    expect(await checkCredentials({ email: user.email, password: PASSWORD }, HERE)).toBeNull()
    expect(await checkCredentials({ email: user.email, password: 'quiet copper morning' }, HERE)).toEqual({
      id: user.id,
      sessionVersion: 2,
    })
    expect((await events('user.password_changed', user.id)).map((event) => event.data)).toEqual([{ userId: user.id }])
  })

  it('needs the current password, and counts wrong ones', async () => {
    const user = await withPassword()
    await expect(changePassword(actorOf(user), 'wrong', 'quiet copper morning')).rejects.toMatchObject({ code: 'rule' })
    await pretend(10)
    await expect(changePassword(actorOf(user), PASSWORD, 'quiet copper morning')).rejects.toMatchObject({
      code: 'throttled',
    })
  })

  it('happens once when two windows do it together', async () => {
    const user = await withPassword()
    const change = (next: string) => changePassword(actorOf(user), PASSWORD, next)
    expect(await outcomes([change('quiet copper morning'), change('loud silver evening')])).toEqual([
      'conflict',
      'done',
    ])
    expect((await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).sessionVersion).toBe(2)
  })

  it('is not for people without a password', async () => {
    const user = await makeUser()
    await expect(changePassword(actorOf(user), '', 'quiet copper morning')).rejects.toMatchObject({ code: 'rule' })
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

  it('open an account that too many wrong guesses had closed', async () => {
    const admin = await makeUser({ isAdmin: true })
    const user = await withPassword()
    await checkCredentials({ email: user.email, password: 'wrong' }, HERE)
    await pretend(500)
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
    const user = await withPassword({ name: 'Grace', oidcSubject: 'subject-1' })
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
      oidcSubject: null,
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
    await makeUser({ name: 'Grace Hopper' })
    await makeUser({ name: 'Former member 1', removedAt: new Date() })
    const renamed = await renameUser(actorOf(user), 'Grаce Hоpper')
    expect(renamed).toMatchObject({ name: 'Grаce Hоpper', alike: expect.stringContaining('looks the same') })
    expect(renamed.alike).not.toContain('Hopper')
    expect((await renameUser(actorOf(user), 'Former member 1')).alike).toBeUndefined()
    expect((await renameUser(actorOf(user), 'Ada')).alike).toBeUndefined()
  })
})
