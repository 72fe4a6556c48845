import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast } from '@/components/ui/toast'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { noteFollowedLinks } from '@/lib/platform/client/followed-address'
import { drawBench, newWorkbench, press, TestServer } from '@/tests/support/test-bench'

const SEGMENTS = ['The Pacific is the largest ocean. ', 'It has many islands.']
const content = { prompt: 'Which?', response: SEGMENTS.join(''), domain: 'wk', source: null, index: null }
const begun: Workbench['answers'] = [
  { unit: 's1', question: 'label', value: true, revision: 1, savedAt: '2030-01-01T00:00:00.000Z', origin: 'chosen' },
]

let server: TestServer
let shown: string[]
function open(answers: Workbench['answers'] = [], top = 0) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 100, 40))
  const bench = newWorkbench('felm', 'segments', content, SEGMENTS, {
    answers,
    item: {
      position: 7,
      title: 'Oceans',
      externalId: null,
      domain: 'wk',
      source: null,
      content: { ...content, refContents: [] },
    },
  })
  server = new TestServer(bench)
  drawBench(bench)
}
const focused = () => document.activeElement?.id

beforeEach(() => {
  shown = []
  localStorage.clear()
  Object.assign(window, { scrollTo: () => {} })
  Element.prototype.scrollIntoView = function () {
    shown.push(this.id)
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('on arrival at a task', () => {
  it.each([
    ['that is gone on with, what is open has the focus, and nothing moves', begun, 2_000, 'unit-s2', []],
    ['that is fresh, one reads from its top, however long the prompt', [], 2_000, 'unit-s1', []],
  ] as const)('%s', (_, answers, top, unit, moved) => {
    open([...answers], top)
    expect(focused()).toBe(unit)
    expect(shown).toEqual(moved)
  })
})

it('goes to the unit whose link was followed before the page took clicks', () => {
  open()
  expect(focused()).toBe('unit-s1')
  // What the server draws, before it is hydrated.
  const drawn = document.body.innerHTML
  cleanup()
  document.body.innerHTML = drawn
  noteFollowedLinks()
  fireEvent.click(document.getElementById('unit-s2') ?? document.body)
  window.history.replaceState(null, '', '/')
  document.body.innerHTML = ''
  open()
  expect(focused()).toBe('unit-s2')
})

it.each([
  ['the keys', '?', 'Keyboard shortcuts'],
  ['skipping', 'shift+s', 'Skip this task'],
  ['asking', 'shift+q', 'Ask a manager'],
])('the open unit has the focus again after the dialog of %s', async (_, key, name) => {
  open()
  const before = focused()
  press(key)
  await screen.findByRole('dialog', { name })
  press('Escape')
  await waitFor(() => expect(focused()).toBe(before))
})

it('says that the task was set aside once a manager is asked', async () => {
  open()
  server.other = ({ path }) =>
    path.endsWith('/next-task/annotation') ? { taskId: null, reason: 'nothing_left', workbench: null } : {}
  const said = vi.spyOn(toast, 'success').mockImplementation(() => undefined)
  press('shift+q')
  const dialog = await screen.findByRole('dialog', { name: 'Ask a manager' })
  expect(dialog).toBeDefined()
  fireEvent.change(screen.getByRole('textbox', { name: /^Question/ }), { target: { value: 'Is it true?' } })
  press('ctrl+Enter')
  await waitFor(() => expect(said.mock.calls.map(([title]) => title)).toEqual(['The task is set aside']))
})
