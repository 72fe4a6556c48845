/** What is measured and kept of people: time at the desk, the manager's table and file, one's own hours and data, and keys of providers. */
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

test('time at the desk is measured, added up for the manager, and shown to whose it is', async ({ as }) => {
  const project = await makeProject({ name: 'Oceans by the hour' })
  const [ada, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const manager = await makeMember(project, 'manager')
  const task = await makeTask(project)
  for (const [person, second] of [
    [ada, true],
    [ben, false],
  ] as const) {
    await makeAnnotation(task, person, answersWith(second))
    await submitAnnotation(actorOf(person), task.id, undefined, { activeSeconds: 120 })
  }

  // A minute and a half of use at the desk, as its clock has it.
  const page = await as(ada)
  await page.clock.install()
  await page.goto(`/projects/${project.id}/tasks/${task.id}/consolidate`)
  await expectAwake(page)
  await page.mouse.move(10, 10)
  await page.clock.fastForward(45_000)
  await page.mouse.move(20, 20)
  const reported = page.waitForResponse((response) => response.url().endsWith('/desk-time'))
  await page.clock.fastForward(45_000)
  await page.mouse.move(30, 30)
  await page.clock.fastForward(60_000)
  expect((await reported).status()).toBe(204)

  const lead = await as(manager)
  await lead.goto(`/projects/${project.id}/hours`)
  await expectAwake(lead)
  const ofAda = lead.getByRole('row', { name: new RegExp(ada.name) })
  await expect(ofAda).toContainText('0:02')
  await expect(lead.getByRole('columnheader', { name: 'Discussing' })).toBeVisible()
  await lead.getByText('Rates of pay').click()
  await lead.getByLabel('An hour, for everybody').fill('15,5x')
  await lead.getByRole('button', { name: 'Save the rates' }).click()
  await expect(lead.getByText('Write an amount such as 15 or 15.50')).toBeVisible()
  await lead.getByLabel('An hour, for everybody').fill('15.50')
  await lead.getByLabel('Currency').fill('EUR')
  await lead.getByRole('button', { name: 'Save the rates' }).click()
  const total = lead.getByRole('row', { name: /^All of them/ })
  await expect(total).toContainText('EUR')
  await expectAccessible(lead)
  // The file adds up to the table.
  const file = await lead.request.get(`/api/projects/${project.id}/hours/download`)
  const [head = '', ...lines] = (await file.text()).trim().split('\r\n')
  const at = head.split(',').indexOf('cost')
  const cost = lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[at]) * 100), 0)
  await expect(total).toContainText(`${(cost / 100).toFixed(2)} EUR`)

  const own = await as(ada)
  await own.goto('/account')
  await expect(own.getByText('Assay measures how long a task is open')).toBeVisible()
  const data = await (await own.request.get('/api/account/data')).json()
  expect(data.hours.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['annotation', 'discussion'])
  await own.getByRole('link', { name: 'Your hours, and who sees them' }).click()
  await expect(own.getByText('Managers of a project see the hours of everybody in it')).toBeVisible()
  await expect(own.getByRole('row', { name: /Oceans by the hour/ })).toContainText('0:02')
  await expectAccessible(own)
  // One act from the inbox: what stands, how fast, and the hours of the project, with the same sentence.
  await own.goto('/inbox')
  await own.getByRole('link', { name: 'My figures in Oceans by the hour' }).click()
  await expect(own.getByText('Managers of a project see the hours of everybody in it')).toBeVisible()
  await expect(own.getByRole('table', { name: /^Your hours by project/ })).toContainText('0:02')
  await expect(own.getByRole('table', { name: /your work by week$/ })).toContainText('not settled yet')
  await expectAccessible(own)
})

test('an administrator enters a key, which is shown no more', async ({ as }) => {
  const page = await as(await makeUser({ isAdmin: true }))
  await page.goto('/admin/keys')
  await expectAwake(page)
  const brave = page.getByRole('region', { name: 'Brave Search' })
  const key = brave.getByLabel('Key of Brave Search')
  await key.fill('short')
  await key.press('Enter')
  await expect(brave.getByText('A key has at least 8 characters.')).toBeVisible()
  await key.fill('brave-key-0123456789-wxyz')
  await key.press('Enter')
  await expect(brave.getByText('Entered here')).toBeVisible()
  await expect(brave.getByText(/Ends in wxyz/)).toBeVisible()
  await expect(brave.getByLabel('Another key of Brave Search')).toHaveValue('')
  await expectAccessible(page)
  await page.reload()
  expect(await page.content()).not.toContain('brave-key-0123456789')
  await brave.getByRole('button', { name: 'Remove the key of Brave Search' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(brave.getByText('Not set')).toBeVisible()
})
