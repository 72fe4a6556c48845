import { makeMember, makeProject } from '@/tests/factories'
import { expect, expectAccessible, test } from './fixtures'

test('smoke', async ({ as }) => {
  const project = await makeProject({ name: 'Smoke' })
  const manager = await makeMember(project, 'manager')
  const page = await as(manager)
  await page.goto(`/projects/${project.id}`)
  await expect(page.getByRole('heading', { name: 'Smoke' })).toBeVisible()
  await expectAccessible(page)
})
