import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProtocolWorkbench } from '@/components/protocols/protocol-workbench'
import { answersOutbox } from '@/lib/annotation/annotations/answers-outbox'
import type { Foreseen, Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import { submissionsQueue } from '@/lib/annotation/annotations/waiting-submissions'
import { noteConfirmed, SUBMITTED } from '@/lib/annotation/outbox/local-store'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { router } from '@/tests/next/navigation'
import { testHost } from '@/tests/support/hosts'
import { newWorkbench } from '@/tests/support/test-bench'
import { newId } from '@/tests/support/test-id'

const AT = '2030-01-01T00:00:00.000Z'
const INCOMPLETE = {
  type: 'about:blank',
  title: 'no',
  status: 422,
  code: 'rule',
  detail: 'Something is still missing. Answer it, then submit.',
}
const UNOPENED = { ...INCOMPLETE, status: 409, code: 'conflict', detail: 'Open it first.', data: { unopened: true } }
const SIGNED_OUT = { ...INCOMPLETE, status: 401, code: 'unauthenticated', detail: 'Sign in first.' }
const CHANGED = {
  ...INCOMPLETE,
  detail: 'The guidelines have changed.',
  issues: [{ path: 'guidelines', message: 'Version 2 of the guidelines is not confirmed yet; you know 1.' }],
}
function workbench(position: number, userId: string): WorkbenchData {
  const content = { prompt: `Question ${position}?`, response: 'It is so.', domain: 'wk', source: null, index: null }
  return newWorkbench('felm', 'segments', content, [content.response], {
    userId,
    item: {
      position,
      title: content.prompt,
      externalId: null,
      domain: 'wk',
      source: null,
      content: { ...content, refContents: [] },
    },
  })
}

let first: WorkbenchData
let second: WorkbenchData
let foreseen: Foreseen['tasks']
let isOffline: boolean
let refusal: (Record<string, unknown> & { status: number }) | null
let isRefusing: boolean
/** Is the session over? */
let isSignedOut: boolean
/** What submissions wait for. */
let answered: Promise<void>
/** Does something come before the next task? */
let isBehind: boolean
let sent: string[]
/** The time in use that submissions carried, in seconds. */
let carried: number[]

beforeEach(() => {
  const userId = newId()
  ;[first, second] = [workbench(1, userId), workbench(2, userId)]
  foreseen = [{ held: true, next: true, workbench: { ...second, foreseen: true } }]
  isOffline = false
  refusal = null
  isRefusing = false
  isSignedOut = false
  answered = Promise.resolve()
  isBehind = false
  sent = []
  carried = []
  localStorage.clear()
  sessionStorage.clear()
  Object.assign(window, { scrollTo: () => {} })
  history.pushState(null, '', `/projects/${first.projectId}/tasks/${first.taskId}/annotate`)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (isOffline) throw new TypeError('no network')
    sent.push(`${init.method ?? 'GET'} ${path}`)
    if (path.includes('/foreseen')) return Response.json({ tasks: foreseen })
    if (path.endsWith('/submit')) await answered
    if (path.endsWith('/submit') && isSignedOut) return Response.json(SIGNED_OUT, { status: 401 })
    if (path.endsWith('/submit') && isOffline) throw new TypeError('no network')
    if (path.endsWith('/submit')) carried.push(JSON.parse(String(init.body)).activeSeconds)
    if (path.endsWith('/submit'))
      return isRefusing ? Response.json(INCOMPLETE, { status: 422 }) : Response.json({ submittedAt: AT, held: null })
    if (path.endsWith('/next-task/annotation'))
      return Response.json({ taskId: second.taskId, reason: null, workbench: isBehind ? null : second })
    if (path.endsWith(`${second.taskId}/annotation`))
      return refusal ? Response.json(refusal, { status: refusal.status }) : Response.json(second)
    if (path.endsWith('/annotation')) return Response.json({ ...first, mode: 'reading', submittedAt: AT })
    if (refusal && path.endsWith(`${second.taskId}/answers`)) return Response.json(UNOPENED, { status: 409 })
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
  vi.restoreAllMocks()
  vi.useRealTimers()
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
      <ProtocolWorkbench initial={first} Host={testHost(first.protocolId)} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(sent.some((each) => each.includes('/foreseen'))).toBe(true))
}

async function submitAll() {
  await press('t')
  await press('y')
  await press('Enter', { ctrlKey: true })
}

const openings = () => sent.filter((each) => each === `POST /api/tasks/${second.taskId}/annotation`).length

it('goes to one’s own next task at once where it was fetched ahead, and opens it only when its reader arrives', async () => {
  await open()
  await submitAll()
  const next = await screen.findByRole('button', { name: /Next task/ })
  expect(openings()).toBe(0)
  fireEvent.click(next)
  await heading(2)
  await waitFor(() => expect(openings()).toBe(1))
  expect(sent.filter((each) => each.includes('/next-task'))).toEqual([])
  expect(router.push).not.toHaveBeenCalled()
})

describe('before the server has answered the submission', () => {
  let answer: () => void
  beforeEach(() => {
    answered = new Promise<void>((resolve) => {
      answer = resolve
    })
  })
  const answers = (taskId: string) => sent.filter((each) => each === `PATCH /api/tasks/${taskId}/answers`).length
  const goOn = async () => {
    await open()
    await submitAll()
    await press('Enter')
    await heading(2)
    await press('t')
    await waitFor(() => expect(answers(second.taskId)).toBe(1))
  }
  const letAnswer = () => act(async () => answer())

  it('one goes on to a task that was fetched ahead, which takes keys', async () => {
    await goOn()
    expect(screen.queryByText(/waits? to be submitted/)).toBeNull()
    await letAnswer()
    await press('y')
    await waitFor(() => expect(answers(second.taskId)).toBe(2))
    await heading(2)
    expect(sent.filter((each) => each.endsWith('/submit'))).toHaveLength(1)
    expect(submissionsQueue(first.userId).all()).toEqual([])
    // It was opened once, and nothing else was read meanwhile.
    expect(openings()).toBe(1)
    expect(sent).not.toContain(`POST /api/tasks/${first.taskId}/annotation`)
  })

  it('one goes on by a second press of the key that submits, and by the button', async () => {
    await open()
    await submitAll()
    expect(screen.getByRole('button', { name: /Next task/ })).toBeDefined()
    await press('Enter', { ctrlKey: true })
    await heading(2)
    await letAnswer()
    expect(sent.filter((each) => each.endsWith('/submit'))).toHaveLength(1)
  })

  it('a refusal brings back to the task, with its reason, and no key for the next one answers it', async () => {
    isRefusing = true
    await goOn()
    const before = answers(first.taskId)
    await letAnswer()
    await heading(1)
    expect(await screen.findByText('Not submitted: Something is still missing. Answer it, then submit.')).toBeDefined()
    const note = screen.getByText(/This task was not submitted/)
    await press('f')
    expect([answers(first.taskId), answers(second.taskId)]).toEqual([before, 1])
    await press('Escape')
    expect(note.textContent).toBe('')
    await press('f')
    await waitFor(() => expect(answers(first.taskId)).toBe(before + 1))
    await press('t')
    // Submitted again it goes through, and nothing of the refusal is left.
    isRefusing = false
    await press('Enter', { ctrlKey: true })
    await screen.findByText('Submitted', { exact: true })
    expect(screen.queryByText(/Not submitted/)).toBeNull()
    expect(submissionsQueue(first.userId).all()).toEqual([])
  })

  it('a network that goes leaves it waiting in the tab', async () => {
    await goOn()
    isOffline = true
    await letAnswer()
    expect(await screen.findByText(/Another task waits to be submitted/)).toBeDefined()
    isOffline = false
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText(/Another task waits/)).toBeNull())
    await heading(2)
  })
})

