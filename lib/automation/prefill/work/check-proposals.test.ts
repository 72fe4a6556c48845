import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import type { Json } from '@/lib/protocols/protocol'
import { checkProposals } from './check-proposals'

function stageOf(example: string) {
  const checked = checkFile(readFileSync(`docs/examples/protocols/${example}.yaml`, 'utf8'))
  if (!checked.ok) throw new Error('the example is valid')
  return compileProtocol(checked.definition).stages[0]
}
const stage = stageOf('unsupported-spans')

test('spans that end behind the text are dropped with a sentence; those within it are taken', () => {
  const content = { source: 'A pond.', response: 'A lake.' }
  const subject = { content, units: stage.units(content, [], {}) }
  const proposed = (end: number) => ({
    unit: 'item',
    question: 'unsupported',
    value: { spans: [{ start: 2, end, label: 'Evident Conflict' }] },
  })
  expect(checkProposals(stage, subject, [proposed(7)])).toEqual({ taken: [proposed(7)], dropped: [] })
  expect(checkProposals(stage, subject, [proposed(8)])).toEqual({
    taken: [],
    dropped: [
      {
        unit: 'item',
        question: 'unsupported',
        why: 'The span from 2 to 8 ends behind the text, which has 7 characters.',
      },
    ],
  })
})

test('marks lose what does not stand in its text, and go where their own place does not', () => {
  const marks = stageOf('explained-spans')
  const content = { source: 'A pond.', response: 'A lake.' }
  const subject = { content, units: marks.units(content, [], {}) }
  const at = (start: number, end: number) => ({ spans: [{ start, end }] })
  const proposed = (...entries: Record<string, Json>[]) => ({
    unit: 'item',
    question: 'unsupported',
    value: entries.map((values) => ({ values })),
  })
  const kind = 'Evident Conflict'
  const entries: Record<string, Json>[] = [
    { place: at(2, 6), kind, against: at(2, 6) },
    { place: at(2, 7), kind, against: at(2, 8) },
    { place: at(2, 8), kind },
    { kind },
    { place: 'lake', kind },
  ]
  expect(checkProposals(marks, subject, [proposed(...entries)])).toEqual({
    taken: [proposed({ place: at(2, 6), kind, against: at(2, 6) }, { place: at(2, 7), kind })],
    dropped: [],
  })
  expect(checkProposals(marks, subject, [proposed(...entries.slice(2))]).dropped).toMatchObject([
    { why: 'No entry of the list is marked in the text.' },
  ])
  // That there is nothing to mark is proposed by an empty list.
  expect(checkProposals(marks, subject, [proposed()]).taken).toEqual([proposed()])
})

test('entries lose what is not valid in the lists that they hold themselves', () => {
  const asking = stageOf('claim-questions')
  const content = { claim: 'The bridge is old.' }
  const subject = { content, units: asking.units(content, [], {}) }
  const proposed = (...answers: Record<string, Json>[]) => ({
    unit: 'item',
    question: 'questions',
    value: [
      { values: { asked: 'When?', ...(answers.length > 0 ? { answers: answers.map((values) => ({ values })) } : {}) } },
    ],
  })
  const good = { answered: 'In 1410.', kind: 'Extractive' }
  expect(
    checkProposals(asking, subject, [proposed(good, { kind: 'Extractive' }, { answered: 'x', kind: 'no kind' })]),
  ).toEqual({
    taken: [proposed(good, { answered: 'x' })],
    dropped: [],
  })
  expect(checkProposals(asking, subject, [proposed({ kind: 'Extractive' })]).taken).toEqual([proposed()])
})
