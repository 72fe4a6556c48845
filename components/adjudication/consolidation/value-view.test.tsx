import { readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import type { Answers, Json, Question } from '@/lib/protocols/protocol'
import { type Desk, DeskContext } from './desk-context'
import { ValueView } from './value-view'

const RESPONSE = 'In 1921 it was old, and in 1921 it was new.'
let question: Question
beforeAll(() => {
  const checked = checkFile(readFileSync('docs/examples/protocols/explained-spans.yaml', 'utf8'))
  if (!checked.ok) throw new Error('the example is valid')
  const found = compileProtocol(checked.definition).stages[0].questions.find(({ form }) => form === 'list')
  if (!found) throw new Error('the stage has no list')
  question = found
})

const at = (start: number, end: number): Json => ({ spans: [{ start, end }] })
const lane = (id: string, places: Record<string, Json>) => ({
  id,
  answers: {
    item: { unsupported: Object.keys(places).map((key): Json => ({ key, made: 'added', from: [] })) },
    ...Object.fromEntries(Object.entries(places).map(([key, place]) => [key, { place }])),
  } satisfies Answers,
  listed: Object.keys(places).map((key) => ({ unit: 'item', question: 'unsupported', key, text: '1921' })),
})
const lanes = [lane('A', { a1: at(3, 7), a2: at(27, 31) }), lane('B', { b1: at(3, 7) })]

/** The rows of a list of marks, as the desk shows it. */
function rowsOf(value: Json, answers: Answers = {}, own?: (typeof lanes)[number]) {
  const desk = { subject: { content: { response: RESPONSE }, units: [] }, lanes, answers } as unknown as Desk
  const { unmount } = render(
    <DeskContext.Provider value={desk}>
      <ValueView question={question} unit="item" value={value} lane={own as never} />
    </DeskContext.Provider>,
  )
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  unmount()
  return rows
}
const entry = (key: string, ...from: string[]): Json => ({ key, made: 'added', from })

it('tells marks with the same words apart by where they are', () => {
  const value = [entry('a1'), entry('a2')]
  const both = ['1921characters 3 to 7', '1921characters 27 to 31']
  expect(rowsOf(value, {}, lanes[0])).toEqual(both)
  // As settled, whatever the lanes had.
  expect(rowsOf(value, { a1: { place: at(3, 7) }, a2: { place: at(27, 31) } })).toEqual(both)
})

it('says a mark once that both have in one place, and both places where these differ', () => {
  expect(rowsOf([entry('a1', 'a1', 'b1')])).toEqual(['1921characters 3 to 7'])
  expect(rowsOf([entry('a2', 'a2', 'b1')])).toEqual([
    '1921characters 27 to 31or, in another place1921characters 3 to 7',
  ])
})
