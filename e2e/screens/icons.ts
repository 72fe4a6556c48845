/** What every icon that can be pressed owes those who do not know it: a name in sight, or a hint with the name and its key. */
import type { Page } from '@playwright/test'

/** The controls without a word in sight that show no hint either, as markup. */
export const namelessIcons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wordsIn = (element: Element): string => {
      let words = ''
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const holder = text.parentElement
        const { width = 0, height = 0 } = holder?.getBoundingClientRect() ?? {}
        const isSeen = width > 1 && height > 1 && holder?.closest('kbd') === null
        if (isSeen) words += text.textContent ?? ''
      }
      return words.trim()
    }
    // Switches and boxes stand beside their words; marks of charts have the browser's own hint, their title.
    const all = document.querySelectorAll('button:not([role]), [role=button], a[href]')
    return [...all]
      .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((each) => each.getBoundingClientRect().width > 1)
      .filter((each) => each.closest('nextjs-portal, [aria-hidden=true]') === null)
      .filter((each) => each.querySelector('title') === null)
      .filter((each) => !each.hasAttribute('data-hint') && wordsIn(each) === '')
      .map((each) => each.outerHTML.slice(0, 200))
  })
