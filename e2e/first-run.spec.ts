import { expect, expectAccessible } from './fixtures'
import { test } from './own-app/test'

test('whoever has the printed code makes the administrator, and nobody after them', async ({
  page,
  browser,
  baseURL,
  app,
}) => {
  await page.goto('/')
  await page.waitForURL('**/setup')
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Mara Lindholm')
  await page.getByLabel('E-mail').fill('mara@example.org')
  await page.getByLabel('Password').fill('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('At least 10 characters.', { exact: true })).toBeVisible()
  await page.getByLabel('Password').fill('seven quiet reading lamps')
  await page.getByLabel('Code').fill('ABCD-EFGH-JKMN')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong.')).toBeVisible()
  await page.getByLabel('Code').fill(app.setUpCode)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/projects')
  await page.goto('/admin/users')
  await expect(page.getByRole('row', { name: /Mara Lindholm.*Administrator/ })).toBeVisible()

  const stranger = await browser.newContext({ baseURL })
  const later = await stranger.newPage()
  await later.goto('/setup')
  await later.waitForURL('**/sign-in')
  const body = { name: 'Second', email: 'second@example.org', password: 'another long password', code: app.setUpCode }
  expect((await later.request.post('/api/setup', { data: body })).status()).toBe(409)
  await stranger.close()
})
