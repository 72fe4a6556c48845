/** Coming in and being put out: passwords, links, sessions that end. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { storedPassword } from '@/tests/support/stored-password'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const PASSWORD = 'seven quiet reading lamps'
const WRONG = 'E-mail or password is wrong.'
/** Wrong passwords that an account allows at one address before they wait. */
const ALLOWED = 5

const makePerson = async (name: string) => makeUser({ name, passwordHash: storedPassword(PASSWORD) })

// The journeys share one address, and each begins with all its attempts.
test.beforeEach(async () => {
  await prisma().throttle.deleteMany()
})

async function signIn(page: Page, email: string | null, password = PASSWORD) {
  await page.getByLabel('E-mail').fill(email ?? '')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

/** What the form says after a refusal. */
const problem = (page: Page) => page.getByRole('main').getByText(/wrong\.|Too many attempts/)

test('a password leads to where one wanted to go, and out again', async ({ page }) => {
  const person = await makePerson('Ana')
  const project = await makeProject({ name: 'Rivers' })
  await makeMember(project, 'annotator', person)
  await page.goto(`/projects/${project.id}/guidelines`)
  await page.waitForURL('**/sign-in?callbackUrl=*')
  await expectAccessible(page)
  await signIn(page, ` ${person.email?.toUpperCase()} `)
  await page.waitForURL(`**/projects/${project.id}/guidelines`)
  await page.getByRole('button', { name: 'Account of Ana' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  await page.goto('/account')
  await page.waitForURL('**/sign-in?callbackUrl=%2Faccount')
})

test('another site is no place to go to after signing in', async ({ page }) => {
  const person = await makePerson('Ana')
  await page.goto(`/sign-in?callbackUrl=${encodeURIComponent('https://example.org/')}`)
  await signIn(page, person.email)
  await page.waitForURL('**/projects')
})

test('a refusal does not say whether there is such an account', async ({ page }) => {
  const person = await makePerson('Ana')
  const gone = await makeUser({ name: 'Gone', passwordHash: storedPassword(PASSWORD), deactivatedAt: new Date() })
  await page.goto('/sign-in')
  const attempts: [string | null, string][] = [
    [person.email, 'not the password'],
    [`nobody-${randomUUID()}@example.org`, PASSWORD],
    [gone.email, PASSWORD],
    [(await makeUser({ name: 'Without' })).email, PASSWORD],
  ]
  for (const [email, password] of attempts) {
    await page.reload()
    await signIn(page, email, password)
    await expect(problem(page)).toHaveText(WRONG)
  }
  await expectAccessible(page)
})

test('after wrong passwords the next attempts wait, known or not, but not where the owner was signed in', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await makePerson('Ana')
  const known = await browser.newContext({ baseURL })
  const own = await known.newPage()
  await own.goto('/sign-in')
  await signIn(own, person.email)
  await own.waitForURL('**/projects')
  for (const email of [person.email, `nobody-${randomUUID()}@example.org`]) {
    await page.goto('/sign-in')
    for (let attempt = 1; attempt <= ALLOWED; attempt++) {
      const answer = page.waitForResponse('**/api/auth/callback/credentials*')
      await signIn(page, email, `guess number ${attempt}`)
      await answer
      await expect(problem(page)).toHaveText(WRONG)
      // Already said by the attempt before; while one is under way, another is not sent.
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).not.toHaveAttribute('aria-busy')
    }
    // The wait grows with each wrong password: here it is as after many.
    await prisma().throttle.updateMany({ data: { freeAt: new Date(Date.now() + 600_000) } })
    // Now the right one does not help either.
    await signIn(page, email)
    await expect(problem(page)).toHaveText(/^Too many attempts\. Try again in (\d+ seconds|\d+ minutes)\.$/)
  }
  await own.getByRole('button', { name: 'Account of Ana' }).click()
  await own.getByRole('menuitem', { name: 'Sign out' }).click()
  await own.waitForURL('**/sign-in')
  await signIn(own, person.email)
  await own.waitForURL('**/projects')
  await known.close()
  const other = await makePerson('Ben')
  await signIn(page, other.email)
  await page.waitForURL('**/projects')
})

test('an invitation makes a new person a member, once', async ({ as, browser, baseURL }) => {
  const project = await makeProject({ name: 'Rivers of Europe' })
  const manager = await as(await makeMember(project, 'manager'))
  await manager.goto(`/projects/${project.id}/members`)
  await expectAwake(manager)
  await manager.getByRole('button', { name: 'Invite by link' }).click()
  await manager.getByRole('button', { name: 'Make the link' }).click()
  const link = await manager.getByLabel('Invitation link').inputValue()
  await expectAccessible(manager)

  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByText('invites you to Rivers of Europe as annotator.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Chioma')
  await page.getByLabel('E-mail').fill(`chioma-${randomUUID()}@example.org`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/projects/${project.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await manager.reload()
  await expect(manager.getByRole('row', { name: /Chioma/ })).toBeVisible()
  await context.close()
})

test('somebody who is signed in joins by one click', async ({ as }) => {
  const project = await makeProject({ name: 'Lakes' })
  const manager = await as(await makeMember(project, 'manager'))
  const created = await manager.request.post('/api/invitations', { data: { projectId: project.id, role: 'reviewer' } })
  const page = await as(await makeUser({ name: 'Rui' }))
  await page.goto((await created.json()).path)
  await expectAwake(page)
  await page.getByRole('button', { name: 'Join as Rui' }).click()
  await page.waitForURL(`**/projects/${project.id}`)
})

test('a changed password ends the other sessions, not this one', async ({ as }) => {
  const person = await makePerson('Ana')
  const [here, there] = [await as(person), await as(person)]
  await there.goto('/account')
  await here.goto('/account')
  await expectAwake(here)
  await here.getByLabel('Current password').fill('not the password')
  await here.getByLabel('New password').fill('nine loud singing boats')
  await here.getByRole('button', { name: 'Change the password' }).click()
  await expect(here.getByText('The current password is wrong.')).toBeVisible()
  await here.getByLabel('Current password').fill(PASSWORD)
  await here.getByLabel('New password').fill('nine loud singing boats')
  await here.getByRole('button', { name: 'Change the password' }).click()
  await expect(here.getByText('Your other sessions have ended.')).toBeVisible()
  await here.reload()
  await expect(here.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await there.reload()
  await there.waitForURL('**/sign-in?callbackUrl=%2Faccount')
  await signIn(there, person.email)
  await expect(problem(there)).toHaveText(WRONG)
  await signIn(there, person.email, 'nine loud singing boats')
  await there.waitForURL('**/account')
})

test('a deactivation puts a person out at once, and a reset link lets them in again', async ({ as }) => {
  const administrator = await as(await makeUser({ name: 'Mara', isAdmin: true }))
  const person = await makePerson(`Vic ${randomUUID().slice(0, 8)}`)
  const page = await as(person)
  await page.goto('/account')
  await administrator.goto(`/admin/users?search=${encodeURIComponent(person.name)}`)
  const choose = async (action: string) => {
    await administrator.getByRole('button', { name: `Actions for ${person.name}` }).click()
    await administrator.getByRole('menuitem', { name: action }).click()
  }
  await choose('Deactivate')
  await expectAccessible(administrator)
  await administrator.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(administrator.getByText(`${person.name} is deactivated`)).toBeVisible()
  expect((await page.request.get('/api/account')).status()).toBe(401)
  await page.reload()
  await page.waitForURL('**/sign-in?callbackUrl=%2Faccount')
  await signIn(page, person.email)
  await expect(problem(page)).toHaveText(WRONG)

  await choose('Reactivate')
  await administrator.getByRole('alertdialog').getByRole('button', { name: 'Reactivate' }).click()
  await expect(administrator.getByText(`${person.name} can sign in again`)).toBeVisible()
  await choose('Make a reset link')
  const dialog = administrator.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await page.goto(await dialog.getByRole('textbox').inputValue())
  await expectAccessible(page)
  await page.getByLabel('New password').fill('nine loud singing boats')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/projects')
})
