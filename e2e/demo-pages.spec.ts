/**
 * Every page of the demo, as people of each role who may see it, in turns where several may; and the pages outside of projects. None fails,
 * whatever its rows hold, and none of those shown holds an error in its place. A manager opens a page with a row of each state that it can show.
 * Each page is opened in every other project, and a state once for each protocol; with `ASSAY_EVERY_CASE=1` all of them in every project.
 * Who is refused is asked once a page, by page-access.spec.ts.
 */
import { readdirSync } from 'node:fs'
import { makeReleaseLink } from '@/lib/gold/releases/release/release-link'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { actorOf, sessionFor } from '@/tests/actors'
import { makeUser } from '@/tests/factories'
import { someOf } from '@/tests/support/every-case'
import { expect, test } from './fixtures'
import { pageTable } from './page-access/table'
import { asking } from './requests/ask'

const PROJECT = '/projects/[projectId]'

/** Addresses with parameters in brackets as in `app`. */
const addresses = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('page.tsx'))
  .map((file) => `/${file}`.replace(/\/\([^)]+\)/g, '').replace(/\/page\.tsx$/, '') || '/')
const ofProjects = addresses.filter((address) => address === PROJECT || address.startsWith(`${PROJECT}/`))
const outside = addresses.filter((address) => !ofProjects.includes(address))

/** What stands for a parameter of a page, and which state it is in. */
interface Value {
  value: string
  state: unknown
}

type Values = Record<string, readonly Value[]>

interface Project {
  id: string
  name: string
  protocolId: string
}

/** The first of each key, in order. */
const firstOfEach = <Row>(rows: readonly Row[], key: (row: Row) => unknown): Row[] => [
  ...new Map(rows.toReversed().map((row) => [JSON.stringify(key(row)), row])).values(),
]

/** The first value of each state. */
const ofEachState = (values: readonly Value[]): Value[] => firstOfEach(values, ({ state }) => state)

/** One value for each state that what a parameter names can be in. `holder`: of tasks, only those that they have a share of. */
async function valuesOf({ id: projectId, protocolId }: Project, holder?: string): Promise<Values> {
  const where = { projectId }
  const orderBy = { id: 'asc' } as const
  const [tasks, runs, imports, documents, releases, members] = await Promise.all([
    prisma().task.findMany({
      where: holder ? { projectId, assignments: { some: { userId: holder } } } : where,
      orderBy,
      select: { id: true, state: true, round: true, stale: true, itemId: true, stage: { select: { key: true } } },
    }),
    prisma().run.findMany({ where, orderBy, select: { id: true, kind: true, state: true } }),
    prisma().import.findMany({ where, orderBy, select: { id: true, state: true } }),
    prisma().corpusDocument.findMany({ where, orderBy, take: 1, select: { id: true } }),
    prisma().release.findMany({ where, orderBy: { number: 'asc' }, select: { number: true, state: true } }),
    prisma().membership.findMany({ where, orderBy: { userId: 'asc' }, select: { userId: true, role: true } }),
  ])
  const states = tasks.map(({ id, itemId, stage, state, round, stale }) => ({
    id,
    itemId,
    state: [stage.key, state, round > 1, stale],
  }))
  const shown = firstOfEach(states, ({ state }) => state)
  const stages = protocolById(protocolId).stages.filter(({ measures }) => measures.length > 0)
  const named = (keys: readonly string[]): Value[] => keys.map((key) => ({ value: key, state: key }))
  return {
    taskId: shown.map(({ id, state }) => ({ value: id, state })),
    itemId: firstOfEach(shown, ({ itemId }) => itemId).map(({ itemId, state }) => ({ value: itemId, state })),
    runId: ofEachState(runs.map(({ id, kind, state }) => ({ value: id, state: [kind, state] }))),
    importId: ofEachState(imports.map(({ id, state }) => ({ value: id, state }))),
    documentId: documents.map(({ id }) => ({ value: id, state: null })),
    number: ofEachState(releases.map(({ number, state }) => ({ value: String(number), state }))),
    userId: ofEachState(members.map(({ userId, role }) => ({ value: userId, state: role }))),
    stage: named(stages.map(({ key }) => key)),
    measure: named(stages.flatMap(({ measures }) => measures.slice(0, 1).map(({ key }) => key))),
  }
}

