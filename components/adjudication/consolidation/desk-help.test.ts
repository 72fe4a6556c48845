import { expect, it } from 'vitest'
import { factcheckBench } from '@/lib/protocols/factcheck-bench/factcheck-bench'
import { deskHelp } from './desk-help'

const none = {
  comment: false,
  reply: false,
  discuss: false,
  callThirdRater: false,
  adjudicate: false,
  approve: false,
  sendBack: false,
  discard: false,
}
const lanes = (own: string | null) =>
  ['A', 'B'].map((id) => ({ id, own: id === own, name: null, answers: {}, listed: [] }))
const [decompose, , merge] = factcheckBench.stages
if (!decompose || !merge) throw new Error('there are three stages')
const SINGLE = { isOpen: true, isList: false, isOffered: false, mode: 'read', kind: 'segment' } as const
const labels = (help: ReturnType<typeof deskHelp>) => help.bindings.map(({ label }) => label)
const first = ({ bindings, first: ids }: ReturnType<typeof deskHelp>) =>
  ids.map((id) => bindings.find((each) => each.id === id)?.label)

it('shows a reviewer the lanes that are there, the five keys that matter first', () => {
  const help = deskHelp({ abilities: { ...none, adjudicate: true, comment: true }, lanes: lanes(null) }, merge, SINGLE)
  expect(first(help)).toEqual([
    'Take Lane A',
    'Take Lane B',
    'Settle it otherwise',
    'Next question',
    'Confirm the item',
  ])
  expect(labels(help)).toContain('Take Lane B: all of this segment')
  for (const never of [
    'Take the third lane',
    'Call a third rater',
    'Take what your partner holds',
    'Send the item back',
  ])
    expect(labels(help)).not.toContain(never)
  expect(labels(help)).toContain('Slip')
})

it('shows partners whose answer a digit takes, and lists where the stage has some', () => {
  const abilities = { ...none, discuss: true, callThirdRater: true }
  const help = deskHelp({ abilities, lanes: lanes('B') }, decompose, SINGLE)
  expect(first(help)).toEqual(['Take yours', 'Take partner’s', 'Propose a value', 'Next question', 'Next item'])
  expect(labels(help)).toContain('Call a third rater')
  expect(labels(help)).toContain('Take partner’s: this row, and go on')
  expect(labels(help)).not.toContain('Slip')
})

it('shows one who approves nothing that settles', () => {
  const help = deskHelp({ abilities: { ...none, approve: true }, lanes: lanes(null) }, decompose, SINGLE)
  expect(first(help)).toContain('Approve the item')
  expect(labels(help).filter((label) => label.startsWith('Take'))).toEqual([])
})

it('shows the keys of spans to those who settle where a question asks for spans', () => {
  const [question] = decompose.questions
  if (!question) throw new Error('the stage asks nothing')
  const spans = { ...decompose, questions: [{ ...question, form: 'spans' as const }] }
  const help = (abilities: Parameters<typeof deskHelp>[0]['abilities'], stage: typeof decompose) =>
    labels(deskHelp({ abilities, lanes: lanes(null) }, stage, SINGLE))
  const reviewer = { ...none, adjudicate: true }
  expect(help(reviewer, spans)).toContain('Remove the span one is at')
  expect(help(reviewer, decompose)).not.toContain('Remove the span one is at')
  expect(help(none, spans)).not.toContain('Remove the span one is at')
})

it('names every key once', () => {
  const abilities = { ...none, adjudicate: true, discuss: true, approve: true }
  const ids = deskHelp({ abilities, lanes: lanes('A') }, decompose, SINGLE).bindings.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('puts first what the open question asks for: a list, an offer, a list being edited, an item that is settled', () => {
  const reviewer = { abilities: { ...none, adjudicate: true }, lanes: lanes(null) }
  const partner = { abilities: { ...none, discuss: true }, lanes: lanes('B') }
  expect(first(deskHelp(reviewer, decompose, { ...SINGLE, isList: true }))).toContain('Take what any lane lists')
  expect(first(deskHelp(reviewer, decompose, { ...SINGLE, isOpen: false }))[0]).toBe('Confirm the item')
  expect(first(deskHelp(reviewer, decompose, { ...SINGLE, isList: true, mode: 'edit' }))).toEqual([
    'Next row',
    'Take Lane A: this row, and go on',
    'Take Lane B: this row, and go on',
    'Take the row as one entry of all who list it, and go on',
    'Save the list',
  ])
  expect(first(deskHelp(partner, decompose, { ...SINGLE, isOffered: true })).slice(0, 2)).toEqual([
    'Accept the proposal',
    'Object to a value',
  ])
})
