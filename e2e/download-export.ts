import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAwake } from './fixtures'

/** Downloads an export of a project by its title, by key, and returns its text. */
export async function downloadExport(page: Page, projectId: string, title: string): Promise<string> {
  await page.goto(`/projects/${projectId}/export`)
  await expectAwake(page)
  await page.getByRole('link', { name: `Download ${title}` }).focus()
  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  return readFile(await saved.path(), 'utf8')
}
