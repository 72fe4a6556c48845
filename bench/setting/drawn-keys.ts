/** How long a key takes until the page has been drawn again, noted by the page itself. */
import type { Page } from '@playwright/test'

/** For `addInitScript`: notes, for every key, the time until the frame after it has been drawn. */
export function watchKeys(): void {
  const drawn: number[] = []
  Object.assign(window, { drawn })
  window.addEventListener(
    'keydown',
    () => {
      const start = performance.now()
      requestAnimationFrame(() => setTimeout(() => drawn.push(performance.now() - start)))
    },
    true,
  )
}

/** Presses the keys one after the other, each once the one before is drawn; returns the milliseconds of each. */
export async function timeKeys(page: Page, keys: readonly string[]): Promise<number[]> {
  for (const [index, key] of keys.entries()) {
    await page.keyboard.press(key)
    await page.waitForFunction((count) => (Reflect.get(window, 'drawn') as number[]).length >= count, index + 1)
  }
  return page.evaluate(() => Reflect.get(window, 'drawn') as number[])
}
