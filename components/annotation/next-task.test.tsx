import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, useSyncExternalStore } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Foreseen, Workbench as WorkbenchData } from '@/lib/annotations/contract'
import { createQueryClient } from '@/lib/client/query-client'
import { Workbench } from './workbench'

const router = { push: vi.fn() }
vi.mock('next/navigation', () => ({
  useRouter: () => router,
  usePathname: () => useSyncExternalStore(follow, () => location.pathname),
}))
// What is loaded apart is there before the first test.
vi.mock('next/dynamic', () => ({
  default: (load: () => Promise<ComponentType>) => {
    let Loaded: ComponentType | null = null
    void load().then((component) => {
      Loaded = component
    })
    return (props: object) => Loaded && <Loaded {...props} />
  },
}))
vi.setConfig({ testTimeout: 20_000 })
beforeAll(() => vi.dynamicImportSettled())

const followers = new Set<() => void>()
const follow = (follower: () => void) => {
  followers.add(follower)
  return () => void followers.delete(follower)
}

const ID = (n: number) => `0193a0a0-0000-7000-8000-${String(n).padStart(12, '0')}`
const AT = '2030-01-01T00:00:00.000Z'
const INCOMPLETE = {
  type: 'about:blank',
  title: 'no',
  status: 422,
  code: 'rule',
  detail: 'Something is missing still.',
}
let serial = 0

function workbench(position: number): WorkbenchData {
  const content = { prompt: `Question ${position}?`, response: 'It is so.', domain: 'wk', source: null, index: null }
  return {
    userId: ID(1_000 + serial),
    annotationId: ID(2_000 + 10 * serial + position),
    taskId: ID(3_000 + 10 * serial + position),
    projectId: ID(4),
    projectName: 'Oceans',
    protocolId: 'felm',
    stageKey: 'segments',
    round: 1,
    mode: 'editing',
    submittedAt: null,
    item: {
      position,
      title: content.prompt,
      externalId: null,
      domain: 'wk',
      source: null,
      content: { ...content, refContents: [] },
    },
    units: [
      { key: 'item', kind: 'item', text: content.prompt },
      { key: 's1', kind: 'segment', text: content.response },
    ],
    answers: [],
    suggestions: [],
    sentBack: null,
    guidelineVersion: 1,
    expiresAt: null,
    abilities: { annotate: true },
  }
}

let [first, second]: WorkbenchData[] = []
let foreseen: Foreseen['tasks']
let isOffline: boolean
let refusal: object | null
let isRefusing: boolean
let sent: string[]

beforeEach(() => {
  serial += 1
  ;[first, second] = [workbench(1), workbench(2)]
  foreseen = [{ held: true, workbench: { ...workbench(2), foreseen: true } }]
  isOffline = false
  refusal = null
  isRefusing = false
  sent = []
  localStorage.clear()
  sessionStorage.clear()
  Object.assign(window, { scrollTo: () => {} })
  const push = history.pushState.bind(history)
  vi.spyOn(history, 'pushState').mockImplementation((...given) => {
    push(...given)
    for (const follower of followers) follower()
  })
  history.pushState(null, '', `/projects/${first.projectId}/tasks/${first.taskId}/annotate`)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (isOffline) throw new TypeError('no network')
    sent.push(`${init.method ?? 'GET'} ${path}`)
    if (path.includes('/foreseen')) return Response.json({ tasks: foreseen })
    if (path.endsWith('/submit'))
      return isRefusing ? Response.json(INCOMPLETE, { status: 422 }) : Response.json({ submittedAt: AT })
    if (path.endsWith('/next-task')) return Response.json({ taskId: second?.taskId, reason: null })
    if (path.endsWith(`${second?.taskId}/annotation`))
      return refusal ? Response.json(refusal, { status: 403 }) : Response.json(second)
    if (path.endsWith('/annotation')) return Response.json({ ...first, mode: 'reading', submittedAt: AT })
    if (!path.endsWith('/answers')) return Response.json({})
    const body = JSON.parse(String(init.body))
    const saved = ({ unit, question, value, expectedRevision }: typeof body) => {
      return { unit, question, value, revision: expectedRevision + 1, savedAt: AT }
    }
    if (!body.answers) return Response.json(saved(body))
    return Response.json({ outcomes: body.answers.map((each: typeof body) => ({ status: 'saved', ...saved(each) })) })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const heading = (position: number) =>
  screen.findByRole('heading', { level: 1, name: `${position}. Question ${position}?` })
const press = (key: string, more: object = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...more }))

async function open() {
  if (!first) throw new Error('no task')
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Workbench initial={first} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(sent.some((each) => each.includes('/foreseen'))).toBe(true), { timeout: 5_000 })
}

async function submitAll() {
  await press('t')
  await press('y')
  await press('Enter', { ctrlKey: true })
}

const openings = () => sent.filter((each) => each === `POST /api/tasks/${second?.taskId}/annotation`).length

it('opens what was fetched ahead only when its reader arrives, and asks for nothing before it is drawn', async () => {
  await open()
  await submitAll()
  const next = await screen.findByRole('button', { name: /Next task/ })
  expect(openings()).toBe(0)
  const before = sent.length
  fireEvent.click(next)
  await heading(2)
  await waitFor(() => expect(openings()).toBe(1))
  expect(sent.slice(before).filter((each) => !each.includes('/heartbeat'))[0]).toMatch(/next-task$/)
  expect(router.push).not.toHaveBeenCalled()
})

it('goes on to one’s own next task without the network, and submits both sides of it once it is back', async () => {
  await open()
  isOffline = true
  await submitAll()
  expect(await screen.findByText(/Not submitted yet/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Next task' }))
  await heading(2)
  expect(await screen.findByText(/Another task waits/)).toBeTruthy()
  await press('t')
  isOffline = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(sent).toContain(`POST /api/tasks/${first?.taskId}/submit`), { timeout: 10_000 })
  await waitFor(() => expect(screen.queryByText(/Another task waits/)).toBeNull())
})

it('tells of a task that was refused after one left it: which one, why, and when the page is closed', async () => {
  const { projectId, taskId } = workbench(1)
  await open()
  isOffline = true
  await submitAll()
  await screen.findByText(/Not submitted yet/)
  fireEvent.click(screen.getByRole('button', { name: 'Next task' }))
  await heading(2)
  ;[isOffline, isRefusing] = [false, true]
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('Not submitted: Something is missing still.', {}, { timeout: 10_000 })).toBeTruthy()
  expect(screen.queryByText(/Another task waits/)).toBeNull()
  const link = screen.getByRole('link', { name: 'Open that task' })
  expect(link.getAttribute('href')).toBe(`/projects/${projectId}/tasks/${taskId}/annotate`)
  const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isHeld()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Put away' }))
  expect(screen.queryByText(/was not submitted/)).toBeNull()
  expect(isHeld()).toBe(false)
})

it('takes a submission back that waits, when something is changed after it', async () => {
  await open()
  isOffline = true
  await submitAll()
  await screen.findByText(/Not submitted yet/)
  await press('z', { ctrlKey: true })
  await waitFor(() => expect(screen.queryByText(/Not submitted yet/)).toBeNull())
})

it('says so where a task that was fetched ahead is not open to its reader any more', async () => {
  refusal = { type: 'about:blank', title: 'no', status: 403, code: 'forbidden', detail: 'Taken by somebody else.' }
  await open()
  await submitAll()
  fireEvent.click(await screen.findByRole('button', { name: /Next task/ }))
  expect(await screen.findByText('Taken by somebody else.')).toBeTruthy()
})
