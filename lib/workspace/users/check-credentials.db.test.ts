import { beforeEach, describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { makeUser } from '@/tests/factories'
import { emptyTables } from '@/tests/support/empty-tables'
import { guess, HERE, outcomes, PASSWORD, pretend, waitsAreOver, withPassword } from '@/tests/support/wrong-passwords'
import { checkCredentials } from './check-credentials'
import { rememberDevice } from './known-devices'

/** Of each row that counts this: does the next attempt wait? */
const waitsOf = async (what: string) =>
  (await prisma().throttle.findMany({ where: { key: { startsWith: `${what}:` } } })).map(
    ({ freeAt }) => freeAt !== null,
  )

beforeEach(async () => {
  await emptyTables('users', 'throttles')
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

  it('makes a guesser at one account wait, known or not, also with the right password', async () => {
    const user = await withPassword()
    for (const email of [user.email, 'nobody@example.org']) {
      await prisma().$executeRaw`truncate throttles`
      expect(await guess(email)).toBeNull()
      expect(await waitsOf('sign-in:account-and-address')).toEqual([false])
      await pretend(4, 'sign-in:account-and-address')
      expect(await guess(email)).toBeNull()
      expect(await waitsOf('sign-in:account-and-address')).toEqual([true])
      // From here on the wait is long enough for any machine.
      await pretend(50, 'sign-in:account-and-address')
      await waitsAreOver()
      expect(await guess(email)).toBeNull()
      await expect(checkCredentials({ email, password: PASSWORD }, HERE)).rejects.toMatchObject({
        code: 'throttled',
        message: expect.stringMatching(/^Too many attempts\. Try again in \d+ seconds\.$/),
        extra: { data: { seconds: expect.any(Number) } },
      })
    }
  })

  it('keeps nobody from their account who comes from another address', async () => {
    const user = await withPassword()
    await guess(user.email, '198.51.100.7')
    await pretend(500, 'sign-in:account-and-address')
    await waitsAreOver()
    await guess(user.email, '198.51.100.7')
    await expect(guess(user.email, '198.51.100.7')).rejects.toMatchObject({ code: 'throttled' })
    expect(await checkCredentials({ email: user.email, password: PASSWORD }, HERE)).not.toBeNull()
  })

  it('makes unknown browsers wait at any address for guesses from many, and lets one in once the wait is over', async () => {
    const user = await withPassword()
    for (const email of [user.email, 'nobody@example.org']) {
      await prisma().$executeRaw`truncate throttles`
      await guess(email, '198.51.100.1')
      expect(await waitsOf('sign-in:account')).toEqual([false])
      await pretend(29, 'sign-in:account')
      await guess(email, '198.51.100.2')
      expect(await waitsOf('sign-in:account')).toEqual([true])
      // Not even a long attack makes it longer than two minutes.
      await pretend(100_000, 'sign-in:account')
      await waitsAreOver()
      await guess(email, '198.51.100.4')
      const refused = await guess(email, '198.51.100.5').catch((error) => error)
      expect(refused.extra.data.seconds).toBeLessThanOrEqual(120)
      await expect(checkCredentials({ email, password: PASSWORD }, HERE)).rejects.toMatchObject({ code: 'throttled' })
    }
    await waitsAreOver()
    expect(await checkCredentials({ email: 'nobody@example.org', password: PASSWORD }, HERE)).toBeNull()
    await prisma().throttle.deleteMany({ where: { key: { startsWith: 'sign-in:account' } } })
    expect(await checkCredentials({ email: user.email, password: PASSWORD }, HERE)).not.toBeNull()
  })

  it('never makes the owner wait in a browser that the account knows, wherever and however much others guess', async () => {
    const user = await withPassword()
    const device = rememberDevice('', { id: user.id, sessionVersion: user.sessionVersion })
    await guess(user.email, HERE)
    for (const what of ['sign-in:account', 'sign-in:account-and-address', 'sign-in:address']) await pretend(5000, what)
    await waitsAreOver()
    await expect(guess(user.email, HERE)).rejects.toMatchObject({ code: 'throttled' })
    expect(await checkCredentials({ email: user.email, password: PASSWORD }, HERE, device)).toMatchObject({
      id: user.id,
    })
    // Another account's browser is any browser, and so is one from before a new password.
    const others = rememberDevice('', { id: (await makeUser()).id, sessionVersion: 1 })
    const old = rememberDevice('', { id: user.id, sessionVersion: user.sessionVersion - 1 })
    for (const other of [others, old, `${device}x`])
      await expect(checkCredentials({ email: user.email, password: PASSWORD }, HERE, other)).rejects.toMatchObject({
        code: 'throttled',
      })
  })

  it('makes a guesser at a known browser wait too, there alone', async () => {
    const user = await withPassword()
    const device = rememberDevice('', { id: user.id, sessionVersion: user.sessionVersion })
    await guess(user.email, HERE, device)
    expect(await prisma().throttle.count({ where: { key: { startsWith: 'sign-in:account' } } })).toBe(0)
    await pretend(9, 'sign-in:device')
    await guess(user.email, HERE, device)
    expect(await waitsOf('sign-in:device')).toEqual([true])
    await pretend(50, 'sign-in:device')
    await waitsAreOver()
    await guess(user.email, HERE, device)
    const asOwner = (from: string) => checkCredentials({ email: user.email, password: PASSWORD }, HERE, from)
    await expect(asOwner(device)).rejects.toMatchObject({ code: 'throttled' })
    const second = rememberDevice('', { id: user.id, sessionVersion: user.sessionVersion })
    expect(await asOwner(second)).not.toBeNull()
    await waitsAreOver()
    expect(await asOwner(device)).not.toBeNull()
  })

  it('looks at one of the guesses that come together after a wait, at one address and over all of them', async () => {
    const user = await withPassword()
    await guess(user.email)
    await pretend(500, 'sign-in:account-and-address')
    const results = await outcomes(Array.from({ length: 9 }, () => guess(user.email)))
    expect(results.filter((result) => result === 'done')).toHaveLength(1)
    await pretend(500, 'sign-in:account')
    const elsewhere = await outcomes(Array.from({ length: 9 }, (_, at) => guess(user.email, `198.51.100.${at}`)))
    expect(elsewhere.filter((result) => result === 'done')).toHaveLength(1)
    // What was refused over all addresses was tried at none of them.
    const places = await prisma().throttle.findMany({ where: { key: { startsWith: 'sign-in:account-and-address' } } })
    expect(places.map(({ hits }) => hits).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 501])
  })

  it('forgives an account once its owner signs in', async () => {
    const user = await withPassword()
    await guess(user.email)
    await pretend(3, 'sign-in:account-and-address')
    expect(await checkCredentials({ email: user.email, password: PASSWORD }, HERE)).toMatchObject({ id: user.id })
    expect(await prisma().throttle.count({ where: { key: { startsWith: 'sign-in:account-and-address' } } })).toBe(0)
    // Over all addresses only the owner's own attempt is taken back: the guesses were others'.
    expect(await prisma().throttle.findFirst({ where: { key: { startsWith: 'sign-in:account:' } } })).toMatchObject({
      hits: 1,
    })
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
