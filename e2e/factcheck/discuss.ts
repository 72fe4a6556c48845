/** Consolidation by keyboard: partners accept, propose and call a third rater, who settles and confirms. */
import type { Page } from '@playwright/test'
import { expect, expectAwake } from '@/e2e/fixtures'

const heading = (page: Page) => page.locator('#question-heading')

export async function openDesk(page: Page, task: { projectId: string; id: string }): Promise<void> {
  await page.goto(`/projects/${task.projectId}/tasks/${task.id}/consolidate`)
  await expect(page.getByRole('navigation', { name: 'Questions of the item' })).toBeVisible()
  await expectAwake(page)
}

/** Goes to a question by the key that goes on, wherever one is; its name is "Sentence 2: Claims". */
async function goTo(page: Page, question: string): Promise<void> {
  await expect(async () => {
    const entries = await page.getByRole('navigation', { name: 'Questions of the item' }).getByRole('button').count()
    for (let step = 0; step < entries && (await heading(page).textContent()) !== question; step++)
      await page.keyboard.press('j')
    expect(await heading(page).textContent()).toBe(question)
  }).toPass()
}

/** Presses a key that says something, and waits until the server has taken it. */
async function tell(page: Page, key: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() !== 'GET')
  await page.keyboard.press(key)
  const response = await answered
  expect(response.status(), await response.text()).toBe(200)
}

/** Accepts what the partner holds. */
export async function accept(page: Page, question: string): Promise<void> {
  await goTo(page, question)
  await tell(page, 'y')
}

/** Accepts the partner's lane, which stands second, for the question's unit and all its parts. */
export async function acceptUnit(page: Page, question: string): Promise<void> {
  await goTo(page, question)
  await tell(page, 'Shift+Digit2')
}

/** Proposes a text of one's own. */
export async function propose(page: Page, question: string, text: string): Promise<void> {
  await goTo(page, question)
  await page.keyboard.press('p')
  await expect(page.locator('form textarea').first()).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await tell(page, 'ControlOrMeta+Enter')
}

export async function callThirdRater(page: Page, question: string, reason: string): Promise<void> {
  await goTo(page, question)
  await page.keyboard.press('t')
  await expect(page.locator('form textarea:focus')).toBeVisible()
  await page.keyboard.type(reason)
  await tell(page, 'ControlOrMeta+Enter')
}

/** As third rater: whatever any lane lists is taken. */
export async function takeAll(page: Page, question: string): Promise<void> {
  await goTo(page, question)
  await tell(page, 'b')
}

/** As third rater: the lane in which these words stand, for the question's unit and all its parts. */
export async function takeUnitWith(page: Page, question: string, words: string): Promise<void> {
  await goTo(page, question)
  const lanes = page.getByRole('region', { name: /^Lane [AB]/ })
  const texts = await lanes.allTextContents()
  const at = texts.findIndex((text) => text.includes(words))
  expect(at, `one of the lanes says “${words}”: ${texts.join(' | ')}`).toBeGreaterThanOrEqual(0)
  await tell(page, `Shift+Digit${at + 1}`)
}

/** As third rater, with nothing open. */
export async function confirm(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Confirm the item' })).toBeVisible()
  await tell(page, 'ControlOrMeta+Enter')
  await expectGold(page)
}

export const expectGold = (page: Page) => expect(page.getByText('This item is gold')).toBeVisible()
