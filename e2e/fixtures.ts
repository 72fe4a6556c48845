/** What every journey starts from: the application's own database, people who are signed in, and axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { startPostgres } from '@/scripts/embedded-postgres'
import { postgresFolder } from '@/scripts/launch/database'
import { sessionFor } from '@/tests/actors'

export { expect }

type Person = Parameters<typeof sessionFor>[0]

interface Journeys {
  /** A new context in which this person is signed in, by a minted cookie; closed with the test. */
  as: (person: Person, options?: Parameters<import('@playwright/test').Browser['newContext']>[0]) => Promise<Page>
}

interface Everything {
  /** Opens the application's database to this process (tests/factories and lib/server/db work on it from then on). */
  database: string
}

export const test = base.extend<Journeys, Everything>({
  database: [
    async ({ browserName }, use) => {
      expect(browserName, 'the journeys are written for Chromium').toBe('chromium')
      const server = await startPostgres({ root: postgresFolder('.data/e2e') })
      process.env.DATABASE_URL = server.url
      await use(server.url)
    },
    { scope: 'worker', auto: true },
  ],
  as: async ({ browser, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (person, options) => {
      const context = await browser.newContext({ baseURL, ...options })
      contexts.push(context)
      const cookie = await sessionFor(person)
      const [name = '', value = ''] = cookie.split('=')
      await context.addCookies([{ name, value, url: baseURL ?? '', httpOnly: true, sameSite: 'Lax' }])
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Fails on any violation of WCAG 2.2 A and AA, and of axe's best practices, on the page as it stands. `except` names
 * rules that do not fit what is open.
 */
export async function expectAccessible(page: Page, except: string[] = []): Promise<void> {
  // Evaluated rather than added as a script: the content security policy would rightly refuse that.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const results = await axe.run(document, {
      resultTypes: ['violations'],
      rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])),
    })
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map((node) => node.target.join(' ')),
    }))
  }, except)
  expect(violations).toEqual([])
}

/** Waits until React has taken over what the server drew: before that, the page hears no key. */
export async function expectAwake(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  )
}
