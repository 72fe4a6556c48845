/** Keys pressed between a submission and the next task: where they land, in which order, and what becomes of them otherwise. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { ProtocolWorkbench } from '@/components/protocols/protocol-workbench'
import { toast } from '@/components/ui/toast'
import type { Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import { MOST_HELD } from '@/lib/platform/client/held-keys'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { router } from '@/tests/next/navigation'
import { testHost } from '@/tests/support/hosts'
import { newWorkbench, write } from '@/tests/support/test-bench'

let said: MockInstance<typeof toast.info>

const AT = '2030-01-01T00:00:00.000Z'
const REFUSED = { type: 'about:blank', title: 'no', status: 422, code: 'rule', detail: 'Not today.' }

function task(position: number, userId?: string): WorkbenchData {
  const content = { prompt: `Question ${position}?`, response: 'It is so.', domain: 'wk', source: null, index: null }
  const item = { position, title: content.prompt, externalId: null, domain: 'wk', source: null }
  return newWorkbench('felm', 'segments', content, ['It is so.'], {
    item: { ...item, content: { ...content, refContents: [] } },
    ...(userId ? { userId } : {}),
  })
}

let first: WorkbenchData
let second: WorkbenchData
/** What was saved, by task, in order. */
let saved: Record<string, string[]>
let isOffline: boolean
let isRefused: boolean
let isOpened: boolean
let nextTaskId: string | null
/** What the server has not answered yet. */
let waiting: (() => void)[]
let isHeld: boolean

const answer = async (response: () => Response) => {
  if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
  return response()
}
const letServerAnswer = () =>
  act(async () => {
    isHeld = false
    for (const resolve of waiting.splice(0)) resolve()
  })

beforeEach(() => {
  first = task(1)
  second = task(2, first.userId)
  ;[saved, isOffline, isRefused, isOpened, nextTaskId] = [{}, false, false, true, second.taskId]
  ;[waiting, isHeld] = [[], false]
  said = vi.spyOn(toast, 'info').mockImplementation(() => {})
  localStorage.clear()
  sessionStorage.clear()
  Object.assign(window, { scrollTo: () => {} })
  history.pushState(null, '', `/projects/${first.projectId}/tasks/${first.taskId}/annotate`)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (isOffline) throw new TypeError('no network')
    if (path.includes('/foreseen')) return Response.json({ tasks: [] })
    if (path.endsWith('/submit'))
      return answer(() =>
        isRefused ? Response.json(REFUSED, { status: 422 }) : Response.json({ submittedAt: AT, held: null }),
      )
    if (path.endsWith('/next-task/annotation'))
      return answer(() =>
        Response.json({
          taskId: nextTaskId,
          reason: nextTaskId ? null : 'nothing_left',
          workbench: nextTaskId && isOpened ? second : null,
        }),
      )
    if (path.endsWith(`${second.taskId}/annotation`))
      return isOpened ? Response.json(second) : Response.json({ ...REFUSED, code: 'conflict' }, { status: 409 })
    if (path.endsWith('/annotation')) return Response.json({ ...first, mode: 'reading', submittedAt: AT })
    if (!path.endsWith('/answers')) return Response.json({})
    const body = JSON.parse(String(init.body))
    const taskId = path.split('/').at(-2) ?? ''
    const save = ({ unit, question, value, expectedRevision }: typeof body) => {
      saved[taskId] = [...(saved[taskId] ?? []), `${unit}.${question} ${value}`]
      return { unit, question, value, revision: expectedRevision + 1, savedAt: AT }
    }
    if (!body.answers) return Response.json(save(body))
    return Response.json({ outcomes: body.answers.map((each: typeof body) => ({ status: 'saved', ...save(each) })) })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const press = (...keys: string[]) =>
  act(async () => {
    for (const spelled of keys) {
      const [key, ctrlKey] = [spelled.replace('ctrl+', ''), spelled.startsWith('ctrl+')]
      fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ctrlKey })
    }
  })
/** Does the page keep the key from the browser? */
const isKept = (key: string, target: Element = document.activeElement ?? document.body, more: object = {}) => {
  const event = createEvent.keyDown(target, { key, code: key, ...more })
  fireEvent(target, event)
  return event.defaultPrevented
}

