import { makeUser } from '@/tests/factories'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

/** The most that a newcomer does from a file to the first label: clicks, keys and the choice of the file. */
const MOST_ACTS = 8

test('a file becomes a project, and its first item is labelled on the workbench', async ({ as }, testInfo) => {
  const page = await as(await makeUser({ name: 'Lena', canCreateProjects: true }))
  const acts: string[] = []
  const act = async (what: string, work: () => Promise<unknown>) => {
    acts.push(what)
    await work()
  }
  const rows = Array.from(
    { length: 12 },
    (_, n) => `${n + 1},How deep is lake ${n + 1}?,It is ${n + 3} metres deep. It is cold.`,
  )
  const file = {
    name: 'lake_answers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`id,prompt,response\n${rows.join('\n')}\n`),
  }

  await page.goto('/projects/new')
  await expectAwake(page)
  const begun = Date.now()
  await act('choose the file', () => page.locator('input[type=file]').setInputFiles(file))
  await expect(page.getByText('12 records. Columns: id, prompt, response.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('lake answers')
  await expectAccessible(page)
  await act('create the project', () => page.getByRole('button', { name: 'Create project and check the file' }).click())
  await act('import', () => page.getByRole('button', { name: 'Import 12 records' }).click())
  await act('begin', () => page.getByRole('button', { name: 'Label the first item' }).click())
  await page.waitForURL(/\/annotate$/)
  await expectAwake(page)
  await act('label', () => page.keyboard.press('t'))
  await expect(page.getByText('1/3', { exact: true })).toBeVisible()
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeAttached()
  const seconds = (Date.now() - begun) / 1000
  testInfo.annotations.push({
    type: 'from a file to the first label',
    description: `${acts.length} acts, ${seconds.toFixed(1)} s`,
  })
  expect(acts.length).toBeLessThanOrEqual(MOST_ACTS)

  const projectId = new URL(page.url()).pathname.split('/')[2] ?? ''
  await page.goto(`/projects/${projectId}`)
  const path = page.getByRole('region', { name: 'From a file to a release' })
  await expect(path.getByRole('listitem')).toHaveCount(6)
  await expect(path.getByRole('link', { name: 'Invite people' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/projects/${projectId}/settings`)
  await page.getByRole('link', { name: 'Copy as a new project' }).click()
  await page.getByLabel('Name').fill('Lakes again')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL((url) => /\/projects\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(projectId))
  await expect(page.getByRole('heading', { name: 'Lakes again' })).toBeVisible()
})
