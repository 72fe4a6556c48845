/** How much code a browser loads for a peer's labelling page. */
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { findBrowser } from '@/scripts/chromium'
import type { Annotator, Item } from './peer'

/** How long nothing may be under way before the page counts as loaded; pages of some peers keep asking for ever. */
const QUIET_MS = 3_000
const PATIENCE_MS = 60_000

export interface PageCode {
  /** Scripts and WebAssembly as they come over the wire, and style sheets beside them; kB. */
  scripts: number
  styles: number
}

/** Opens the page in a browser that has kept nothing, and adds up what came until nothing more does. */
export async function measurePageCode(url: string, annotator: Annotator, item: Item): Promise<PageCode> {
  const browser = await chromium.launch((await findBrowser())?.launchOptions)
  try {
    const { path, cookies } = annotator.page(item)
    const context = await browser.newContext({ baseURL: url })
    await context.addCookies(
      cookies.split('; ').map((cookie) => {
        const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(cookie) ?? []
        return { name, value, url }
      }),
    )
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const types = new Map<string, string>()
    const code: PageCode = { scripts: 0, styles: 0 }
    let last = performance.now()
    network.on('Network.responseReceived', ({ requestId, response }) => types.set(requestId, response.mimeType))
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId) ?? ''
      if (!/javascript|wasm|css/.test(type)) return
      last = performance.now()
      code[type.includes('css') ? 'styles' : 'scripts'] += encodedDataLength / 1_000
    })
    await page.goto(path)
    const end = performance.now() + PATIENCE_MS
    while (performance.now() - last < QUIET_MS && performance.now() < end) await pause(100)
    return code
  } finally {
    await browser.close()
  }
}
