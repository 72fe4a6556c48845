/** The screens by which people can trust what they see. */
import type { Page } from '@playwright/test'
import { expect } from '@/e2e/fixtures'
import { at, type Screen, screen, type View } from './screen'
import { benchOf, deskIn, inMain } from './world'

/** The time line of the task whose other page this is. */
const timelineOf = (page: () => Promise<string>) => async () =>
  (await page()).replace(/\/(annotate|consolidate)$/, '/timeline')

/** One action alone is in the list of keys. */
async function findAction(page: Page) {
  await page.getByRole('searchbox').fill('lacks an answer')
  await expect(page.locator('#keys li')).toHaveCount(1)
}

/** The keys of the account, from where they are closed. */
export const keys: readonly View[] = [
  {
    name: 'keys',
    first: async (page) => {
      await page.getByRole('button', { name: 'Change keys' }).click()
      await findAction(page)
      await page.getByRole('searchbox').fill('')
      await expect(page.getByText('Show this list', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'keys, a file refused',
    first: async (page) => {
      await findAction(page)
      const buffer = Buffer.from('j = next')
      await page.getByLabel(/Drop a file of keys/).setInputFiles({ name: 'keys.json', mimeType: 'text/plain', buffer })
      await expect(page.getByText(/^The file was not taken over/)).toBeVisible()
    },
  },
  {
    name: 'keys, one that another action has',
    first: async (page) => {
      await page.getByRole('button', { name: /^Change the key of Next that lacks an answer/ }).click()
      await page.keyboard.press('j')
      await expect(page.getByRole('button', { name: 'Swap' })).toBeVisible()
    },
  },
]

export const trust: Screen[] = [
  screen('audit log', 'mara', inMain('/audit-log')),
  screen('audit log, none found', 'mara', inMain('/audit-log?to=2020-01-01')),
  screen('audit log, not allowed', 'rui', inMain('/audit-log'), { status: 403 }),
  screen('audit log of the house', 'mara', at('/admin/audit-log')),
  screen('provider keys', 'mara', at('/admin/keys')),
  screen('e-mails', 'mara', at('/admin/mail')),
  screen('time line, one’s own', 'ana', timelineOf(benchOf('ana', 'submitted'))),
  screen('time line of a task to settle', 'rui', timelineOf(deskIn('consolidating')), {
    first: async (page) => {
      await page.getByRole('combobox', { name: 'Part' }).click()
      await page.getByRole('option', { name: 'lane A' }).click()
      await page.getByRole('slider').press('Home')
    },
  }),
  screen('time line of gold', 'mara', timelineOf(deskIn('gold'))),
]
