/** Hands on the keyboard: keys, texts written into the field that has the focus, and where the workbench is. */
import type { Page } from '@playwright/test'
import { expect, expectAwake } from '@/e2e/fixtures'
import { expectState } from '@/e2e/own-app/bench'

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Writes into the field of a question, in place of what it holds, once it has the focus. */
export async function write(page: Page, question: string, text: string): Promise<void> {
  await expect(page.locator(':focus')).toHaveId(new RegExp(`^field-.+-${question}$`))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await expect(page.locator(':focus')).toHaveValue(text)
}

/** The unit that is open among the questions. */
export async function expectOpen(page: Page, unit: string): Promise<void> {
  await expect(page.locator('aside [aria-current=step][id^=unit-]')).toHaveId(`unit-${unit}`)
}

/** A task of the workbench, ready for keys; answers with the position of its document. */
export async function arrive(page: Page): Promise<number> {
  await page.waitForURL(/\/annotate$/)
  await expectState(page, 'saved')
  await expectAwake(page)
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  return Number(/^(\d+)\./.exec(heading ?? '')?.[1])
}

/** Takes tasks from the queue, from the first to the last there is, and submits each. Returns the documents' positions. */
export async function workThrough(
  page: Page,
  projectId: string,
  work: (position: number) => Promise<void>,
): Promise<number[]> {
  const done: number[] = []
  await page.goto(`/projects/${projectId}`)
  await expectAwake(page)
  await page.getByRole('button', { name: 'Next task' }).press('Enter')
  for (;;) {
    const position = await arrive(page)
    await work(position)
    await press(page, 'ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
    done.push(position)
    const before = page.url()
    await expect(page.getByRole('button', { name: 'Next task' })).toBeFocused()
    await press(page, 'Enter')
    const nothing = page.getByText('There is nothing left for you to annotate here right now.')
    await Promise.race([page.waitForURL((url) => url.href !== before), nothing.waitFor()])
    if (page.url() === before) return done
  }
}
