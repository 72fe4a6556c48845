import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DisagreementView } from '@/lib/adjudication/consolidation/contract'
import { heading, laneOf, press, RISES, sent, show, stage, viewOf } from '@/tests/support/desk-page'

/** Two that differ on how important the first sentence is. */
const partners = () => viewOf([laneOf('A', { a1: RISES }), laneOf('B', { b1: RISES }, { s1: { importance: 'no' } })])

/** The same for a reviewer, who settles. */
function reviewed() {
  const view = partners()
  const abilities = { ...view.abilities, discuss: false, callThirdRater: false, adjudicate: true, sendBack: true }
  const differing: DisagreementView = {
    unit: 's1',
    question: 'importance',
    cause: null,
    proposal: null,
    replies: [],
  }
  return { ...view, discussion: null, disagreements: [differing], abilities }
}

const focused = () => document.activeElement?.id
const click = (name: string | RegExp) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

beforeEach(() => {
  sent.length = 0
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['to settle otherwise', 'e'],
  ['to propose', 'p'],
  ['for the cause', 'c'],
])('the heading has the focus again once the form %s is left, by key and by button', async (_, key) => {
  show(reviewed())
  expect(heading()).toBe('Sentence 1: Importance')
  expect(focused()).toBe('question-heading')
  await press(key)
  expect(focused()).not.toBe('question-heading')
  await press('Escape')
  expect(focused()).toBe('question-heading')
  await press(key)
  click(/^Cancel/)
  expect(focused()).toBe('question-heading')
})

it('the cause that is chosen, or the first, has the focus in its menu', async () => {
  show(reviewed())
  await press('c')
  expect(document.activeElement?.textContent).toContain('Slip')
  cleanup()
  const view = reviewed()
  show({ ...view, disagreements: view.disagreements.map((each) => ({ ...each, cause: 'interpretation' as const })) })
  await press('c')
  expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true')
})

it('the heading has it once a remark is left by Escape', async () => {
  show(partners())
  const remark = screen.getByRole('textbox', { name: /^Remark on/ })
  remark.focus()
  await press('Escape')
  expect(focused()).toBe('question-heading')
})

it.each([
  ['?', 'Keyboard shortcuts'],
  ['r', 'Send this item back?'],
])('the heading has it again after the dialog of %s', async (key, name) => {
  show(reviewed())
  await press(key)
  await screen.findByRole(/\?$/.test(name) ? 'alertdialog' : 'dialog', { name })
  await press('Escape')
  await waitFor(() => expect(focused()).toBe('question-heading'))
})

it('an option that is chosen by key leaves the focus among the options, for another choice', async () => {
  show(reviewed())
  await press('e')
  const options = screen.getAllByRole('radio')
  const checked = () => options.findIndex((each) => each.getAttribute('aria-checked') === 'true')
  const keys = stage.questions.find(({ key, unit }) => key === 'importance' && unit === 'sentence')?.options ?? []
  await press(keys[0]?.key ?? '')
  expect(checked()).toBe(0)
  expect(options).toContain(document.activeElement)
  await press(keys[1]?.key ?? '')
  expect(checked()).toBe(1)
  expect(screen.getByRole('textbox', { name: /^Reason/ })).toHaveProperty('value', '')
})