const client = () => createQueryClient()
const within = (queries: ReturnType<typeof client>, children: ReactNode) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
)

/** Opens the first task and answers all of it. */
async function answerFirst() {
  const queries = client()
  const page = render(
    within(queries, <ProtocolWorkbench key={first.taskId} initial={first} Host={testHost(first.protocolId)} />),
  )
  await press('t', 'y')
  await waitFor(() => expect(saved[first.taskId]).toHaveLength(2))
  return { ...page, queries }
}
const heading = (position: number) =>
  screen.findByRole('heading', { level: 1, name: `${position}. Question ${position}?` })
const note = () => screen.getAllByRole('status').find((each) => /for the next task/.test(each.textContent ?? ''))
const nextButton = () => screen.findByRole('button', { name: /Next task/ })
const BOTH = ['s1.label true', 'item.action keep']

describe('keys pressed right after the submission', () => {
  it('land in the next task, in order and once each, and none in the one that was submitted', async () => {
    await answerFirst()
    isHeld = true
    await press('ctrl+Enter', 'Enter', 't', 'y')
    expect(note()?.textContent).toBe('2 keys wait for the next task. Esc lets go of them.')
    await letServerAnswer()
    await heading(2)
    await waitFor(() => expect(saved[second.taskId]).toHaveLength(2))
    expect(saved).toEqual({ [first.taskId]: BOTH, [second.taskId]: BOTH })
    expect(note()).toBeUndefined()
    expect(said).not.toHaveBeenCalled()
  })

  it('wait for who has not gone on yet, also where they are pressed after the server has answered', async () => {
    await answerFirst()
    isHeld = true
    await press('ctrl+Enter', 't')
    await letServerAnswer()
    const next = await nextButton()
    await press('y')
    expect(note()?.textContent).toContain('2 keys wait')
    fireEvent.click(next)
    await heading(2)
    await waitFor(() => expect(saved[second.taskId]).toEqual(BOTH))
  })

  it('go on where the server has answered before the button for the next task has the focus', async () => {
    await answerFirst()
    await press('ctrl+Enter')
    const next = await nextButton()
    next.blur()
    await press('Enter', 't', 'y')
    await heading(2)
    await waitFor(() => expect(saved[second.taskId]).toEqual(BOTH))
    expect(saved[first.taskId]).toEqual(BOTH)
  })

  it('are held on a quick machine too, while keys that only lead somewhere still do so in what was submitted', async () => {
    await answerFirst()
    await press('ctrl+Enter')
    const next = await nextButton()
    await press('k')
    expect(note()).toBeUndefined()
    await press('t')
    expect(note()?.textContent).toBe('1 key waits for the next task. Esc lets go of it.')
    fireEvent.click(next)
    await heading(2)
    await waitFor(() => expect(saved[second.taskId]).toEqual(['s1.label true']))
    expect(saved[first.taskId]).toEqual(BOTH)
  })

  it('and while the next task is on its way are held as well', async () => {
    await answerFirst()
    await press('ctrl+Enter')
    const next = await nextButton()
    isHeld = true
    fireEvent.click(next)
    await press('t')
    fireEvent.click(next)
    await press('y')
    await letServerAnswer()
    await heading(2)
    await waitFor(() => expect(saved[second.taskId]).toEqual(BOTH))
  })

  it('cross to a page of its own, where the next task needs one', async () => {
    const { rerender, queries } = await answerFirst()
    isOpened = false
    isHeld = true
    await press('ctrl+Enter', 'Enter', 't')
    await letServerAnswer()
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(expect.stringContaining(second.taskId)))
    await press('y')
    history.pushState(null, '', `/projects/${second.projectId}/tasks/${second.taskId}/annotate`)
    rerender(
      within(queries, <ProtocolWorkbench key={second.taskId} initial={second} Host={testHost(second.protocolId)} />),
    )
    await waitFor(() => expect(saved[second.taskId]).toEqual(BOTH))
  })

  it('do not run into a text field that the submission was pressed in', async () => {
    await answerFirst()
    await press('k')
    await press('f')
    await press('1')
    await waitFor(() => expect(document.activeElement?.id).toBe('field-s1-reason'))
    await act(async () => write('It is not.'))
    isHeld = true
    await press('ctrl+Enter')
    expect(document.activeElement).toBe(document.body)
    await press('t')
    expect(note()?.textContent).toContain('1 key waits')
    isRefused = true
    await letServerAnswer()
    await screen.findByText('Not today.')
    await press('t')
    expect(document.activeElement).toBe(document.body)
    await press('Escape')
    expect(document.activeElement?.id).toBe('field-s1-reason')
    expect(document.activeElement).toHaveProperty('value', 'It is not.')
  })

  it('and behind a second submission are not taken, since they are meant for the task after', async () => {
    await answerFirst()
    isHeld = true
    await press('ctrl+Enter')
    await press('Enter', 't', 'y')
    await press('ctrl+Enter')
    await press('Enter', 'f')
    await letServerAnswer()
    await heading(2)
    await waitFor(() => expect(said).toHaveBeenCalledWith('1 key was not taken', expect.anything()))
    expect(saved[second.taskId]).toEqual(BOTH)
  })

  it('are no more than a dozen', async () => {
    await answerFirst()
    isHeld = true
    await press('ctrl+Enter', ...Array.from({ length: MOST_HELD + 1 }, () => 'j'))
    expect(note()?.textContent).toContain(`${MOST_HELD} keys wait for the next task, no more are kept.`)
  })
})

