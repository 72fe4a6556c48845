/** What every journey starts from: the application's own database, people who are signed in, and axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { startPostgres } from '@/scripts/embedded-postgres'
import { postgresFolder } from '@/scripts/launch/database'
import { sessionFor } from '@/tests/actors'
import { giveBack, takePage } from './contexts'
import { workOnDatabase } from './database'
import { ADDRESSES, watchRequests } from './requests/watch-requests'

export { expect }

type Person = Parameters<typeof sessionFor>[0]

interface Journeys {
  /**
   * A page in which this person, or nobody, is signed in, by a minted cookie: in a context in which nothing is left of other tests, but for what
   * the browser keeps of the build; with options in a new one.
   */
  as: (
    person: Person | null,
    options?: Parameters<import('@playwright/test').Browser['newContext']>[0],
  ) => Promise<Page>
  /** Notes what the pages ask the app for (requests/record-routes.ts). */
  requests: undefined
  /** The address of the application's database; tests/factories and lib/platform/server/db work on it from then on. */
  database: string
}

interface Everything {
  /** The address of the database of the app that all journeys share but those with an app of their own. */
  demoDatabase: string
}

/** By a minted cookie. */
async function signIn(context: BrowserContext, person: Person, baseURL?: string) {
  const cookie = await sessionFor(person)
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: baseURL ?? '', httpOnly: true, sameSite: 'Lax' }])
}

export const test = base.extend<Journeys, Everything>({
  demoDatabase: [
    async ({ browserName }, use) => {
      expect(browserName, 'the journeys are written for Chromium').toBe('chromium')
      const server = await startPostgres({ root: postgresFolder('.data/e2e') })
      await use(server.url)
    },
    { scope: 'worker' },
  ],
  database: [
    async ({ demoDatabase }, use) => {
      await workOnDatabase(demoDatabase)
      await use(demoDatabase)
    },
    { auto: true },
  ],
  as: async ({ browser, baseURL: address }, use) => {
    const baseURL = address ?? ''
    const own: BrowserContext[] = []
    const shared: BrowserContext[] = []
    await use(async (person, options) => {
      const page = options
        ? await (await browser.newContext({ baseURL, ...options })).newPage()
        : await takePage(browser, baseURL)
      ;(options ? own : shared).push(page.context())
      if (person) await signIn(page.context(), person, baseURL)
      return page
    })
    await Promise.all([
      ...own.map((context) => context.close()),
      ...shared.map((context) => giveBack(browser, baseURL, context)),
    ])
  },
  requests: [
    async ({ browser }, use, testInfo) => {
      const watched = watchRequests(browser)
      await use(undefined)
      const body = JSON.stringify(watched.stop())
      await testInfo.attach(ADDRESSES, { body, contentType: 'application/json' })
    },
    { auto: true },
  ],
})

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Which rules of axe look at a page; all of them by default. */
interface Rules {
  /** Rules that do not fit what is open. */
  except?: readonly string[]
  /** Only these rules, which also runs those that axe leaves off by default (`target-size`). */
  only?: readonly string[]
}

/** Fails on any violation of WCAG 2.2 A and AA, and of axe's best practices, on the page as it stands. */
export async function expectAccessible(page: Page, rules: Rules = {}): Promise<void> {
  // Evaluated rather than added as a script: the content security policy would rightly refuse that.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async ({ except = [], only }) => {
    // Where motion is reduced, a transition still takes a frame, and an inherited colour sets out when its parent's has arrived.
    const transitions = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    for (let running = transitions(); running.length > 0; running = transitions())
      await Promise.allSettled(running.map(({ finished }) => finished))
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const results = await axe.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: [...only] } }),
      rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    })
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map((node) => node.target.join(' ')),
    }))
  }, rules)
  expect(violations).toEqual([])
}

/**
 * Waits until React has committed what the server drew, and with it the listeners for keys: before that, the page hears no
 * key. While a page is being hydrated its elements belong to fibers already that are not part of the committed tree.
 */
export async function expectAwake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    interface Fiber {
      child: Fiber | null
      sibling: Fiber | null
      stateNode: unknown
    }
    // No function of its own name in here: benches are compiled so that those need a helper which a page does not have.
    const root = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'))?.[1] as
      | { stateNode: { current: Fiber } }
      | undefined
    const heading = document.querySelector('h1')
    const open = root ? [root.stateNode.current] : []
    for (let fiber = open.pop(); fiber; fiber = open.pop()) {
      if (fiber.stateNode === heading) return heading !== null
      if (fiber.sibling) open.push(fiber.sibling)
      if (fiber.child) open.push(fiber.child)
    }
    return false
  })
}
