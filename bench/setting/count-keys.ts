/** What the hand does on a page, counted by the page itself before it does anything with it. */
import type { BrowserContext, Page } from '@playwright/test'

/** A chord is one stroke and as many keys. */
export interface Counted {
  keys: number
  strokes: number
  pointers: number
}

function count() {
  const counted = { keys: 0, strokes: 0, pointers: 0 }
  const modifiers = ['Control', 'Meta', 'Shift', 'Alt']
  window.addEventListener(
    'keydown',
    ({ key }) => {
      counted.keys += 1
      if (!modifiers.includes(key)) counted.strokes += 1
    },
    true,
  )
  window.addEventListener('pointerdown', () => (counted.pointers += 1), true)
  Object.assign(window, { counted })
}

/** Every page of the context counts from its beginning. */
export const countKeys = (context: BrowserContext): Promise<unknown> => context.addInitScript(count)

export async function countedOn(page: Page): Promise<Counted> {
  const counted = await page.evaluate(() => Reflect.get(window, 'counted') as Counted)
  if (counted.strokes === 0) throw new Error('the page has counted nothing')
  return counted
}