describe('keys that cannot reach the next task', () => {
  const notTaken = (title: string, why: RegExp) =>
    expect(said).toHaveBeenCalledWith(title, { description: expect.stringMatching(why) })

  it('are not taken by a task whose submission is refused, which is said; then it is worked on as before', async () => {
    await answerFirst()
    ;[isHeld, isRefused] = [true, true]
    await press('ctrl+Enter', 'f', 'd')
    await letServerAnswer()
    await screen.findByText('Not today.')
    notTaken('2 keys were not taken', /this one is not submitted/)
    expect(saved).toEqual({ [first.taskId]: BOTH })
    await press('Enter', 'k', 'f', 'd')
    expect(saved).toEqual({ [first.taskId]: BOTH })
    await press('Escape')
    await press('k')
    await press('f')
    await waitFor(() => expect(saved[first.taskId]).toEqual([...BOTH, 's1.label false']))
  })

  it('are not taken by a task that waits for the network', async () => {
    await answerFirst()
    isOffline = true
    await act(async () => {
      fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', ctrlKey: true })
      fireEvent.keyDown(document.body, { key: 'f', code: 'f' })
    })
    await screen.findByText(/Not submitted yet/)
    notTaken('1 key was not taken', /this one is not submitted/)
    expect(saved).toEqual({ [first.taskId]: BOTH })
    // Nothing lies there to go to without the server.
    await press('Enter', 'f')
    await screen.findByText(/cannot be reached/)
    await press('f')
    expect(screen.getByText(/^This task waits to be submitted/)).toBeTruthy()
    expect(screen.getByText(/Not submitted yet/)).toBeTruthy()
    // Nothing is left waiting for the tests that follow.
    isOffline = false
    await act(async () => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText(/Not submitted yet/)).toBeNull())
  })

  it('are let go of where nothing is left to do', async () => {
    await answerFirst()
    nextTaskId = null
    isHeld = true
    await press('ctrl+Enter', 'Enter', 't')
    await letServerAnswer()
    await waitFor(() => notTaken('1 key was not taken', /no next task/))
    expect(saved).toEqual({ [first.taskId]: BOTH })
  })

  it('are let go of where the person goes elsewhere', async () => {
    const { unmount } = await answerFirst()
    isHeld = true
    await press('ctrl+Enter', 't')
    unmount()
    await waitFor(() => notTaken('1 key was not taken', /was not opened/))
  })

  it('are let go of by Escape, and nothing is gone on to', async () => {
    await answerFirst()
    isHeld = true
    await press('ctrl+Enter', 'Enter', 't', 'Escape')
    expect(note()).toBeUndefined()
    await letServerAnswer()
    await nextButton()
    expect(saved).toEqual({ [first.taskId]: BOTH })
    expect(said).not.toHaveBeenCalled()
  })

  it('stop where one of them leads into a text field', async () => {
    await answerFirst()
    isHeld = true
    await press('ctrl+Enter', 'Enter', '1', 't', 't')
    await letServerAnswer()
    await heading(2)
    await waitFor(() => notTaken('2 keys were not taken', /text field/))
    expect(document.activeElement?.id).toBe('field-s1-reason')
    expect(document.activeElement).toHaveProperty('value', '')
    expect(saved[second.taskId]).not.toContain('s1.label true')
  })
})

