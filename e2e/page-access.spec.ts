/** Every page, asked for by everybody: what they meet, and that nothing leaks in it before the reveal. */
import { readdirSync } from 'node:fs'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { type ActorName, headersOf, makeScene, type Scene } from '@/tests/access/scene'
import { SECRETS } from '@/tests/access/secrets'
import { expect, test } from './fixtures'
import { type Outcome, pageTable, readers } from './page-access/table'

const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('page.tsx'))
  .map((file) => `/${file}`.replace(/\/\([^)]+\)/g, '').replace(/\/page\.tsx$/, '') || '/')

test('the table has a row for every page, and no other', () => {
  expect(Object.keys(pageTable).sort()).toEqual(pages.sort())
})

function outcomeOf(response: APIResponse, path: string): Outcome | number {
  const status = response.status()
  if (status === 200) return 'shown'
  if (status === 403) return 'refused'
  if (status === 404) return 'hidden'
  const to = response.headers().location ?? ''
  if (status !== 307 || !to) return status
  const url = new URL(to, response.url())
  return url.pathname + url.search === `/sign-in?callbackUrl=${encodeURIComponent(path)}`
    ? 'sign-in'
    : `to ${url.pathname}`
}

/** The page as a document, and as Next fetches it when one comes from another page. */
async function read(request: APIRequestContext, path: string, headers: Record<string, string>) {
  const html = await request.get(path, { headers, maxRedirects: 0 })
  // The empty parameter is the one that Next would add by a redirect, on which the cookie is lost.
  const payload = await request.get(`${path}?_rsc`, { headers: { ...headers, rsc: '1' }, maxRedirects: 0 })
  if (payload.status() !== 307) expect(payload.headers()['content-type']).toContain('text/x-component')
  return { html, texts: [await html.text(), await payload.text()] }
}

/** What nobody but its writer may read before all have submitted. */
const othersSecrets = (name: ActorName) =>
  Object.entries(SECRETS).flatMap(([writer, secret]) => (writer === name ? [] : [secret]))

test.describe.configure({ mode: 'parallel' })

const scenes = new Map<string, Promise<Scene>>()
function sceneAt(moment: Scene['moment']): Promise<Scene> {
  const scene = scenes.get(moment) ?? makeScene(moment, { worker: (isDone) => expect.poll(isDone).toBe(true) })
  scenes.set(moment, scene)
  return scene
}

for (const [address, rows] of Object.entries(pageTable))
  for (const [index, row] of rows.entries())
    test(`${address}, ${row.moment}${index ? ` (${index + 1})` : ''}`, async ({ playwright, baseURL }) => {
      const scene = await sceneAt(row.moment)
      // Everybody knocks from the same address, at links that do not exist; sign-ins beside this are none of its business.
      await prisma().throttle.deleteMany({ where: { key: { contains: 'link:' } } })
      const path = row.path?.(scene) ?? address
      const request = await playwright.request.newContext({ baseURL })
      const met: Partial<Record<ActorName, Outcome | number>> = {}
      const leaks: string[] = []
      await Promise.all(
        readers.map(async (name) => {
          const { html, texts } = await read(request, path, await headersOf(scene, name))
          met[name] = outcomeOf(html, path)
          if (row.moment !== 'open') return
          for (const secret of othersSecrets(name))
            if (texts.some((text) => text.includes(secret))) leaks.push(`${name} reads ${secret}`)
        }),
      )
      await request.dispose()
      expect(met).toEqual(Object.fromEntries(row.expected))
      expect(leaks).toEqual([])
    })

test('the secrets can be found where they may be read', async ({ request }) => {
  const path = ({ project, task }: Scene, page: string) => `/projects/${project.id}/tasks/${task.id}/${page}`
  const open = await sceneAt('open')
  for (const name of ['assigned', 'partner'] as const) {
    const { texts } = await read(request, path(open, 'annotate'), await headersOf(open, name))
    expect(texts.map((text) => text.includes(SECRETS[name]))).toEqual([true, true])
  }
  const revealed = await sceneAt('revealed')
  const { texts } = await read(request, path(revealed, 'consolidate'), await headersOf(revealed, 'reviewer'))
  for (const secret of Object.values(SECRETS)) expect(texts.map((text) => text.includes(secret))).toEqual([true, true])
})
