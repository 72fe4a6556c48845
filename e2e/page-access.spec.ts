/** Every page, asked for by everybody: what they meet, and that nothing leaks in it before the reveal. */
import { readdirSync } from 'node:fs'
import { workspacePages } from '@/app/(app)/palette/rules'
import { type ActorName, headersOf, makeScene, type Scene } from '@/tests/access/scene'
import { SECRETS } from '@/tests/access/secrets'
import { expect, test } from './fixtures'
import { type Outcome, pageTable, readers } from './page-access/table'
import { type Answer, type Ask, asking } from './requests/ask'

const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('page.tsx'))
  .map((file) => `/${file}`.replace(/\/\([^)]+\)/g, '').replace(/\/page\.tsx$/, '') || '/')

test('the table has a row for every page, and no other', () => {
  expect(Object.keys(pageTable).sort()).toEqual(pages.sort())
})

function outcomeOf({ status, url: asked, location }: Answer, path: string): Outcome | number {
  if (status === 200) return 'shown'
  if (status === 403) return 'refused'
  if (status === 404) return 'hidden'
  if (status !== 307 || !location) return status
  const url = new URL(location, asked)
  return url.pathname + url.search === `/sign-in?callbackUrl=${encodeURIComponent(path)}`
    ? 'sign-in'
    : `to ${url.pathname}`
}

/** The page as a document, which holds what React made of it too, and where it is shown as Next fetches it when one comes from another page. */
async function read(ask: Ask, path: string, headers: Record<string, string>) {
  const html = await ask(path, { headers })
  if (html.status !== 200) return { html, texts: [html.text] }
  // The empty parameter is the one that Next would add by a redirect, on which the cookie is lost.
  const payload = await ask(`${path}?_rsc`, { headers: { ...headers, rsc: '1' } })
  if (payload.status !== 307) expect(payload.contentType).toContain('text/x-component')
  return { html, texts: [html.text, payload.text] }
}

/** What nobody but its writer may read before all have submitted. */
const othersSecrets = (name: ActorName) =>
  Object.entries(SECRETS).flatMap(([writer, secret]) => (writer === name ? [] : [secret]))

/** Tests of a file run in one worker, so that each scene is made once. */
const scenes = new Map<string, Promise<Scene>>()
function sceneAt(moment: Scene['moment']): Promise<Scene> {
  const scene = scenes.get(moment) ?? makeScene(moment, { worker: (isDone) => expect.poll(isDone).toBe(true) })
  scenes.set(moment, scene)
  return scene
}

for (const [address, rows] of Object.entries(pageTable))
  for (const [index, row] of rows.entries())
    test(`${address}, ${row.moment}${index ? ` (${index + 1})` : ''}`, async ({ baseURL }) => {
      const scene = await sceneAt(row.moment)
      const path = row.path?.(scene) ?? address
      const ask = asking(baseURL)
      const met: Partial<Record<ActorName, Outcome | number>> = {}
      const leaks: string[] = []
      await Promise.all(
        readers.map(async (name) => {
          const headers = await headersOf(scene, name)
          if (row.moment !== 'open') {
            met[name] = outcomeOf(await ask(path, { headers }), path)
            return
          }
          const { html, texts } = await read(ask, path, headers)
          met[name] = outcomeOf(html, path)
          for (const secret of othersSecrets(name))
            if (texts.some((text) => text.includes(secret))) leaks.push(`${name} reads ${secret}`)
        }),
      )
      expect(met).toEqual(Object.fromEntries(row.expected))
      expect(leaks).toEqual([])
    })

test('the secrets can be found where they may be read', async ({ baseURL }) => {
  const ask = asking(baseURL)
  const path = ({ project, task }: Scene, page: string) => `/projects/${project.id}/tasks/${task.id}/${page}`
  const open = await sceneAt('open')
  for (const name of ['assigned', 'partner'] as const) {
    const { texts } = await read(ask, path(open, 'annotate'), await headersOf(open, name))
    expect(texts.map((text) => text.includes(SECRETS[name]))).toEqual([true, true])
  }
  const revealed = await sceneAt('revealed')
  const { texts } = await read(ask, path(revealed, 'consolidate'), await headersOf(revealed, 'reviewer'))
  for (const secret of Object.values(SECRETS)) expect(texts.map((text) => text.includes(secret))).toEqual([true, true])
})

