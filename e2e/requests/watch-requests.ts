/** What a test asks the app for while it runs: for the list of which journey needs which route (record-routes.ts). */
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'

/** The attachment that takes the addresses to the reporter. */
export const ADDRESSES = '_addresses'

/** Notes every address that pages of this browser, and tests with their cookies, ask for. `stop` ends it and returns them. */
export function watchRequests(browser: Browser) {
  const addresses = new Set<string>()
  const watchPage = (page: Page) =>
    page.on('framenavigated', (frame) => {
      addresses.add(frame.url())
    })
  const watchTest = (request: APIRequestContext) => {
    // Playwright has no event for these requests; `get`, `post` and the others are calls of `fetch`.
    const fetch = request.fetch.bind(request)
    request.fetch = (target, options) => {
      addresses.add(typeof target === 'string' ? target : target.url())
      return fetch(target, options)
    }
  }
  const watchContext = (context: BrowserContext) => {
    context.pages().forEach(watchPage)
    context.on('page', watchPage)
    watchTest(context.request)
    context.on('request', (request) => {
      // Next fetches ahead what a page links to; that nobody has gone there.
      if (!request.headers()['next-router-prefetch']) addresses.add(request.url())
    })
  }
  browser.contexts().forEach(watchContext)
  browser.on('context', watchContext)
  return {
    stop(): string[] {
      browser.off('context', watchContext)
      return [...addresses]
    },
  }
}
