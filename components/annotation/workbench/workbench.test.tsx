import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProtocolWorkbench } from '@/components/protocols/protocol-workbench'
import type { SavedAnswer, Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import type { OutboxEntry } from '@/lib/annotation/outbox/outbox-entry'
import { createQueryClient } from '@/lib/platform/client/query-client'
import type { Json } from '@/lib/protocols/protocol'
import { testHost } from '@/tests/support/hosts'
import { newWorkbench } from '@/tests/support/test-bench'
import { newId, testId } from '@/tests/support/test-id'

const SEGMENTS = ['The Pacific is the largest ocean. ', 'It is smaller than the Atlantic. ', 'It has many islands.']
const AT = '2030-01-01T00:00:00.000Z'

function workbench(given: { segments?: string[]; domain?: string } = {}): WorkbenchData {
  const segments = given.segments ?? SEGMENTS
  const prompt = 'Which is the largest ocean?'
  const content = { prompt, response: segments.join(''), domain: given.domain ?? 'wk', source: null, index: null }
  return newWorkbench('felm', 'segments', content, segments, {
    projectName: 'Oceans',
    item: {
      position: 7,
      title: prompt,
      externalId: null,
      domain: content.domain,
      source: null,
      content: { ...content, refContents: [] },
    },
  })
}

interface Sent {
  method: string
  path: string
  body: {
    unit: string
    question: string
    value: Json
    expectedRevision: number
    origin: string
    answers?: Sent['body'][]
  }
}
let sent: Sent[]
let stored: Map<string, SavedAnswer>
let respond: ((path: string) => Response | null) | null
let bench: WorkbenchData

const save = ({ unit, question, value, expectedRevision }: Sent['body']): SavedAnswer => {
  const answer = { unit, question, value, revision: expectedRevision + 1, savedAt: AT }
  stored.set(`${unit}.${question}`, answer)
  return answer
}
const answers = () => Object.fromEntries([...stored].map(([key, answer]) => [key, answer.value]))

beforeEach(() => {
  sent = []
  stored = new Map()
  respond = null
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    // What may come next is looked up behind the work.
    if (path.includes('/foreseen')) return Response.json({ tasks: [] })
    const body: Sent['body'] = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    sent.push({ method: init.method ?? 'GET', path, body })
    const special = respond?.(path)
    if (special) return special
    if (path.endsWith('/submit')) {
      bench = { ...bench, mode: 'reading', submittedAt: AT }
      return Response.json({ submittedAt: AT, held: null })
    }
    if (path.endsWith('/next-task/annotation'))
      return Response.json({ taskId: testId(5), reason: null, workbench: { ...bench, taskId: testId(5) } })
    if (path.endsWith('/annotation'))
      return Response.json({ ...bench, answers: [...stored.values()].map((each) => ({ ...each, origin: 'chosen' })) })
    // The time in use, which only a slow machine has to report.
    if (!path.endsWith('/answers')) return Response.json({})
    if (body.answers)
      return Response.json({ outcomes: body.answers.map((each) => ({ status: 'saved', ...save(each) })) })
    return Response.json(save(body))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function show(given?: Parameters<typeof workbench>[0]) {
  bench = workbench(given)
  return draw()
}

const draw = () => render(page())

const page = () => (
  <QueryClientProvider client={createQueryClient()}>
    <ProtocolWorkbench initial={bench} Host={testHost(bench.protocolId)} />
  </QueryClientProvider>
)

let pressed = 0
/** Presses keys where the focus is; `ctrl+` and `shift+` in front. */
function press(...keys: string[]) {
  for (const spelled of keys) {
    pressed += 1
    const key = spelled.replace(/^(ctrl|shift)\+/, '')
    const target = document.activeElement ?? document.body
    fireEvent.keyDown(target, {
      key: spelled.startsWith('shift+') ? key.toUpperCase() : key,
      ctrlKey: spelled.startsWith('ctrl+'),
      shiftKey: spelled.startsWith('shift+'),
    })
  }
}
const write = (text: string) =>
  fireEvent.change(document.activeElement as HTMLTextAreaElement, { target: { value: text } })
const openSegment = () => document.querySelector('a[aria-current=step]')?.id
const settled = () => waitFor(() => expect(document.querySelector('[data-save-state=saved]')).not.toBeNull())

describe('Workbench', () => {
  it('does not say that all is saved before it knows what this device has kept', () => {
    bench = workbench()
    const drawn = document.createElement('div')
    drawn.innerHTML = renderToString(page())
    const states = [...drawn.querySelectorAll('[data-save-state]')].map((pill) => pill.getAttribute('data-save-state'))
    expect(new Set(states)).toEqual(new Set(['opening']))
  })

  it('labels a document by key alone, in at most 1.2 key presses a decision', async () => {
    show()
    pressed = 0
    press('t')
    expect(openSegment()).toBe('unit-s2')
    press('f', '1')
    expect(document.activeElement?.id).toBe('field-s2-reason')
    write('The Pacific is larger than the Atlantic.')
    press('Enter')
    expect(openSegment()).toBe('unit-s3')
    press('t')
    press('y')
    await settled()
    press('ctrl+Enter')
    await screen.findByText('Submitted')
    expect(answers()).toEqual({
      's1.label': true,
      's2.label': false,
      's2.errorType': 'knowledge_error',
      's2.reason': 'The Pacific is larger than the Atlantic.',
      's3.label': true,
      'item.action': 'keep',
    })
    // Three labels, a type, a reason, keep, and the submission.
    expect(pressed / 7).toBeLessThanOrEqual(1.2)
    fireEvent.click(screen.getByRole('button', { name: /Next task/ }))
    await waitFor(() => expect(location.pathname).toBe(`/projects/${testId(4)}/tasks/${testId(5)}/annotate`))
  })

  it('goes to the segment that was clicked before the page took clicks, which the browser has put into the address', () => {
    history.replaceState(null, '', '/projects/1/tasks/1/annotate?from=queue#unit-s3')
    show()
    expect(openSegment()).toBe('unit-s3')
    press('k')
    expect(openSegment()).toBe('unit-s2')
    history.replaceState(null, '', '/')
  })

  it('stays where it begins when the address names what is no segment', () => {
    history.replaceState(null, '', '/projects/1/tasks/1/annotate#unit-s9')
    show()
    expect(openSegment()).toBe('unit-s1')
    history.replaceState(null, '', '/')
  })

  it('sends each label as one guarded PATCH', async () => {
    show()
    press('t')
    await settled()
    press('k', 'f')
    await settled()
    const patches = sent.filter((request) => request.method === 'PATCH')
    expect(patches.map((request) => request.body)).toEqual([
      {
        annotationId: bench.annotationId,
        unit: 's1',
        question: 'label',
        value: true,
        expectedRevision: 0,
        origin: 'chosen',
        suggestionId: null,
        step: { id: expect.any(String), way: 'do' },
      },
      {
        annotationId: bench.annotationId,
        unit: 's1',
        question: 'label',
        value: false,
        expectedRevision: 1,
        origin: 'chosen',
        suggestionId: null,
        step: { id: expect.any(String), way: 'do' },
      },
    ])
  })

  it('takes 1 to 4 on a segment without a label for false and the type at once, and goes to the reason', async () => {
    show()
    press('2')
    expect(screen.getByRole('button', { name: 'False', pressed: true })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reasoning error', pressed: true })).toBeDefined()
    expect(document.activeElement?.id).toBe('field-s1-reason')
    await waitFor(() => expect(answers()).toEqual({ 's1.label': false, 's1.errorType': 'reasoning_error' }))
    press('Escape', 'ctrl+z')
    await waitFor(() => expect(answers()).toEqual({ 's1.label': null, 's1.errorType': null }))
  })

  it('gives the digits no such meaning where the domain fixes the type', () => {
    show({ domain: 'math' })
    press('1')
    expect(screen.queryByRole('button', { name: 'False', pressed: true })).toBeNull()
  })

  it('asks for no type where the domain fixes it, and goes to the reason at once', () => {
    show({ domain: 'math' })
    press('f')
    expect(document.activeElement?.id).toBe('field-s1-reason')
    expect(screen.queryByRole('button', { name: 'Fooled' })).toBeNull()
  })

  it('undoes and redoes, several at once as one step', async () => {
    show()
    press('f', 'shift+t')
    await waitFor(() => expect(answers()).toEqual({ 's1.label': false, 's2.label': true, 's3.label': true }))
    press('ctrl+z')
    await waitFor(() => expect(answers()).toEqual({ 's1.label': false, 's2.label': null, 's3.label': null }))
    press('ctrl+z')
    await waitFor(() => expect(answers()['s1.label']).toBeNull())
    press('ctrl+y')
    await waitFor(() => expect(answers()['s1.label']).toBe(false))
  })

  it('names what is missing on submit, and goes there', () => {
    show()
    press('t', 'ctrl+Enter')
    expect(screen.getByText('3 things are missing')).toBeDefined()
    expect(sent.some((request) => request.path.endsWith('/submit'))).toBe(false)
  })

  it('keeps answers while offline, says so, and survives a reload', async () => {
    respond = () => {
      throw new TypeError('Failed to fetch')
    }
    const view = show()
    press('t')
    await waitFor(() => expect(document.querySelector('[data-save-state=waiting]')).not.toBeNull())
    view.unmount()
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ProtocolWorkbench initial={bench} Host={testHost(bench.protocolId)} />
      </QueryClientProvider>,
    )
    expect(screen.getByText('Segment 1, True:')).toBeDefined()
    respond = null
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(answers()).toEqual({ 's1.label': true }))
  })

  it('shows both values of a conflict, and keeps the chosen one', async () => {
    const current = { value: false, revision: 4, savedAt: AT }
    respond = () =>
      Response.json(
        {
          type: 'about:blank',
          title: '',
          status: 409,
          code: 'revision_conflict',
          detail: 'Changed.',
          data: { current },
        },
        { status: 409 },
      )
    show()
    press('t')
    await screen.findByText('Label, segment 1: changed elsewhere since you saw it')
    respond = null
    fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
    await settled()
    expect(sent.at(-1)?.body).toMatchObject({ value: true, expectedRevision: 4 })
  })

  it('puts back one refused field, and no other', async () => {
    show()
    press('t')
    await settled()
    respond = () =>
      Response.json(
        { type: 'about:blank', title: '', status: 422, code: 'rule', detail: 'Not today.' },
        { status: 422 },
      )
    press('f')
    await screen.findByText('Label, segment 2: not saved')
    fireEvent.click(screen.getByRole('button', { name: 'Let go of my change' }))
    expect(screen.getByText('Segment 1, True:')).toBeDefined()
    expect(screen.getByText('Segment 2, not answered:')).toBeDefined()
  })

  const leave = (annotationId: string, value: Json) => {
    const [unit, question] = ['s2', 'reason']
    const entry: OutboxEntry = {
      taskId: bench.taskId,
      annotationId,
      unit,
      question,
      value,
      origin: 'typed',
      suggestionId: null,
      base: 1,
      seq: 1,
      editedAt: 0,
      sent: [],
      baseValue: null,
      conflict: null,
      refused: null,
    }
    localStorage.setItem(`assay-outbox/${bench.userId}/${annotationId}/${unit}/${question}`, JSON.stringify(entry))
  }
  const refuse = (status: number, code: string) => () =>
    Response.json({ type: 'about:blank', title: '', status, code, detail: 'Too late.' }, { status })

  it.each([
    ['submitted in another tab', AT],
    ['taken away', null],
  ])('shows what was never saved of a task that was %s, to copy or let go of', async (_, submittedAt) => {
    bench = { ...workbench(), mode: 'reading', submittedAt }
    leave(bench.annotationId, 'The Pacific is larger.')
    respond = refuse(403, 'forbidden')
    draw()
    expect(await screen.findByText('The Pacific is larger.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Copy Reason, segment 2' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Let go of Reason, segment 2' }))
    expect(screen.queryByText('The Pacific is larger.')).toBeNull()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('assay-outbox/'))).toEqual([])
  })

  it.each([
    ['its share', (): Response => Response.json({ ...bench, mode: 'reading' })],
    ['the project', refuse(403, 'forbidden')],
    ['the very task', refuse(404, 'not_found')],
  ])(
    'shows a task as taken away as soon as an answer is refused because %s is, with the way on',
    async (_, reading) => {
      show()
      respond = (path) =>
        path.endsWith('/next-task/annotation')
          ? null
          : path.endsWith('/annotation')
            ? reading()
            : refuse(403, 'forbidden')()
      press('t')
      expect(await screen.findByText('This task is not yours any more')).toBeDefined()
      expect(await screen.findByText('One change was never saved')).toBeDefined()
      expect(screen.getByRole('button', { name: /^Next task/ })).toBeDefined()
    },
  )

  it('shows a task as taken away as soon as its submission is refused', async () => {
    show({ segments: ['One. ', 'Two.'], domain: 'math' })
    press('t', 't', 'y')
    await settled()
    respond = (path) => {
      if (path.endsWith('/submit')) return refuse(403, 'forbidden')()
      return path.endsWith('/annotation') ? Response.json({ ...bench, mode: 'reading' }) : null
    }
    press('ctrl+Enter')
    expect(await screen.findByText('This task is not yours any more')).toBeDefined()
  })

  it('offers neither skipping nor asking by key where answers are only read', async () => {
    bench = { ...workbench(), mode: 'reading', submittedAt: AT }
    draw()
    await screen.findByRole('button', { name: 'Notes' })
    press('shift+s', 'shift+q')
    expect(screen.queryByRole('dialog')).toBeNull()
    press('?')
    expect(await screen.findByRole('dialog')).toBeDefined()
  })

  it('shows what is left of an earlier round apart, and submits all the same', async () => {
    bench = { ...workbench({ segments: ['One. ', 'Two.'], domain: 'math' }), round: 2 }
    leave(newId(), 'What I meant in round 1.')
    const once = refuse(409, 'conflict')
    respond = once
    draw()
    expect(await screen.findByText('What I meant in round 1.')).toBeDefined()
    await waitFor(() => expect(sent.some((request) => request.method === 'PATCH')).toBe(true))
    respond = null
    press('t', 't', 'y')
    await settled()
    press('ctrl+Enter')
    await screen.findByText('Submitted')
    expect(screen.getByText('What I meant in round 1.')).toBeDefined()
  })

  it('leaves Enter to an input method that composes', () => {
    show({ domain: 'math', segments: ['一加一等于三。', '二加二等于四。'] })
    press('f')
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', keyCode: 229 })
    expect(document.activeElement?.id).toBe('field-s1-reason')
    press('Enter')
    expect(openSegment()).toBe('unit-s2')
  })

  it('brings the refusal of a link into view, each time, and keeps the focus in the field', () => {
    const seen: string[] = []
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element, how) {
      if (this.role === 'alert') seen.push(`${this.textContent} ${JSON.stringify(how)}`)
    })
    show()
    press('f')
    const field = screen.getByLabelText('Add a link: Which pages show it?')
    const add = field.nextElementSibling as HTMLButtonElement
    fireEvent.change(field, { target: { value: 'nowhere' } })
    add.focus()
    for (const times of [1, 2]) {
      fireEvent.click(add)
      expect(seen).toEqual(Array(times).fill(`${screen.getByRole('alert').textContent} {"block":"nearest"}`))
      expect(document.activeElement).toBe(field)
    }
    scrolled.mockRestore()
  })

  it('submits an address that is typed and not added, and goes to one that is no link', async () => {
    show({ segments: ['One.'] })
    press('f', 'Escape')
    const field = screen.getByLabelText<HTMLInputElement>('Add a link: Which pages show it?')
    field.focus()
    fireEvent.change(field, { target: { value: 'nowhere' } })
    press('ctrl+Enter')
    expect(screen.getAllByText(/What is typed is not added/)).not.toEqual([])
    // What is typed on may be meant for the next task, until the person has seen that this one stays.
    expect(document.activeElement).toHaveProperty('dataset.question', 'links')
    press('t', 'Enter')
    expect(field).toHaveProperty('value', 'nowhere')
    press('Escape')
    expect(document.activeElement).toBe(field)
    expect(sent.some(({ path }) => path.endsWith('/submit'))).toBe(false)
    fireEvent.change(field, { target: { value: 'example.org/page' } })
    press('ctrl+Enter')
    await settled()
    const link = sent.flatMap(({ body }) => body.answers ?? [body]).find(({ value }) => Array.isArray(value))
    expect(link?.value).toEqual([{ url: 'https://example.org/page' }])
    expect(Object.keys(sessionStorage).map((key) => sessionStorage.getItem(key))).not.toContain('example.org/page')
  })

  it('keeps what is typed of an address while its field is left, to copy the rest elsewhere', async () => {
    show()
    press('f')
    const field = screen.getByLabelText<HTMLInputElement>('Add a link: Which pages show it?')
    fireEvent.change(field, { target: { value: 'https://example.org/wiki/' } })
    fireEvent.blur(field)
    expect(field.value).toBe('https://example.org/wiki/')
    expect(screen.queryByRole('link', { name: /example.org\/wiki/ })).toBeNull()
  })

  it('lets every text find its own direction', () => {
    show({ segments: ['المحيط الهادئ هو الأكبر. ', 'وهو أصغر من الأطلسي.'] })
    const text = document.querySelector('a#unit-s1')?.closest('[dir]')
    expect(text?.getAttribute('dir')).toBe('auto')
    expect(text?.textContent).toContain('المحيط الهادئ هو الأكبر. ')
  })
})