/** Of each kind the first alone. */
const firstOnly = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, all]) => [key, all.slice(0, 1)]))

/** A page, and what tells it from the others at its address. */
interface Page {
  path: string
  /** The states of what its address names; none where it names nothing. */
  states: unknown[]
}

/** The pages at an address, one for each value of its parameters; of two parameters those that belong together. */
function pagesAt(address: string, values: Values): Page[] {
  const named = [...address.matchAll(/\[(\w+)\]/g)].map(([, key = '']) => values[key] ?? [])
  if (named.length === 0) return [{ path: address, states: [] }]
  return (named[0] ?? []).flatMap((_, index) => {
    let at = 0
    const path = address.replace(/\[\w+\]/g, (name) => named[at++]?.[index]?.value ?? name)
    return path.includes('[') ? [] : [{ path, states: named.map((each) => each[index]?.state) }]
  })
}

type ProjectRole = 'manager' | 'reviewer' | 'annotator' | 'viewer'

/** The addresses of a project that somebody of a role may see, at one moment at least. */
function openTo(role: ProjectRole): string[] {
  const reader = role === 'annotator' ? 'assigned' : role
  return ofProjects.filter((address) => pageTable[address]?.some(({ expected }) => expected.get(reader) === 'shown'))
}

/**
 * Who opens which of the addresses that are open to them. What names nothing but the project is opened by one of its manager, a reviewer and a viewer,
 * another one in the next project; of the rest a manager opens everything, and reviewers and viewers, who see much the same, each every other one.
 */
function addressesOf(role: ProjectRole, place: number, members: readonly ProjectRole[]): string[] {
  const turnOf = (address: string) => ofProjects.indexOf(address) + place
  return someOf(openTo(role), (address) => turnOf(address) % 2 === 0).filter((address) => {
    if (role === 'annotator') return true
    const at = Math.floor(turnOf(address) / 2)
    const readers = members.filter((each) => each !== 'annotator' && openTo(each).includes(address))
    if (!address.replace(PROJECT, '').includes('[')) return readers[at % readers.length] === role
    return role === 'manager' || at % 2 === (role === 'reviewer' ? 0 : 1)
  })
}

/** Pages of tasks and of measures are drawn by the protocol, other pages by the rows alone. */
const isOfProtocol = (address: string) => /\[(?:taskId|itemId|stage)\]/.test(address)

/**
 * The pages of a project; of those whose state `seen` has at the same address, under the same protocol where it draws the page, only the first, unless
 * every case is asked for.
 */
function pagesOf(
  project: Project,
  values: Values,
  of: readonly string[] = ofProjects,
  seen = new Set<string>(),
): string[] {
  return of.flatMap((address) => {
    const pages = someOf(pagesAt(address.replace(PROJECT, ''), values), ({ states }, at) => {
      const key = JSON.stringify([isOfProtocol(address) && project.protocolId, address, states])
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew || at === 0
    })
    return pages.map(({ path }) => `/projects/${project.id}${path}`)
  })
}

/**
 * What a page holds where a part of it failed: what the boundary says, or the number of the error where the boundary is left
 * to the browser. Next gives its own outcomes, such as pages that are not there, names instead of numbers.
 */
const FAILED = /The page could not be made|data-dgst="(?!NEXT_)|E\{\\?"digest\\?":\\?"(?!NEXT_)/

interface Opened {
  failed: string[]
  shown: number
}

type Open = (cookie: string | null, pages: readonly string[]) => Promise<Opened>

/** Asks for pages a few at a time. */
function opening(baseURL?: string): Open {
  const ask = asking(baseURL)
  return async (cookie, pages) => {
    const headers: Record<string, string> = cookie ? { cookie } : {}
    const opened: Opened = { failed: [], shown: 0 }
    const waiting = [...pages]
    const open = async () => {
      for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
        const { status, text } = await ask(page, { headers })
        if (status >= 500) opened.failed.push(`${page} answers ${status}`)
        if (status !== 200) continue
        opened.shown += 1
        if (FAILED.test(text)) opened.failed.push(`${page} holds an error`)
      }
    }
    await Promise.all(Array.from({ length: 3 }, open))
    return opened
  }
}

