/** The workbench as the journeys on an own app see it: the save state, the fields, and what the server holds. */
import type { Page } from '@playwright/test'
import { expect, expectAwake } from '@/e2e/fixtures'

export type Held = Record<string, Record<string, unknown>>

export async function openBench(page: Page, task: { projectId: string; id: string }): Promise<void> {
  await page.goto(`/projects/${task.projectId}/tasks/${task.id}/annotate`)
  await expect(page.getByRole('heading', { name: /^Segment \d+ of/ })).toBeVisible()
  await expectState(page, 'saved')
  await expectAwake(page)
}

type State = 'saved' | 'saving' | 'waiting' | 'signed-out' | 'conflict'

export async function expectState(page: Page, state: State): Promise<void> {
  const pill = page.locator('[data-save-state]').filter({ visible: true })
  await expect(pill).toHaveAttribute('data-save-state', state)
}

export const reason = (page: Page) => page.getByRole('textbox', { name: 'What is wrong, and what would be right?' })

/** Goes to a segment by its place in the text, and waits for its questions. */
export async function goTo(page: Page, number: number): Promise<void> {
  await expectAwake(page)
  await page.getByRole('link', { name: new RegExp(`^Segment ${number},`) }).click()
  await expect(page.getByRole('heading', { name: new RegExp(`^Segment ${number} of`) })).toBeVisible()
}

/** What the server holds of the reader's annotation, by unit and question; cleared answers left out. */
export async function heldByServer(page: Page, taskId: string): Promise<Held> {
  // A connection that was kept open may lead to a process that has been killed since; browsers ask again then, too.
  const response = await page.request.post(`/api/tasks/${taskId}/annotation`, { maxRetries: 1 })
  expect(response.status()).toBe(200)
  const { answers } = (await response.json()) as { answers: { unit: string; question: string; value: unknown }[] }
  const held: Held = {}
  for (const { unit, question, value } of answers) if (value !== null) held[unit] = { ...held[unit], [question]: value }
  return held
}

/**
 * Cuts the network of a page's context, and waits until its requests do fail. The order reaches what sends them by another way than they do, and on
 * a busy machine one that came right behind it was still answered.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  const ask = () =>
    page.evaluate(() =>
      fetch('/api/health').then(
        () => 'answered',
        () => 'failed',
      ),
    )
  await expect.poll(ask).toBe('failed')
}
