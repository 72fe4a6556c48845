import type { Page } from '@playwright/test'
import { expect, expectAwake } from '@/e2e/fixtures'
import type { Decision } from './plan'

/** The position of the item on the workbench, from its heading. */
export async function positionOf(page: Page): Promise<number> {
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  return Number(/^(\d+)\./.exec(heading ?? '')?.[1])
}

/** Answers one task with the keyboard alone, from its first segment to the submission. */
export async function annotateTask(page: Page, plan: Decision[]): Promise<void> {
  for (const [index, decision] of plan.entries()) {
    await expect(page.getByRole('heading', { name: `Segment ${index + 1} of ${plan.length}` })).toBeVisible()
    // The digit of an error type says false and the type at once; f says false alone.
    await page.keyboard.press(decision.label ? 't' : (decision.type ?? 'f'))
    if (decision.label) continue
    await expect(page.getByRole('textbox').and(page.locator(':focus'))).toBeVisible()
    await page.keyboard.type(decision.reason)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('y')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
}

/** Works through the queue until nothing is left; returns how many tasks were submitted. */
export async function annotateAll(
  page: Page,
  projectId: string,
  plan: (position: number) => Decision[],
): Promise<number> {
  await page.goto(`/projects/${projectId}`)
  await expectAwake(page)
  await page.getByRole('button', { name: 'Next task' }).press('Enter')
  await page.waitForURL(/\/annotate$/)
  const heading = page.getByRole('heading', { level: 1 })
  const nothing = page.getByText('There is nothing left for you to annotate here right now.')
  for (let done = 1; ; done++) {
    await annotateTask(page, plan(await positionOf(page)))
    const hasNotText = (await heading.textContent()) ?? ''
    await page.keyboard.press('Enter')
    await heading.filter({ hasNotText }).or(nothing).waitFor()
    if (await nothing.isVisible()) return done
  }
}
