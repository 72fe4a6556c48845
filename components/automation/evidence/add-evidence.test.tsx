import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CLAIM, CONTENT, UNITS } from '@/components/protocols/factcheck-bench/verify/sample-claims'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { CLIP_CHANNEL, type ClipMessage } from '@/lib/automation/evidence/clip/contract'
import { entriesOf } from '@/lib/protocols/made-units'
import { allSaved, drawBench, newWorkbench, press, TestServer } from '@/tests/support/test-bench'
import { newId } from '@/tests/support/test-id'
import { AddEvidenceView } from './add-evidence-view'

const ADDRESS = 'https://www.example.org/arden'
const WORDS = 'It has seven floors.'
let server: TestServer
let others: BroadcastChannel[] = []

function openTask(more: Partial<Workbench> = {}) {
  const bench = newWorkbench('factcheck-bench', 'verify', CONTENT, [], { units: UNITS, ...more })
  server = new TestServer(bench)
  drawBench(bench)
  return bench
}
function bring(userId: string, sent: Record<string, string> = { address: ADDRESS, title: 'Arden', words: WORDS }) {
  window.location.hash = new URLSearchParams(sent).toString()
  render(<AddEvidenceView userId={userId} />)
}
/** Another tab: keeps what it hears. */
function otherTab() {
  const heard: ClipMessage[] = []
  const channel = new BroadcastChannel(CLIP_CHANNEL)
  channel.onmessage = ({ data }) => heard.push(data)
  others.push(channel)
  return { heard, say: (message: unknown) => channel.postMessage(message) }
}
/** Clicks once the button takes clicks: it does not in the first moment. */
const add = async (name = 'Add to your evidence') => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  fireEvent.click(button)
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  window.location.hash = ''
})
afterEach(() => {
  for (const channel of others) channel.close()
  others = []
})

describe('what a bookmark brings', () => {
  it('becomes own evidence of the claim that is open in another tab, once it is confirmed', async () => {
    const { userId } = openTask()
    bring(userId)
    expect(await screen.findByRole('radio', { name: new RegExp(`^Claim 1.*${CLAIM}`) })).toBeDefined()
    expect(server.sent).toEqual([])
    fireEvent.change(screen.getByRole('textbox', { name: /^Query/ }), { target: { value: 'arden floors' } })
    await add()
    expect(await screen.findByText(/^Added to claim 1/)).toBeDefined()
    await allSaved()
    const [own] = entriesOf(server.answers()['s1.c1']?.ownEvidence)
    expect(server.answers()['s1.c1']?.enough).toBe('no')
    expect(server.answers()[own?.key ?? '']).toEqual({ url: ADDRESS, quote: WORDS, query: 'arden floors' })
    press('ctrl+z')
    await waitFor(() => expect(server.answers()['s1.c1']?.ownEvidence).toBeUndefined())
  })

  it('says what is missing, and that it is there already', async () => {
    const { userId } = openTask()
    bring(userId, { address: 'javascript:alert(1)', words: WORDS })
    await screen.findByRole('radio', { name: /^Claim 1/ })
    await add()
    expect(screen.getByText('Paste the address of the page.')).toBeDefined()
    fireEvent.change(screen.getByRole('textbox', { name: /^Address/ }), { target: { value: ADDRESS } })
    await add()
    await screen.findByText(/^Added to claim 1/)
    const tab = otherTab()
    const [own] = entriesOf(server.answers()['s1.c1']?.ownEvidence)
    expect(own).toBeDefined()
    tab.say({ kind: 'ask' })
    await waitFor(() => expect(tab.heard.some(({ kind }) => kind === 'place')).toBe(true))
    const place = tab.heard.find((message) => message.kind === 'place')
    const again = { kind: 'add', tab: place?.tab, unit: 's1.c1', userId, address: ADDRESS, quote: WORDS, query: '' }
    tab.say(again)
    const lastAnswer = () => tab.heard.findLast(({ kind }) => kind === 'answer')
    await waitFor(() => expect(lastAnswer()).toMatchObject({ text: 'It is there already.' }))
    tab.say({ ...again, userId: newId() })
    await waitFor(() => expect(lastAnswer()).toMatchObject({ done: false, text: /not open for changes/ }))
  })

  it('says that it was added after a double click, and hears no answer to what another tab handed over', async () => {
    const { userId } = openTask({ mode: 'reading' })
    const tab = otherTab()
    bring(userId)
    const place = { tab: 'a', project: 'P', item: '1. I', unit: 's1', unitName: 'Segment 1', text: 'T', query: '' }
    tab.say({ ...place, kind: 'place', userId, takes: 'list' })
    await screen.findByRole('radio', { name: /^Segment 1/ })
    tab.say({ kind: 'answer', tab: 'a', done: false, text: 'To another.' })
    await add()
    await add()
    const handed = () => tab.heard.filter(({ kind }) => kind === 'add')
    await waitFor(() => expect(handed()).toHaveLength(2))
    tab.say({ kind: 'answer', tab: 'a', done: true, text: 'Added to claim 1.' })
    tab.say({ kind: 'answer', tab: 'a', done: false, text: 'It is there already.' })
    tab.say({ ...place, kind: 'place', userId, takes: 'links' })
    await screen.findByText('Added to claim 1.')
    expect(screen.queryByText('It is there already.')).toBeNull()
    expect(screen.queryByText('To another.')).toBeNull()
  })

  it('does not see tasks of somebody else who was signed in here, nor such as are only read', async () => {
    openTask({ mode: 'reading' })
    const tab = otherTab()
    bring(newId())
    const place = { tab: 'a', project: 'P', item: '1. I', unit: 's1', unitName: 'Segment 1', text: 'T', query: '' }
    tab.say({ ...place, kind: 'place', userId: newId(), takes: 'list' })
    tab.say('hello')
    tab.say({ ...place, kind: 'place', takes: 'everything' })
    fireEvent.click(screen.getByRole('button', { name: 'Look again' }))
    await waitFor(() => expect(tab.heard.filter(({ kind }) => kind === 'ask').length).toBeGreaterThan(1))
    expect(tab.heard.filter(({ kind }) => kind === 'place')).toEqual([])
    expect(screen.getByText('No task is open in this browser')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Add to your evidence' }).hasAttribute('disabled')).toBe(true)
  })

  it('waits for a choice where two tasks are open', async () => {
    const { userId } = openTask()
    const tab = otherTab()
    bring(userId)
    const place = { tab: 'a', project: 'P', item: '1. I', unit: 's1', unitName: 'Segment 1', text: 'T', query: '' }
    tab.say({ ...place, kind: 'place', userId, takes: 'links' })
    const radio = await screen.findByRole('radio', { name: /^Segment 1/ })
    await screen.findByRole('radio', { name: /^Claim 1/ })
    const where = within(screen.getByRole('radiogroup', { name: 'Where it goes' }))
    expect(where.getAllByRole('radio').some((each) => each.getAttribute('aria-checked') === 'true')).toBe(false)
    fireEvent.click(radio)
    await add('Add to the links')
    const lastAdded = () => tab.heard.findLast(({ kind }) => kind === 'add')
    await waitFor(() => expect(lastAdded()).toMatchObject({ tab: 'a', unit: 's1', quote: WORDS }))
    tab.say({ kind: 'gone', tab: 'a' })
    await waitFor(() => expect(screen.queryByRole('radio', { name: /^Segment 1/ })).toBeNull())
  })

  it('is nothing where nothing came', () => {
    bring(newId(), {})
    expect(screen.getByText('Nothing came along')).toBeDefined()
  })
})
