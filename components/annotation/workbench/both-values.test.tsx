import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Json, Question } from '@/lib/protocols/protocol'
import { BothValues } from './both-values'

const NAMES = new Map<Json, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'no answer'],
])
const words = (value: Json) => (Array.isArray(value) ? value.join('\n') : (NAMES.get(value) ?? String(value)))
const show = (mine: Json, theirs: Json, question?: Partial<Question>) =>
  render(<BothValues question={question as Question} mine={mine} theirs={theirs} words={words} />)

it('names both choices', () => {
  show(true, false, { options: [] })
  expect([...document.querySelectorAll('dd')].map((each) => each.textContent)).toEqual(['True', 'False'])
})

it('shows texts as one, word by word', () => {
  show('It rises in the north.', 'It rises in the south.')
  expect(document.querySelector('ins')?.textContent).toBe('[added: north]')
  expect(document.querySelector('del')?.textContent).toBe('[removed: south]')
})

it('shows lists entry by entry', () => {
  show(['a', 'b', 'c'], ['b', 'd'])
  const groups = [...document.querySelectorAll('ul')].map((each) => [...each.children].map((li) => li.textContent))
  expect(groups).toEqual([['a', 'c'], ['d'], ['b']])
  expect(screen.getByText('Only in the other')).toBeTruthy()
})

it('says so where only the order differs, and where one of the lists is empty', () => {
  show(['a', 'b'], ['b', 'a'])
  expect(screen.getByText('The same entries in another order.')).toBeTruthy()
  cleanup()
  show(null, ['a'])
  expect(document.body.textContent).toBe('Only in the othera')
})
