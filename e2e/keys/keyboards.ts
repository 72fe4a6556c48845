/** Keyboards of other countries: the key at a place, and what their layout makes of it. */
import type { Page } from '@playwright/test'

export interface Stroke {
  /** What the layout makes of it. */
  key: string
  /** Where the key is, by its name on an American keyboard. */
  code: string
  shift?: boolean
  ctrl?: boolean
  /** The number of the key; 229 while an input method is at work. */
  number?: number
}

const INPUT_METHOD = 229
const CTRL = 2
const SHIFT = 8

/** Presses and releases a key, as the browser's own process hears it of the system. */
export async function strike(page: Page, { key, code, shift = false, ctrl = false, number = 0 }: Stroke) {
  const session = await page.context().newCDPSession(page)
  const modifiers = (ctrl ? CTRL : 0) | (shift ? SHIFT : 0)
  const isText = [...key].length === 1 && !ctrl && number !== INPUT_METHOD
  const stroke = { key, code, modifiers, windowsVirtualKeyCode: number }
  await session.send('Input.dispatchKeyEvent', { ...stroke, type: 'rawKeyDown' })
  if (isText) await session.send('Input.dispatchKeyEvent', { ...stroke, type: 'char', text: key })
  await session.send('Input.dispatchKeyEvent', { ...stroke, type: 'keyUp' })
  await session.detach()
}

/** What an input method proposes before anything is chosen; an empty text ends it. */
export async function compose(page: Page, text: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await session.detach()
}
