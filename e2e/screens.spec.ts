/** Every screen, and what opens on it, in light and dark, wide and narrow: accessible, no wider than the window, without a word in the console. */
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { expect, expectAccessible, expectAwake, test } from './fixtures'
import { namelessIcons } from './screens/icons'
import { screens } from './screens/list'
import type { Screen, View } from './screens/screen'
import { findPerson } from './screens/world'

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 390, height: 844 }
/** What is left of a window of 1280x1024 at 400 %. */
const ZOOMED = { width: 320, height: 256 }

/** False where the app was asked for no demo data. */
const hasDemo = async () => (await prisma().user.count({ where: { demo: true } })) > 0

/** What the page complains about; the browser's own line about the document's status is expected on a page that says no. */
function complaints(page: Page, { status, hears }: Screen): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(String(error)))
  page.on('console', (message) => {
    const known = [...(status === undefined ? [] : [`status of ${status}`]), ...(hears ? [hears] : [])]
    const expected = known.some((each) => message.text().includes(each))
    if ((message.type() === 'error' || message.type() === 'warning') && !expected)
      found.push(`${message.text()} ${message.location().url}`)
  })
  return found
}

async function expectNoOverflow(page: Page) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'pixels beyond the right edge').toBe(0)
}

/** Figures of systems are compared column by column, which scrolling sideways takes apart. */
async function expectWholeTables(page: Page) {
  if (!page.url().endsWith('/evaluation')) return
  await expect(page.getByText(/^The report is being (fetched|made)/)).toHaveCount(0)
  const cut = await page
    .locator('table:visible')
    .evaluateAll((tables) =>
      tables
        .filter(({ scrollWidth, parentElement }) => scrollWidth > (parentElement?.clientWidth ?? 0))
        .map((table) => table.textContent),
    )
  expect(cut, 'tables that are wider than their place').toEqual([])
}

/** All pages of a project can be seen at once. */
async function expectWholeNavigation(page: Page) {
  const below = await page
    .getByRole('navigation', { name: /^Project / })
    .evaluateAll((all) => all.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
  expect(
    below.filter((pixels) => pixels > 0),
    'pixels of the navigation below its end',
  ).toEqual([])
}

/** What sticks above or below the text, at a height that leaves the text no room beside it. */
const stuck = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { position, top, bottom } = getComputedStyle(element)
        const isWide = element.getBoundingClientRect().width > window.innerWidth / 2
        return position === 'sticky' && isWide && (top !== 'auto' || bottom !== 'auto')
      })
      .map(({ tagName, className }) => `${tagName} ${className}`),
  )

/** The bars of the workbench and of the desk leave a phone's height to the text. */
async function expectLowBar(page: Page) {
  if (!/\/(annotate|consolidate)$/.test(page.url())) return
  const bar = await page.locator('main header').first().boundingBox()
  expect(bar?.height ?? 0, 'the height of the bar').toBeLessThanOrEqual(64)
}

const darken = (page: Page) => page.evaluate(() => document.documentElement.classList.replace('light', 'dark'))
const brighten = (page: Page) => page.evaluate(() => document.documentElement.classList.replace('dark', 'light'))

/**
 * Axe looks at a screen in full once, wide and light. A theme changes colours and nothing else, and a width changes what
 * fits and what a finger meets, so the rules for those run once more: narrow for targets, and dark for colours, which every other
 * screen is looked at wide and the rest narrow. What stands at one width alone, such as a project's navigation, is on many screens.
 */
async function look(page: Page, { except }: View, isDarkWide: boolean) {
  await expect(page).toHaveTitle(/Assay$/)
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1)
  // The theme is a class that the server writes into the page, and nothing but a class.
  await expect(page.locator('html')).toHaveClass('light')
  await test.step('wide', async () => {
    await expectNoOverflow(page)
    await expectWholeTables(page)
    await expectWholeNavigation(page)
    await expectAccessible(page, { except })
    expect(await namelessIcons(page), 'icons without a name in sight or a hint').toEqual([])
  })
  if (isDarkWide)
    await test.step('dark', async () => {
      await darken(page)
      await expectAccessible(page, { only: ['color-contrast'] })
    })
  await test.step('narrow', async () => {
    await page.setViewportSize(NARROW)
    if (!isDarkWide) await darken(page)
    await expectNoOverflow(page)
    await expectLowBar(page)
    await expectAccessible(page, { only: isDarkWide ? ['target-size'] : ['target-size', 'color-contrast'] })
  })
  await test.step('at 400 %', async () => {
    await page.setViewportSize(ZOOMED)
    await expectNoOverflow(page)
    expect(await stuck(page), 'what sticks').toEqual([])
  })
}

test.describe.configure({ mode: 'parallel' })

for (const [at, screen] of screens.entries())
  test(screen.name, async ({ as, baseURL }) => {
    test.skip(!(await hasDemo()), 'the app was started without its demo data')
    const page = await as(screen.who && (await findPerson(screen.who)))
    const found = complaints(page, screen)
    await page.context().addCookies([{ name: 'assay-theme', value: 'light', url: baseURL ?? '' }])
    await page.setViewportSize(WIDE)
    const response = await page.goto(await screen.path())
    expect(response?.status()).toBe(screen.status ?? 200)
    await expectAwake(page)
    await screen.first?.(page)
    await look(page, screen, at % 2 === 0)
    let before: View = screen
    for (const [index, view] of (screen.opens ?? []).entries())
      await test.step(view.name, async () => {
        await page.setViewportSize(WIDE)
        await brighten(page)
        await before.close?.(page)
        await view.first?.(page)
        await look(page, view, (at + index) % 2 !== 0)
        before = view
      })
    expect(found).toEqual([])
  })
