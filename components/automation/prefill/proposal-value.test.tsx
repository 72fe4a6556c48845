import { readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { protocols } from '@/lib/protocols'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import type { Json } from '@/lib/protocols/protocol'
import { ProposalValue, questionsOf } from './proposal-value'

const stages = protocols.flatMap(({ id, stages: all }) => all.map(({ key }) => questionsOf(id, key)))

function show(questions: (typeof stages)[number], key: string, value: Json) {
  const question = questions.find((each) => each.key === key)
  render(<ProposalValue value={value} question={question} questions={questions} />)
}

it('says an option by its text, in every protocol', () => {
  const questions = stages.find((all) => all.some(({ options }) => options?.length)) ?? []
  const question = questions.find(({ options }) => options?.length)
  const option = question?.options?.[0]
  expect(option).toBeDefined()
  show(questions, question?.key ?? '', option?.value ?? null)
  expect(screen.getByText(option?.text ?? 'no option')).toBeTruthy()
})

it('says a list entry by entry, with what else is proposed of each', () => {
  const questions = stages.find((all) => all.some(({ list }) => list !== undefined)) ?? []
  const question = questions.find(({ list }) => list !== undefined)
  const text = question?.list?.text ?? ''
  show(questions, question?.key ?? '', [
    { values: { [text]: 'First <b>entry</b>' } },
    { values: { [text]: 'Second', own: 3 } },
  ])
  expect(screen.getByText('First <b>entry</b>')).toBeTruthy()
  expect(screen.getByText('own:').parentElement?.textContent).toBe('own:3')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

it('shows any other value as it is, and knows no question of an unknown protocol', () => {
  expect(questionsOf('nothing', 'nowhere')).toEqual([])
  show([], 'x', ['a', { b: null }])
  expect(screen.getByText('a')).toBeTruthy()
})

it('says of marks where they are, and what is proposed of each; of none that there is nothing', () => {
  const checked = checkFile(readFileSync('docs/examples/protocols/explained-spans.yaml', 'utf8'))
  if (!checked.ok) throw new Error('the example is valid')
  const { questions } = compileProtocol(checked.definition).stages[0]
  const at = (start: number, end: number): Json => ({ spans: [{ start, end }] })
  show(questions, 'unsupported', [{ values: { place: at(13, 20), kind: 'Evident Conflict', against: at(3, 7) } }])
  expect(screen.getByRole('listitem').textContent).toBe(
    'characters 13 to 20Kind:Evident ConflictContradicted by:characters 3 to 7',
  )
  show(questions, 'unsupported', [])
  expect(screen.getByText('nothing to mark')).toBeTruthy()
})