it('takes the next task and opens it in one request where it was not fetched ahead', async () => {
  foreseen = []
  await open()
  await submitAll()
  fireEvent.click(await screen.findByRole('button', { name: /Next task/ }))
  await heading(2)
  expect(sent).toContain(`POST /api/projects/${first.projectId}/next-task/annotation`)
  await press('t')
  await waitFor(() => expect(sent).toContain(`PATCH /api/tasks/${second.taskId}/answers`))
  expect(openings()).toBe(0)
  expect(router.push).not.toHaveBeenCalled()
})

it.each<[string, () => void]>([
  ['another task comes before it', () => (foreseen = foreseen.map((each) => ({ ...each, next: false })))],
  [
    'its reservation has lapsed',
    () => {
      const expiresAt = '2020-01-01T00:00:00.000Z'
      foreseen = foreseen.map((each) => ({ ...each, workbench: { ...each.workbench, expiresAt } }))
    },
  ],
  ['it was submitted since, as in another tab', () => noteConfirmed(first.userId, second.annotationId, SUBMITTED)],
])('asks which task is next, though one was fetched ahead, where %s', async (_, change) => {
  change()
  await open()
  await submitAll()
  fireEvent.click(await screen.findByRole('button', { name: /Next task/ }))
  await heading(2)
  expect(sent).toContain(`POST /api/projects/${first.projectId}/next-task/annotation`)
})