const linksIn = (html: string) =>
  [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)].map(([, href = '']) => href.replace(/[?#].*$/, ''))

/** The addresses of the links on a page, and its own, which may be another than asked for. */
async function readLinks(ask: Ask, path: string, headers: Record<string, string>) {
  const { status, url, text } = await ask(path, { headers, follows: true })
  const html = status === 200 ? text : ''
  return { html, links: [new URL(url).pathname, ...linksIn(html)] }
}

/**
 * Says whether an address is two acts away: a link of the frame, which stands on every page, and a link of the page to which it leads; or the
 * palette, and its choice. Pages of the frame are read as they are needed, those first whose address begins alike.
 */
async function findNear(ask: Ask, { project }: Scene, name: ActorName, headers: Record<string, string>) {
  const home = await readLinks(ask, `/projects/${project.id}`, headers)
  const frame = [/<header[\s\S]*?<\/header>/, /<nav aria-label="Project [\s\S]*?<\/nav>/]
  const first = [...new Set(frame.flatMap((part) => linksIn(part.exec(home.html)?.[0] ?? '')))]
  const isAdmin = name === 'administrator'
  const pages = workspacePages({ isAdmin, createsProjects: isAdmin, manages: isAdmin || name === 'manager' })
  const found = new Set([...first, ...home.links, ...pages.map(([href]) => href)])
  const unread = new Set(first)
  const alike = (path: string, wanted: string) => {
    const other = [...path].findIndex((letter, at) => letter !== wanted[at])
    return other === -1 ? path.length : other
  }
  return async (wanted: string): Promise<boolean> => {
    for (const path of [...unread].toSorted((a, b) => alike(b, wanted) - alike(a, wanted))) {
      if (found.has(wanted)) break
      unread.delete(path)
      for (const link of (await readLinks(ask, path, headers)).links) found.add(link)
    }
    return found.has(wanted)
  }
}

/** No way leads there from within, or it is a second view of one thing and one act from the page of that. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/': 'leads on to the inbox or the projects',
  '/add-evidence': 'is opened by a bookmark, on a page that shows something',
  '/docs/api/[tag]': 'a part of the HTTP interface, from its page',
  '/projects/[projectId]/tasks/[taskId]/timeline': 'a view of a task, from its workbench and its desk',
  '/projects/[projectId]/agreement/[stage]/[measure]/distributions': 'a view of a measure, from its page',
  '/projects/[projectId]/prefill/runs/[runId]/triage': 'a view of a run, from its page',
  '/projects/[projectId]/releases/[number]/changes': 'a view of a release, from its page',
  '/projects/[projectId]/evaluation/errors': 'from the figures of the report, which the browser asks for',
}
/** What the palette finds by what is typed, and for whom: files of protocols, and a manager's own figures. */
const FOUND: Readonly<Record<string, readonly ActorName[]>> = {
  '/protocols/[id]/[version]': ['manager', 'administrator'],
  '/projects/[projectId]/people/me': ['manager'],
  '/protocols/new': ['manager'],
}
/** Open to them, and nothing of theirs is there: the navigation does not lead to it. */
const EMPTY: Readonly<Record<string, readonly ActorName[]>> = {
  '/projects/[projectId]/review': ['assigned', 'viewer'],
  '/projects/[projectId]/submissions': ['viewer', 'administrator'],
  '/protocols/new': ['assigned', 'viewer', 'reviewer'],
  // For who is given tasks.
  '/projects/[projectId]/practice': ['administrator'],
  '/projects/[projectId]/practice/[stage]/[key]': ['administrator'],
  '/projects/new': ['assigned', 'viewer', 'reviewer'],
  // What stands there, the navigation shows them under “My figures”.
  '/projects/[projectId]/people/me': ['assigned', 'reviewer'],
  // Theirs where the inbox asks for their word, or the item is gold.
  '/projects/[projectId]/tasks/[taskId]/consolidate': ['assigned'],
  // Found as evidence for a task.
  '/projects/[projectId]/prefill/corpus/[documentId]': ['assigned'],
}

test('every page that somebody may open is two acts away, from wherever they are', async ({ baseURL }) => {
  const ask = asking(baseURL)
  const names = ['assigned', 'viewer', 'reviewer', 'manager', 'administrator'] as const
  const far = new Set<string>()
  const near = new Set<string>()
  for (const moment of ['open', 'revealed', 'released'] as const)
    for (const name of names) {
      const wanted = Object.entries(pageTable).flatMap(([address, rows]) => {
        const isSettled = address in ELSEWHERE || [FOUND, EMPTY].some((table) => table[address]?.includes(name))
        const isOfFrame = !/^\/(sign-in|setup|invitations|resets|unsubscribe|r)\b/.test(address)
        const known = isSettled || !isOfFrame || near.has(`${name}: ${address}`)
        return known
          ? []
          : rows
              .filter((row) => row.moment === moment && row.expected.get(name) === 'shown')
              .map((row) => ({ address, row }))
      })
      if (wanted.length === 0) continue
      const scene = await sceneAt(moment)
      const isTwoActsAway = await findNear(ask, scene, name, await headersOf(scene, name))
      for (const { address, row } of wanted) {
        const isNear = await isTwoActsAway((row.path?.(scene) ?? address).replace(/\?.*$/, ''))
        if (isNear) far.delete(`${name}: ${address}`)
        ;(isNear ? near : far).add(`${name}: ${address}`)
      }
    }
  expect([...far]).toEqual([])
  expect(near.size).toBeGreaterThan(100)
})