const demoProjects = (): Promise<Project[]> =>
  prisma().project.findMany({
    where: { memberships: { some: { user: { demo: true } } } },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, protocolId: true },
  })

test.describe.configure({ mode: 'parallel' })

/** The member of a role who opens the pages of a project. */
const memberOf = ({ id: projectId }: Project, role: ProjectRole) =>
  prisma().membership.findFirst({
    where: { projectId, role, user: { demo: true, passwordHash: { not: null } } },
    orderBy: { userId: 'asc' },
    include: { user: true },
  })

const ROLES = ['manager', 'reviewer', 'annotator', 'viewer'] as const

async function rolesIn(project: Project): Promise<ProjectRole[]> {
  const members = await Promise.all(ROLES.map((role) => memberOf(project, role)))
  return ROLES.filter((_, at) => members[at])
}

for (const role of ROLES)
  test(`a ${role} can open the pages of their projects that they may see`, async ({ baseURL }) => {
    const open = opening(baseURL)
    const failed: string[] = []
    const seen = new Set<string>()
    let shown = 0
    for (const [place, project] of (await demoProjects()).entries()) {
      const member = await memberOf(project, role)
      if (!member) continue
      const values = await valuesOf(project, role === 'annotator' ? member.userId : undefined)
      // A manager may see most: what states do to pages is seen as them.
      const shownAs = role === 'manager' ? values : firstOnly(values)
      const addresses = addressesOf(role, place, await rolesIn(project))
      const opened = await open(await sessionFor(member.user), pagesOf(project, shownAs, addresses, seen))
      failed.push(...opened.failed.map((what) => `${project.name}: ${what}`))
      shown += opened.shown
    }
    expect(failed).toEqual([])
    expect(shown).toBeGreaterThan(role === 'annotator' ? 10 : 30)
  })

test('administrators, people without a project and visitors can open every page or are refused', async ({
  baseURL,
}) => {
  const open = opening(baseURL)
  const projects = await demoProjects()
  const release = await prisma().release.findFirstOrThrow({
    where: { state: 'ready', projectId: { in: projects.map(({ id }) => id) } },
    include: { project: true },
  })
  const mara = await prisma().user.findUniqueOrThrow({ where: { email: 'mara@assay.example' } })
  const { projectId, number } = release
  const { secret } = await makeReleaseLink(actorOf(mara), { projectId, number })
  // Links that lead nowhere, and one that leads to a release.
  const named = (values: string[]) => values.map((value) => ({ value, state: value }))
  const around = outside
    .flatMap((address) => pagesAt(address, { token: named(['nowhere']), secret: named([secret, 'nowhere']) }))
    .map(({ path }) => path)
  const people = await prisma().user.findMany({
    where: { demo: true, passwordHash: { not: null } },
    include: { memberships: { select: { role: true } } },
    orderBy: { id: 'asc' },
  })
  // Of those with the same rights and roles one.
  const different = firstOfEach(people, ({ isAdmin, canCreateProjects, memberships }) => [
    isAdmin,
    canCreateProjects,
    [...new Set(memberships.map(({ role }) => role))].sort(),
  ])
  for (const person of different)
    expect(await open(await sessionFor(person), around), person.name).toMatchObject({ failed: [] })

  // What states do to pages is seen by its manager.
  const inside = pagesOf(release.project, firstOnly(await valuesOf(release.project)))
  const both = [...around, ...inside]
  const admin = await open(await sessionFor(await makeUser({ isAdmin: true })), both)
  const stranger = await open(await sessionFor(await makeUser()), both)
  const visitor = await open(null, both)
  expect([admin.failed, stranger.failed, visitor.failed]).toEqual([[], [], []])
  // What they are refused is not shown; what is theirs is.
  expect(admin.shown).toBeGreaterThan(inside.length / 2)
  expect(stranger.shown).toBeLessThan(around.length + 1)
  expect(visitor.shown).toBeLessThan(stranger.shown)
})