it('leaves it to the page to say what comes before the next task', async () => {
  ;[foreseen, isBehind] = [[], true]
  await open()
  await submitAll()
  fireEvent.click(await screen.findByRole('button', { name: /Next task/ }))
  const path = `/projects/${first.projectId}/tasks/${second.taskId}/annotate`
  await waitFor(() => expect(router.push).toHaveBeenCalledWith(path))
  expect(openings()).toBe(0)
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
  await waitFor(() => expect(sent).toContain(`POST /api/tasks/${first.taskId}/submit`))
  await waitFor(() => expect(screen.queryByText(/Another task waits/)).toBeNull())
})

describe('without the network, by key as with it', () => {
  const submitOffline = async () => {
    await open()
    isOffline = true
    await submitAll()
    await screen.findByText(/Not submitted yet/)
  }
  /** Back in the network: the first task is submitted as it was, and the second has its answer. */
  const expectBoth = async () => {
    isOffline = false
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(sent).toContain(`POST /api/tasks/${first.taskId}/submit`))
    await waitFor(() => expect(sent).toContain(`PATCH /api/tasks/${second.taskId}/answers`))
    await waitFor(() => expect(screen.queryByText(/Another task waits/)).toBeNull())
  }
  const stays = () => screen.queryByText(/^This task waits to be submitted/)

  it('Enter goes on from where the notice stands', async () => {
    await submitOffline()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Next task/ }))
    await press('Enter')
    await heading(2)
    await press('t')
    await expectBoth()
  })

  it('the chord once more goes on as well', async () => {
    await submitOffline()
    await press('Enter', { ctrlKey: true })
    await heading(2)
    await press('t')
    await expectBoth()
  })

  it('Enter that comes before it is known that the task waits leads on too, with the keys behind it', async () => {
    foreseen = foreseen.map((each) => ({ ...each, next: false }))
    await open()
    isOffline = true
    await press('t')
    await press('y')
    await act(async () => {
      for (const [key, ctrlKey] of [
        ['Enter', true],
        ['Enter', false],
        ['t', false],
      ] as const)
        fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ctrlKey })
    })
    await heading(2)
    await expectBoth()
  })

  it('other keys change nothing in the task that waits, so that it stays submitted, until its person turns to it', async () => {
    await submitOffline()
    await press('f')
    await press('j')
    expect(stays()?.textContent).toContain('2 keys were not taken')
    expect(screen.getByText(/Not submitted yet/)).toBeTruthy()
    await press('Escape')
    expect(stays()).toBeNull()
    await press('k')
    await press('f')
    await waitFor(() => expect(screen.queryByText(/Not submitted yet/)).toBeNull())
  })

  it('one that has waited and is refused then is not left by Enter, and takes no other key either', async () => {
    await submitOffline()
    ;[isOffline, isRefusing] = [false, true]
    window.dispatchEvent(new Event('online'))
    await screen.findByText(/Something is still missing/)
    expect(screen.getByText(/^This task was not submitted/)).toBeTruthy()
    await press('Enter')
    await press('k')
    await press('f')
    await heading(1)
    expect(sent.filter((each) => each === `PATCH /api/tasks/${first.taskId}/answers`).length).toBeLessThanOrEqual(2)
    expect(screen.getByText(/3 keys were not taken/)).toBeTruthy()
    isRefusing = false
    await press('Escape')
    await press('Enter', { ctrlKey: true })
    await screen.findByText('Submitted')
  })

  it('the key that the notice names takes the submission back', async () => {
    await submitOffline()
    await press('Z', { shiftKey: true })
    await waitFor(() => expect(screen.queryByText(/Not submitted yet/)).toBeNull())
    expect(stays()).toBeNull()
  })

  it('Enter goes on from the text that is read, and in a field stays with the field', async () => {
    await submitOffline()
    await act(async () => void fireEvent.pointerDown(document.body))
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    await press('Enter')
    expect(screen.getByText(/Not submitted yet/)).toBeTruthy()
    await heading(1)
    field.remove()
    await press('Enter')
    await heading(2)
    await press('t')
    await expectBoth()
  })
})

