/**
 * The browser's contexts of a worker, which tests have one after the other: each keeps the files of the build, and what the browser has compiled of
 * them, which a new one fetches and compiles again. Of what else a context keeps, nothing is left of the test before.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test'

/** What sets something up for every page to come, and cannot be taken back. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'routeFromHAR', 'routeWebSocket'].concat(
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
)

/** Those that no test has at the moment, by the address of their app; they end with the browser. */
const free = new WeakMap<Browser, Map<string, BrowserContext[]>>()
/** Those that are not to be had again. */
const spoiled = new WeakSet<BrowserContext>()

/** Has `spoil` called before each call of a method. */
function watch(of: object, name: string, spoil: () => void): void {
  const method: unknown = Reflect.get(of, name)
  if (typeof method !== 'function') throw new Error(`There is no ${name}.`)
  Reflect.set(of, name, (...given: unknown[]): unknown => {
    spoil()
    return Reflect.apply(method, of, given)
  })
}

async function open(browser: Browser, baseURL: string): Promise<BrowserContext> {
  // Opened in a test, so that it has what the configuration says of contexts.
  const context = await browser.newContext({ baseURL })
  const spoil = () => void spoiled.add(context)
  context.on('close', spoil)
  for (const name of LASTING) watch(context, name, spoil)
  watch(context.clock, 'install', spoil)
  return context
}

/** A page of an app in which nobody is signed in, in a context that no test has. */
export async function takePage(browser: Browser, baseURL: string): Promise<Page> {
  const kept = free.get(browser)?.get(baseURL)?.pop()
  const page = await (kept ?? (await open(browser, baseURL))).newPage()
  // Only now: a page that is closed may write something on its way.
  if (kept) await forget(page, baseURL)
  return page
}

async function forget(page: Page, origin: string): Promise<void> {
  await page.context().clearCookies()
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
  await session.detach()
}

/** Gives a context to the next test that asks, or closes it where something in it would last. */
export async function giveBack(browser: Browser, baseURL: string, context: BrowserContext): Promise<void> {
  if (spoiled.has(context)) return context.close()
  await context.setOffline(false)
  await context.clearPermissions()
  await Promise.all(context.pages().map((page) => page.close()))
  const ofBrowser = free.get(browser) ?? new Map<string, BrowserContext[]>()
  free.set(browser, ofBrowser.set(baseURL, [...(ofBrowser.get(baseURL) ?? []), context]))
}