describe('keys pressed right after the submission of a task that lacks something', () => {
  const open = async () => {
    render(within(client(), <ProtocolWorkbench key={first.taskId} initial={first} Host={testHost(first.protocolId)} />))
    await press('t')
    await waitFor(() => expect(saved[first.taskId]).toEqual(['s1.label true']))
  }
  const stays = () => screen.getAllByRole('status').find((each) => each.textContent?.startsWith('Not submitted'))
  const AGAIN = 'Esc or a click takes keys again.'

  it('answer nothing in it, in whatever order they come, and leave its warning in sight with the focus at the first question', async () => {
    await open()
    await press('ctrl+Enter', 'Enter', 't', 'n', 'y', 'j', 'f', 'ctrl+Enter', 'Enter', 'y')
    expect(saved).toEqual({ [first.taskId]: ['s1.label true'] })
    expect(screen.getByText('One thing is missing')).toBeTruthy()
    expect(document.activeElement).toHaveProperty('dataset.question', 'action')
    expect(stays()?.textContent).toMatch(/^Not submitted: one thing is missing\.Whole item: /)
    expect(stays()?.textContent).toContain(`8 keys were not taken. ${AGAIN}`.slice(2))
  })

  it.each<[string, () => void]>([
    ['Escape', () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', code: 'Escape' })],
    ['Tab', () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab', code: 'Tab' })],
    ['the pointer', () => fireEvent.pointerDown(document.body)],
  ])('count again once %s says that the person has seen it', async (_, seen) => {
    await open()
    await press('ctrl+Enter', 'y')
    await act(async () => seen())
    expect(stays()).toBeUndefined()
    expect(screen.getByText('One thing is missing')).toBeTruthy()
    await press('y')
    await waitFor(() => expect(saved[first.taskId]).toEqual(BOTH))
    expect(screen.queryByText('One thing is missing')).toBeNull()
  })
})

describe('while a submission is on its way', () => {
  it('chords, Tab and what is typed into a field stay with the browser and the field', async () => {
    await answerFirst()
    isHeld = true
    await press('ctrl+Enter')
    const field = document.body.appendChild(document.createElement('input'))
    expect(isKept('c', undefined, { ctrlKey: true })).toBe(false)
    expect(isKept('Tab')).toBe(false)
    expect(isKept('t', field)).toBe(false)
    expect(note()).toBeUndefined()
    expect(isKept('t')).toBe(true)
    field.remove()
  })

  it('Enter presses a button that somebody has gone to since, and none that had the focus before', async () => {
    await answerFirst()
    isHeld = true
    const [undo, notes] = [screen.getByRole('button', { name: /^Undo/ }), screen.getByRole('button', { name: 'Notes' })]
    undo.focus()
    await press('ctrl+Enter')
    expect(isKept('Enter', undo)).toBe(true)
    expect(isKept(' ', undo)).toBe(true)
    expect(isKept('Tab', undo)).toBe(false)
    notes.focus()
    expect(isKept('Enter', notes)).toBe(false)
    expect(isKept(' ', notes)).toBe(false)
  })

  it('a key that is held down counts once', async () => {
    await answerFirst()
    isHeld = true
    await press('ctrl+Enter', 't')
    expect(isKept('t', undefined, { repeat: true })).toBe(true)
    expect(note()?.textContent).toContain('1 key waits')
  })
})