it.each([
  ['guidelines', 'To the guidelines', /^Not submitted: the guidelines came first/],
  ['practice', 'To practice', /^Not submitted: practice came first/],
])(
  'holds what was answered without the network until %s came first, and submits nothing that nobody looked at again',
  async (path, link, words) => {
    await open()
    isOffline = true
    await submitAll()
    fireEvent.click(await screen.findByRole('button', { name: 'Next task' }))
    await heading(2)
    await submitAll()
    await screen.findByText('Not submitted yet: waiting for the server')
    ;[isOffline, refusal] = [false, { ...INCOMPLETE, detail: 'Not yet.', issues: [{ path, message: 'Not yet.' }] }]
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(sent).toContain(`POST /api/tasks/${first.taskId}/submit`))
    await screen.findByRole('button', { name: link })
    await screen.findByText(words)
    const submitted = `POST /api/tasks/${second.taskId}/submit`
    expect(sent).not.toContain(submitted)
    expect(screen.queryByText(/could not be saved|Not submitted yet/)).toBeNull()
    refusal = null
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByRole('button', { name: link })).toBeNull())
    await screen.findByText(words)
    expect(sent).not.toContain(submitted)
    await press('Enter', { ctrlKey: true })
    await waitFor(() => expect(sent).toContain(submitted))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  },
)

it('tells of answers to another task that are held back, though nobody submitted it', async () => {
  const { userId, projectId, taskId, annotationId } = second
  refusal = { ...CHANGED, data: { projectId } }
  await open()
  const change = { taskId, annotationId, unit: 's1', question: 'label', value: true, suggestionId: null } as const
  act(() => answersOutbox(userId).put({ ...change, origin: 'chosen' }, 0))
  expect(await screen.findByText('The guidelines come first for another task')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'To the guidelines' })
  expect(link.getAttribute('href')).toBe(`/projects/${projectId}/tasks/${taskId}/annotate`)
  // This task waits for the network only.
  isOffline = true
  await submitAll()
  await screen.findByText('Not submitted yet: waiting for the server')
  isOffline = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/Not submitted yet/)).toBeNull())
})

it('tells of a task that was refused after one left it: which one, why, and when the page is closed', async () => {
  const { projectId, taskId } = first
  await open()
  isOffline = true
  await submitAll()
  await screen.findByText(/Not submitted yet/)
  fireEvent.click(screen.getByRole('button', { name: 'Next task' }))
  await heading(2)
  ;[isOffline, isRefusing] = [false, true]
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('Not submitted: Something is still missing. Answer it, then submit.')).toBeTruthy()
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

it('says that a submission waits for its person to sign in, beside this tab, at its task and at the next one', async () => {
  await open()
  isSignedOut = true
  await submitAll()
  await screen.findByText('Not submitted yet: you are signed out')
  const target = () => screen.getByRole('link', { name: /^Sign in/ }).getAttribute('target')
  expect(target()).toBe('_blank')
  fireEvent.click(screen.getByRole('button', { name: 'Next task' }))
  await heading(2)
  await screen.findByText(/Another task waits to be submitted until you are signed in again/)
  expect(target()).toBe('_blank')
  isSignedOut = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/Another task waits/)).toBeNull())
})

it('asks to be loaded again where the next task is of another version of the protocol', async () => {
  second = { ...second, protocolId: 'felm@2' }
  foreseen = [{ held: true, next: true, workbench: { ...second, foreseen: true } }]
  await open()
  await submitAll()
  fireEvent.click(await screen.findByRole('button', { name: /Next task/ }))
  await screen.findByText('This project has moved to another version of its protocol')
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeDefined()
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  expect(location.pathname).toBe(`/projects/${first.projectId}/tasks/${second.taskId}/annotate`)
})

it('announces the task that one goes on to, and the first one on the way back', async () => {
  await open()
  await submitAll()
  const announced = () => screen.getAllByRole('status').filter(({ textContent }) => textContent?.startsWith('Task '))
  expect(announced()).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: /Next task/ }))
  await heading(2)
  expect(announced().map(({ textContent }) => textContent)).toEqual(['Task 2: Question 2?'])
  act(() => history.pushState(null, '', `/projects/${first.projectId}/tasks/${first.taskId}/annotate`))
  await heading(1)
  expect(announced().map(({ textContent }) => textContent)).toEqual(['Task 1: Question 1?'])
})

it('submits what waited with the time in use that could not be reported', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await open()
  isOffline = true
  vi.setSystemTime(Date.now() + 20_000)
  await submitAll()
  fireEvent.click(await screen.findByRole('button', { name: 'Next task' }))
  await heading(2)
  isOffline = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(carried).toHaveLength(1))
  expect(carried[0]).toBeGreaterThanOrEqual(20)
})
