/** A lead of forty: inviting them at once, dividing the work by rule, and handing over what somebody holds. */
import { acceptInvitation } from '@/lib/workspace/users/invitations/accept-invitation'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const NAMES = Array.from({ length: 40 }, (_, n) => `Annotator ${String(n + 1).padStart(2, '0')}`)
const addressOf = (name: string) => `${name.toLowerCase().replace(' ', '-')}@uni.example`

/** Each comes by their own link, with an account that they have. */
async function comeBy(links: readonly { email: string; path: string }[]): Promise<void> {
  for (const [n, { email, path }] of links.entries()) {
    const user = await makeUser({ name: NAMES[n], email })
    await acceptInvitation(actorOf(user), { token: path.replace('/invitations/', '') }, '192.0.2.40')
  }
}

test('40 people are invited at once, pairs are assigned by rule, and what was previewed is kept', async ({ as }) => {
  const project = await makeProject({ name: 'Rivers of Asia', stage: { raters: 2 } })
  const mara = await makeMember(project, 'manager')
  for (let n = 0; n < 60; n++) await makeTask(project)
  const page = await as(mara)

  await page.goto(`/projects/${project.id}/members`)
  await expectAwake(page)
  await page.getByRole('button', { name: 'Invite by link' }).press('Enter')
  await page.getByRole('radio', { name: 'Many people' }).click()
  const addresses = page.getByLabel('Addresses')
  await addresses.fill(`${NAMES.map((name) => `${name} <${addressOf(name)}>`).join('\n')}\nnobody`)
  await expect(page.getByText('Line 41: There is no e-mail address on this line.')).toBeVisible()
  await expectAccessible(page)
  await addresses.fill(NAMES.map((name) => `${name} <${addressOf(name)}>`).join('\n'))
  const made = page.waitForResponse('**/api/invitations/many')
  await page.getByRole('button', { name: 'Make 40 links' }).press('Enter')
  await expect(page.getByRole('heading', { name: '40 invitations ready' })).toBeVisible()
  await expectAccessible(page)
  const { links }: { links: { email: string; path: string }[] } = await (await made).json()
  await page.getByRole('button', { name: 'Done' }).press('Enter')

  await comeBy(links)
  await page.reload()
  await expect(page.getByRole('row', { name: /Annotator 40/ }).first()).toBeVisible()
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  await expect(page.getByText('used up').first()).toBeVisible()

  await page.goto(`/projects/${project.id}/assignments/by-rule`)
  await expectAwake(page)
  await expect(page.getByText('40 of 41 chosen.')).toBeVisible()
  await page.getByRole('button', { name: 'Set quota and what they take' }).press('Enter')
  await page.getByRole('checkbox', { name: 'Quota' }).press('Space')
  await page.getByLabel('Quota of all of them').fill('10')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set', exact: true }).press('Enter')
  await expect(page.getByText('Set for 40 people')).toBeVisible()
  await expect(page.getByRole('row', { name: /Annotator 40/ }).getByRole('cell', { name: '10' })).toBeVisible()
  await page.getByLabel('No pair in more than, percent').fill('40')
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(page.getByText('60 of 60 tasks would be assigned: 120 shares.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeFocused()
  await expectAccessible(page)
  const loads = page.getByRole('table', { name: /Shares of each person/ }).getByRole('row')
  const previewed = await loads.allInnerTexts()
  await page.getByRole('button', { name: 'Assign 120 shares' }).press('Enter')
  await expect(page.getByText('60 tasks assigned, 120 shares')).toBeVisible()

  await page.getByRole('link', { name: 'See assignments' }).press('Enter')
  const kept = page.getByRole('table', { name: 'Shares of each member' }).getByRole('row')
  await expect(kept).toHaveCount(42)
  for (const row of previewed.slice(1)) {
    const [name = '', , , after = ''] = row.split('\t').map((cell) => cell.trim())
    await expect(kept.filter({ hasText: name })).toContainText(after)
  }

  // One of them is away: what they hold goes to two others.
  await page.getByRole('button', { name: 'Hand over what Annotator 01 holds' }).click()
  await page.getByRole('radio', { name: 'To people' }).click()
  await page.getByRole('checkbox', { name: 'Annotator 02' }).check()
  await page.getByRole('checkbox', { name: 'Annotator 03' }).check()
  await expect(page.getByRole('button', { name: /^Move \d shares?$/ })).toBeEnabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Move \d shares?$/ }).press('Enter')
  await expect(page.getByText(/of Annotator 01 moved/)).toBeVisible()
})
