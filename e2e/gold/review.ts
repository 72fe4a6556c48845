import type { Page } from '@playwright/test'
import { expect, expectAwake } from '@/e2e/fixtures'

/** Settles every item by the keyboard: the first lane wins each difference, then the item is confirmed. Returns their number. */
export async function settleAll(page: Page, projectId: string): Promise<number> {
  return work(page, projectId, async () => {
    for (;;) {
      const button = page.getByRole('button', { name: /^Confirm/ })
      const text = await button.textContent()
      await page.keyboard.press('ControlOrMeta+Enter')
      if (text?.startsWith('Confirm the item')) break
      await page.keyboard.press('1')
      await expect(button).not.toHaveText(text ?? '')
    }
    await expect(page.getByText('To approve', { exact: true }).filter({ visible: true })).toBeVisible()
  })
}

/** Approves every settled item by the keyboard. Returns their number. */
export async function approveAll(page: Page, projectId: string): Promise<number> {
  return work(page, projectId, async () => {
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Gold', { exact: true }).filter({ visible: true })).toBeVisible()
  })
}

async function work(page: Page, projectId: string, one: () => Promise<void>): Promise<number> {
  await page.goto(`/projects/${projectId}/review`)
  await expectAwake(page)
  await page.getByRole('link', { name: 'Start' }).waitFor()
  await page.keyboard.press('n')
  for (let done = 1; ; done++) {
    await page.waitForURL(/\/consolidate$/)
    await one()
    const before = page.url()
    await page.keyboard.press('n')
    await page.waitForURL((url) => url.href !== before)
    // Once nothing waits in this project, the key leads on to what waits elsewhere.
    if (!page.url().includes(`/projects/${projectId}/tasks/`)) return done
  }
}
