import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { entriesOf } from '@/lib/protocols/made-units'
import { allSaved, drawBench, newWorkbench, press, TestServer } from '@/tests/support/test-bench'
import { testId } from '@/tests/support/test-id'

const SENTENCES = ['Metals melt and boil. ', 'Gold is heavy.']
const RUN = testId(77)
let server: TestServer

function show() {
  const content = { prompt: 'Tell me about metals.', response: SENTENCES.join(''), source: null, evidence: [] }
  const value = ['Metals melt.', 'Metals boil.'].map((text) => ({ values: { text } }))
  const suggestion = { id: RUN, unit: 's1', question: 'claims', source: 'run', model: null, score: null, value }
  const bench = newWorkbench('factcheck-bench', 'decompose', content, SENTENCES, { suggestions: [suggestion] })
  server = new TestServer(bench)
  return drawBench(bench)
}
const claims = () => entriesOf(server.answers().s1?.claims).map(({ key }) => server.answers()[key])
const openTitle = () => document.querySelector('aside section[aria-current=step] h2')?.textContent

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
describe('one key for what most often goes together', () => {
  it('says of a sentence that it is to be checked, how important it is, and takes the claims suggested', async () => {
    const { findByText } = show()
    await findByText('Submit')
    press('shift+8')
    await allSaved()
    expect(server.answers().s1).toMatchObject({ checkworthy: 'yes', importance: 'intermediate' })
    expect(claims()).toEqual([{ text: 'Metals melt.' }, { text: 'Metals boil.' }])
    const origins = server.sent.map(({ question, origin }) => [question, origin])
    expect(origins).toEqual([
      ['checkworthy', 'chosen'],
      ['importance', 'chosen'],
      ['claims', 'suggestion'],
      ['text', 'suggestion'],
      ['text', 'suggestion'],
    ])
    press('ctrl+z')
    await waitFor(() => expect(server.answers().s1).toBeUndefined())
  })

  it('says of a claim that it is factual, and how important it is, and goes on to what is missing', async () => {
    const { findByText } = show()
    await findByText('Submit')
    press('shift+7', 'shift+7', 'shift+9')
    await allSaved()
    expect(claims()).toEqual([
      { text: 'Metals melt.', type: 'factual', importance: 'yes' },
      { text: 'Metals boil.', type: 'factual', importance: 'no' },
    ])
    expect(openTitle()).toBe('Sentence 2 of 2')
  })

  it.each(['t', 'shift+y'])(
    '%s says the same of a sentence and of all its claims, in one step of undo',
    async (key) => {
      const { findByText } = show()
      await findByText('Submit')
      press(key)
      expect(openTitle()).toBe('Sentence 2 of 2')
      await allSaved()
      expect(server.answers().s1).toMatchObject({ checkworthy: 'yes', importance: 'yes' })
      expect(claims()).toEqual([
        { text: 'Metals melt.', type: 'factual', importance: 'yes' },
        { text: 'Metals boil.', type: 'factual', importance: 'yes' },
      ])
      const bulk = server.sent.filter(({ origin }) => origin === 'bulk').map(({ question }) => question)
      expect(bulk).toEqual(['type', 'importance', 'type', 'importance'])
      press('ctrl+z')
      await waitFor(() => expect(server.answers().s1).toBeUndefined())
    },
  )

  it('answers a claim and those that follow alike, but for what has been answered', async () => {
    const { findByText } = show()
    await findByText('Submit')
    press('y', 'j', '2', 'k', 'r')
    await allSaved()
    expect(claims()).toEqual([
      { text: 'Metals melt.', type: 'factual', importance: 'intermediate' },
      { text: 'Metals boil.', type: 'opinion' },
    ])
  })
})
