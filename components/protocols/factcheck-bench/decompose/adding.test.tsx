import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { entriesOf } from '@/lib/protocols/made-units'
import { allSaved, drawBench, newWorkbench, press, TestServer, write } from '@/tests/support/test-bench'
import { testId } from '@/tests/support/test-id'

const SENTENCES = ['Metals melt and boil. ', 'Gold is heavy. ', 'Tin is light.']
let server: TestServer

/** Sentence 1 has two claims proposed. */
async function show() {
  const content = { prompt: 'Tell me about metals.', response: SENTENCES.join(''), source: null, evidence: [] }
  const value = ['Metals melt.', 'Metals boil.'].map((text) => ({ values: { text } }))
  const how = { id: testId(77), source: 'run', model: null, score: null }
  const suggestions = [{ ...how, unit: 's1', question: 'claims', value }]
  const bench = newWorkbench('factcheck-bench', 'decompose', content, SENTENCES, { suggestions })
  server = new TestServer(bench)
  drawBench(bench)
  await screen.findByText('Submit')
}
const claims = (sentence: string) =>
  entriesOf(server.answers()[sentence]?.claims).map(({ key }) => server.answers()[key]?.text)
const openTitle = () => document.querySelector('aside section[aria-current=step] h2')?.textContent
const openSentence = () => document.querySelector('ol a[aria-current=step]')?.id
const openEntry = () => document.querySelector('aside li[aria-current=step]')?.getAttribute('aria-label')
/** Types as on a keyboard, wherever the focus is. */
const type = (text: string) => press(...text)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
describe('adding claims by hand', () => {
  it('stays with the sentence after a claim’s last answer, so that the next claim is added to it', async () => {
    await show()
    press('j', '1', '7')
    for (const text of ['Gold is heavy.', 'Gold is a metal.']) {
      press('c')
      write(text)
      press('Escape', '1', '7')
      expect(openTitle()).toBe('Sentence 2 of 3')
      expect(openEntry()).toBeUndefined()
    }
    await allSaved()
    expect(claims('s2')).toEqual(['Gold is heavy.', 'Gold is a metal.'])
    press('n')
    expect(openTitle()).toBe('Sentence 3 of 3')
  })

  it('goes on from claims that were accepted, past their sentence', async () => {
    await show()
    press('1', '7', 'a', '1', '7')
    expect(openEntry()).toBe('Claim 2 of 2')
    press('1', '7')
    expect(openTitle()).toBe('Sentence 2 of 3')
  })

  it('says what a sentence needs before it has claims, and runs no letter typed after that as a shortcut', async () => {
    await show()
    press('j', '2', '7', 'k')
    expect(openSentence()).toBe('unit-s2')
    await allSaved()
    const before = server.sent.length
    press('c')
    const dialog = within(await screen.findByRole('dialog', { name: 'No claim can be added here' }))
    expect(document.activeElement?.textContent).toContain('Sentence 2: “Claims” is asked only after “Check-worthy”')
    type('1 jazz band, 9 men. ')
    expect(dialog.getByText(/Nothing was added/)).toBeDefined()
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(openSentence()).toBe('unit-s2')
    await allSaved()
    expect(server.sent).toHaveLength(before)
    press('1', 'c')
    write('Gold is heavy.')
    await allSaved()
    expect(claims('s2')).toEqual(['Gold is heavy.'])
  })
})

describe('a claim’s questions', () => {
  it('let it be set aside before its last answer leads away', async () => {
    await show()
    press('1', '7', 'a', '1', '5', '8')
    expect(openEntry()).toBe('Claim 2 of 2')
    await allSaved()
    const [first] = entriesOf(server.answers().s1?.claims)
    expect(server.answers()[first?.key ?? '']).toMatchObject({ type: 'factual', setAside: 'commonsense' })
    press('1')
    const prompts = [...document.querySelectorAll('aside li[aria-current=step] legend')].map((each) => each.textContent)
    const setAside = prompts.indexOf('Is the claim worth checking?')
    expect(prompts[setAside + 1]).toBe('How important is the claim within its sentence?')
  })

  it('draw no mark while there is nothing to mark', async () => {
    await show()
    press('1', '7', 'c', 'Escape')
    expect(openEntry()).toBe('Claim 1 of 1')
    expect(document.querySelectorAll('aside mark')).toHaveLength(0)
    press('e')
    write('Metals boil.')
    await waitFor(() => expect(document.querySelector('aside mark')?.textContent?.trim()).toBeTruthy())
  })
})
