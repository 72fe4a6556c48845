/** What a screen reader says by itself, without being asked: the words of each live region when they change. */
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    announced: string[]
  }
}

/** Begins to listen, on this page and those that it loads next. */
export async function listenToPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const last = new WeakMap<Element, string>()
    window.announced = []
    // What is hidden from screen readers is not read out of a region either.
    const spoken = (region: Element): string => {
      const copy = region.cloneNode(true) as Element
      for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
      return copy.textContent ?? ''
    }
    const look = (region: Element) => {
      const words = spoken(region).replace(/\s+/g, ' ').trim()
      if (last.get(region) === words) return
      last.set(region, words)
      if (words !== '' && region.checkVisibility()) window.announced.push(words)
    }
    new MutationObserver((records) => {
      const regions = new Set<Element>()
      for (const { target, addedNodes } of records)
        for (const node of [target, ...addedNodes]) {
          const element = node instanceof Element ? node : node.parentElement
          const around = element?.closest(live)
          if (around) regions.add(around)
          for (const within of element?.querySelectorAll(live) ?? []) regions.add(within)
        }
      for (const region of regions) look(region)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** What was said since the last time, the oldest first. */
export const announced = (page: Page): Promise<string[]> => page.evaluate(() => window.announced.splice(0))
