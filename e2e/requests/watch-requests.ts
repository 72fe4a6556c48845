/** What a test asks the app for while it runs: for the list of which journey needs which route (record-routes.ts). */
import type { APIRequestContext, Browser, BrowserContext, Page, Request } from '@playwright/test'

/** The attachment that takes the addresses to the reporter. */
export const ADDRESSES = '_addresses'

/** Notes every address that pages of this browser, and tests with their cookies, ask for. `stop` ends it and returns them. */
export function watchRequests(browser: Browser) {
  const addresses = new Set<string>()
  /** What ends it in contexts that outlive the test. */
  const ends: (() => void)[] = []
  const watchPage = (page: Page) =>
    page.on('framenavigated', (frame) => {
      addresses.add(frame.url())
    })
  const watchTest = (request: APIRequestContext) => {
    // Playwright has no event for these requests; `get`, `post` and the others are calls of `fetch`.
    const before = request.fetch
    const fetch = before.bind(request)
    request.fetch = (target, options) => {
      addresses.add(typeof target === 'string' ? target : target.url())
      return fetch(target, options)
    }
    ends.push(() => {
      request.fetch = before
    })
  }
  const watchContext = (context: BrowserContext) => {
    const noteRequest = (request: Request) => {
      // Next fetches ahead what a page links to; that nobody has gone there.
      if (!request.headers()['next-router-prefetch']) addresses.add(request.url())
    }
    context.pages().forEach(watchPage)
    context.on('page', watchPage)
    context.on('request', noteRequest)
    watchTest(context.request)
    ends.push(() => context.off('page', watchPage).off('request', noteRequest))
  }
  browser.contexts().forEach(watchContext)
  browser.on('context', watchContext)
  return {
    stop(): string[] {
      browser.off('context', watchContext)
      for (const end of ends) end()
      return [...addresses]
    },
  }
}
