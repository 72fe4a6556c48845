import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ToastRegion } from '@/components/ui/toast-region'
import { answersOutbox } from '@/lib/annotation/annotations/answers-outbox'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { entriesOf } from '@/lib/protocols/made-units'
import { allSaved, drawBench, newWorkbench, press, TestServer, write } from '@/tests/support/test-bench'
import { testId } from '@/tests/support/test-id'

const TWELVE = Array.from({ length: 12 }, (_, index) => `Metal number ${index + 1} melts and boils. `)
const RUN = testId(77)
const suggest = (unit: string, ...texts: string[]): Workbench['suggestions'][number] => ({
  id: RUN,
  unit,
  question: 'claims',
  source: 'run',
  model: 'a model',
  score: null,
  value: texts.map((text) => ({ values: { text } })),
})

let server: TestServer
let bench: Workbench
function show({ sentences = TWELVE.slice(0, 3), ...more }: { sentences?: string[] } & Partial<Workbench> = {}) {
  const content = { prompt: 'Tell me about metals.', response: sentences.join(''), source: null, evidence: [] }
  bench = newWorkbench('factcheck-bench', 'decompose', content, sentences, more)
  server = new TestServer(bench)
  return drawBench(bench)
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
// The stubbed server stays: what is still unsent when a test ends must not reach for a real one.
const openSentence = (number: number) => fireEvent.click(screen.getByText(TWELVE[number - 1] ?? '', ROW))
const ROW = { selector: 'a [data-text-of]', normalizer: (text: string) => text }
const panel = () => within(screen.getByRole('complementary', { name: 'Questions' }))
const cards = () => panel().queryAllByRole('listitem', { name: /^Claim / })
const claimsOf = (sentence: string) =>
  entriesOf(server.answers()[sentence]?.claims).map(({ key }) => server.answers()[key]?.text)
/** Adds a claim to the open sentence by keys, and answers what is asked of it. */
const addClaim = (text: string) => {
  press('c')
  write(text)
  press('Enter', '1', '7')
}

describe('decompose', () => {
  it('opens sentence 12 with its own claims and its own number (PEERS 1.2, 1; SEEDS 1.7, 1 and 2)', async () => {
    show({
      sentences: TWELVE,
      suggestions: [
        suggest('s1', 'Claim of the first.'),
        { ...suggest('s12', 'Claim of the twelfth.'), id: testId(78) },
      ],
    })
    openSentence(12)
    expect(panel().getByRole('heading', { name: 'Sentence 12 of 12' })).toBeDefined()
    press('1')
    expect(panel().getByText('Claim of the twelfth.')).toBeDefined()
    expect(panel().queryByText('Claim of the first.')).toBeNull()
    press('a')
    await waitFor(() => expect(claimsOf('s12')).toEqual(['Claim of the twelfth.']))
    expect(claimsOf('s1')).toEqual([])
    const numbers = [...document.querySelectorAll('ol a')].map((row) => row.firstElementChild?.textContent)
    expect(numbers).toEqual(TWELVE.map((_, index) => `${index + 1}.`))
  })

  it('shows everything again on coming back, and after a reload (PEERS 1.2, 2; SEEDS 1.7, 5)', async () => {
    const view = show()
    press('1', '7')
    addClaim('Metal 1 melts.')
    press('k')
    openSentence(2)
    press('2')
    openSentence(1)
    const seen = () => {
      expect(panel().getByRole('button', { name: /Check-worthy/, pressed: true })).toBeDefined()
      expect(panel().getByRole('button', { name: /Most important/, pressed: true })).toBeDefined()
      expect(cards().map((card) => card.textContent)).toEqual([expect.stringContaining('Metal 1 melts.')])
    }
    seen()
    await allSaved()
    view.unmount()
    drawBench({ ...bench, answers: [...server.stored.values()] })
    openSentence(1)
    seen()
  })

  it('keeps C2 and C3 when C1 is removed and one is added (PEERS 1.2, 3; SEEDS 1.7, 3)', async () => {
    show()
    press('1', '7')
    for (const text of ['C1', 'C2', 'C3']) {
      addClaim(text)
      openSentence(1)
    }
    fireEvent.click(panel().getByRole('button', { name: /^Open Claim 1 of 3/ }))
    press('x')
    addClaim('NEW')
    openSentence(1)
    expect(cards()).toHaveLength(3)
    await allSaved()
    expect(claimsOf('s1').toSorted()).toEqual(['C2', 'C3', 'NEW'])
    const keys = entriesOf(server.answers().s1?.claims).map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
    for (const key of keys) expect(server.answers()[key]).toMatchObject({ type: 'factual', importance: 'yes' })
  })

  it('draws no card twice when yes is pressed twice, nor when all is accepted twice (PEERS 1.2, 4; SEEDS 1.7, 4)', async () => {
    show({ suggestions: [suggest('s1', 'One.', 'Two.')] })
    press('1', 'a')
    expect(cards()).toHaveLength(2)
    press('a')
    openSentence(1)
    press('1', '1', 'a')
    expect(cards()).toHaveLength(2)
    await allSaved()
    expect(claimsOf('s1')).toEqual(['One.', 'Two.'])
  })

  it('submits nothing unanswered, says what is missing and goes there (PEERS 1.2, 5; SEEDS 1.7, 13 and 16)', () => {
    show({ sentences: TWELVE.slice(0, 1) })
    press('1', '7')
    addClaim('Metal 1 melts.')
    openSentence(1)
    press('c', 'Escape', '1', 'ctrl+Enter')
    expect(server.submissions).toBe(0)
    expect(screen.getByText('2 things are missing')).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Claim 2 of sentence 1' })).toHaveLength(2)
    press('Escape')
    expect(document.activeElement?.id).toMatch(/^field-u\w+-text$/)
    write('Metal 1 boils.')
    press('Enter', '9', 'ctrl+Enter')
    expect(screen.queryByText(/missing$/)).toBeNull()
  })

  it('brings a removed claim back with all its answers on undo, and takes it off again on redo (SEEDS 1.7, 20)', async () => {
    show()
    press('1', '7')
    addClaim('Metal 1 melts.')
    openSentence(1)
    press('j', 'x')
    expect(cards()).toHaveLength(0)
    press('ctrl+z')
    expect(cards()).toHaveLength(1)
    await allSaved()
    const [key] = entriesOf(server.answers().s1?.claims).map((entry) => entry.key)
    expect(server.answers()[key ?? '']).toEqual({ text: 'Metal 1 melts.', type: 'factual', importance: 'yes' })
    press('ctrl+y')
    expect(cards()).toHaveLength(0)
  })

  it('saves without trouble what was added, written and removed again while offline, and brings it back on undo', async () => {
    show()
    press('1')
    await allSaved()
    server.isDown = true
    press('c')
    write('Metal 1 melts.')
    press('Escape', 'x')
    expect(cards()).toHaveLength(0)
    server.isDown = false
    act(() => void window.dispatchEvent(new Event('online')))
    await allSaved()
    expect(server.answers()).toEqual({ s1: { checkworthy: 'yes' } })
    press('ctrl+z')
    await allSaved()
    expect(claimsOf('s1')).toEqual(['Metal 1 melts.'])
  })

  it('leaves alone what another tab is writing about a claim that this one has not heard of', async () => {
    show()
    press('1')
    await allSaved()
    server.isDown = true
    const { userId, taskId, annotationId } = bench
    const other = { unit: 'u-of-another-tab', question: 'text', value: 'Words of another tab.' }
    const from = { origin: 'typed', suggestionId: null } as const
    const options = { typing: true, problem: null }
    act(() => answersOutbox(userId).put({ ...other, ...from, taskId, annotationId }, 0, options))
    press('c')
    write('Metal 1 melts.')
    press('Escape', 'x')
    const unsent = answersOutbox(userId).entries(annotationId)
    expect(unsent.map(({ unit, value }) => [unit, value])).toContainEqual([other.unit, other.value])
    expect(unsent.map(({ value }) => value)).not.toContain('Metal 1 melts.')
    server.isDown = false
  })

  it('accepts all that is suggested as one step, with the suggestion each value comes from', async () => {
    show({ suggestions: [suggest('s1', 'One.', 'Two.')] })
    press('1', 'a')
    await allSaved()
    const fromRun = server.sent.filter(({ suggestionId }) => suggestionId === RUN)
    expect(fromRun.map(({ question, origin }) => [question, origin])).toEqual([
      ['claims', 'suggestion'],
      ['text', 'suggestion'],
      ['text', 'suggestion'],
    ])
    expect(panel().getAllByText('Automatic')).toHaveLength(2)
    press('ctrl+z')
    expect(cards()).toHaveLength(0)
    expect(panel().getByText('2 suggestions are open.')).toBeDefined()
  })

  it('splits at the cursor, joins, moves and says where each claim comes from, by keys alone', async () => {
    show({ suggestions: [suggest('s1', 'Metals melt and boil.')] })
    press('1', 'a', 'e')
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('no field')
    field.setSelectionRange('Metals melt'.length, 'Metals melt'.length)
    press('ctrl+shift+Enter')
    expect(panel().getAllByText('Split from another')).toHaveLength(2)
    await allSaved()
    expect(claimsOf('s1')).toEqual(['Metals melt', 'and boil.'])
    press('shift+ArrowDown')
    await waitFor(() => expect(claimsOf('s1')).toEqual(['and boil.', 'Metals melt']))
    press('shift+ArrowUp', 'shift+J')
    expect(panel().getByText('Joined from others')).toBeDefined()
    await waitFor(() => expect(claimsOf('s1')).toEqual(['Metals melt and boil.']))
  })

  it('returns to the claim when a split is undone, and to its first part when it is done again', async () => {
    show({ suggestions: [suggest('s1', 'Metals melt and boil.')] })
    press('1', 'a', 'e')
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('no field')
    field.setSelectionRange('Metals melt'.length, 'Metals melt'.length)
    press('ctrl+shift+Enter', 'ctrl+z', 'ctrl+y')
    const openCard = () => cards().find((card) => card.getAttribute('aria-current') === 'step')?.textContent ?? ''
    expect(openCard()).toMatch(/^Claim 1 of 2/)
    press('ctrl+z')
    expect(openCard()).toMatch(/^Claim 1 of 1/)
    // What is typed next is about the claim: neither the sentence's text nor its category changes.
    press('2', 'e')
    write('Metals melt, and they boil.')
    press('Escape')
    await allSaved()
    expect(claimsOf('s1')).toEqual(['Metals melt, and they boil.'])
    expect(server.answers().s1).not.toHaveProperty('decontext')
    expect(server.answers().s1?.checkworthy).toBe('yes')
  })

  it('says that an answer hides claims, and brings them back on undo', async () => {
    render(<ToastRegion />)
    show()
    press('1', '7')
    addClaim('Metal 1 melts.')
    openSentence(1)
    press('2')
    expect(cards()).toHaveLength(0)
    expect(await screen.findByText('“Opinion” hides work: Claims (1)')).toBeDefined()
    fireEvent.click(
      await within(await screen.findByRole('region', { name: /Notifications/ })).findByRole('button', { name: 'Undo' }),
    )
    await waitFor(() => expect(cards()).toHaveLength(1))
    await allSaved()
    expect(server.answers().s1?.checkworthy).toBe('yes')
  })

  it('saves nothing for a text that was not touched, and goes back to it by one key', async () => {
    show()
    press('e')
    expect(document.activeElement).toHaveProperty('value', TWELVE[0]?.trim())
    press('Escape')
    expect(Object.keys(localStorage)).toEqual([])
    press('e')
    write(`${TWELVE[0]}Really.`)
    expect(panel().getByText('Really.', { selector: 'ins' })).toBeDefined()
    press('Escape', 'o')
    expect(panel().queryByText('Really.', { selector: 'ins' })).toBeNull()
    await allSaved()
    expect(server.answers()).toEqual({})
    expect(panel().getByLabelText(/without the others/)).toHaveProperty('value', TWELVE[0]?.trim())
  })

  it('lets a text be emptied to be written anew', () => {
    show()
    press('e')
    write('')
    expect(document.activeElement).toHaveProperty('value', '')
    press('Escape')
    expect(panel().getByLabelText(/without the others/)).toHaveProperty('value', TWELVE[0]?.trim())
  })

  it('marks the words of a claim by keys alone, and takes the proposed ones by one', async () => {
    show()
    press('1', '7')
    addClaim('Metal number 1 melts.')
    openSentence(1)
    press('j', 'p')
    await waitFor(() => expect(spanOfFirst()).toEqual({ start: 0, end: 'Metal number 1 melts'.length }))
    press('w')
    const field = document.activeElement
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('no field')
    expect(field.readOnly).toBe(true)
    field.setSelectionRange(0, 'Metal '.length)
    press('Enter')
    await waitFor(() => expect(spanOfFirst()).toEqual({ start: 0, end: 'Metal'.length }))
    expect(screen.getByText('Metal', { selector: 'a mark' })).toBeDefined()
  })
  it('marks words that were chosen with the mouse in the sentence itself', async () => {
    show()
    press('1', '7', 'c', 'Escape')
    const text = document.querySelector('[data-text-of=s1]')?.firstChild
    if (!text) throw new Error('no text')
    document.getSelection()?.setBaseAndExtent(text, 'Metal '.length, text, 'Metal number 1 '.length)
    press('w')
    await waitFor(() => expect(spanOfFirst()).toEqual({ start: 'Metal '.length, end: 'Metal number 1'.length }))
    document.getSelection()?.removeAllRanges()
  })

  const spanOfFirst = () => {
    const [claim] = entriesOf(server.answers().s1?.claims)
    return server.answers()[claim?.key ?? '']?.span
  }

  it('sets a factual claim aside with its reason; it is to be checked while nobody says so', async () => {
    show()
    press('1', '7', 'c')
    write('Metals are hard.')
    press('Enter', '1')
    expect(panel().getByRole('button', { name: /Check it/, pressed: true })).toBeDefined()
    press('5')
    expect(panel().getByRole('button', { name: /Common sense/, pressed: true })).toBeDefined()
    press('2')
    expect(panel().queryByRole('button', { name: /Common sense/ })).toBeNull()
  })

  it('names each key once, on its button and in the sheet', () => {
    show()
    press('1', '7', 'c', 'Escape')
    for (const [name, keys] of [
      [/^Delete/, 'X'],
      [/^Split at cursor/, 'Control+Shift+Enter Meta+Shift+Enter'],
      [/^Join with next/, 'Shift+J'],
      [/^Up/, 'Shift+ArrowUp'],
      [/^Add: claim/, 'C'],
    ] as const)
      expect(panel().getByRole('button', { name }).getAttribute('aria-keyshortcuts')).toBe(keys)
  })

  it('says what to do where there is no sentence, and shows texts in their own direction', () => {
    show({ sentences: [] })
    expect(screen.getByText(/There is no sentence here/)).toBeDefined()
    cleanup()
    show({ sentences: ['الذهب معدن ثقيل.'] })
    expect(screen.getByText('الذهب معدن ثقيل.', { selector: 'a [dir=auto]' })).toBeDefined()
  })

  it('takes one model’s claims with one key, and names all who propose the same', async () => {
    const second = { ...suggest('s1', 'Two.', 'Three.'), id: testId(79), model: 'another' }
    show({ suggestions: [suggest('s1', 'One.', 'Two.'), second] })
    press('1')
    expect(panel().getByText('3 suggestions are open.')).toBeDefined()
    expect(panel().getByText('Also from another')).toBeDefined()
    press('a')
    await waitFor(() => expect(claimsOf('s1')).toEqual(['One.', 'Two.']))
    expect(panel().getByText('One suggestion is open.')).toBeDefined()
  })

  it('fetches hidden claims once the sentence is left, and only then', async () => {
    show({ arms: [{ unitKind: 'sentence', question: 'claims', arm: 'hidden' }] })
    const asked: unknown[] = []
    server.other = ({ path, body }) => {
      if (!path.endsWith('/suggestions')) return {}
      asked.push(body.places)
      return { suggestions: [suggest('s1', 'Two.')] }
    }
    press('1')
    expect(panel().getByText(/^A suggestion appears when you have answered/)).toBeDefined()
    addClaim('One.')
    await allSaved()
    expect(asked).toEqual([])
    openSentence(2)
    await waitFor(() => expect(asked).toEqual([[{ unit: 's1', question: 'claims' }]]))
    openSentence(1)
    expect(await panel().findByText('One suggestion is open.')).toBeDefined()
  })
})
