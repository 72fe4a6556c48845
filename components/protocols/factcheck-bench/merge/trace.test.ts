import { describe, expect, it } from 'vitest'
import type { Answers } from '@/lib/protocols/protocol'
import { CONTENT, MERGED, UNITS } from './sample-units'
import { outOfStep, presences, traceResponse } from './trace'

const subject = { content: CONTENT, units: UNITS }
const text = (answers: Answers) =>
  traceResponse(subject, answers)
    .map((stretch) => stretch.text)
    .join('')
const keys = (answers: Answers, times: Record<string, number>) =>
  outOfStep(subject, answers, (unit, question) => times[`${unit}/${question}`] ?? null).map(({ key }) => key)

describe('traceResponse', () => {
  it.each<[string, Answers]>([
    [MERGED, {}],
    ['Sailors like it. So do I.', { item: { response: 'Sailors like it. So do I.' } }],
    ['全く別の文。', { item: { response: '全く別の文。' } }],
  ])('makes up the whole text: %s', (whole, answers) => {
    expect(text(answers)).toBe(whole)
  })

  it('tells how each sentence stands', () => {
    const response = 'Arden has a big lighthouse of seven floors. It was painted green. Sailors like it.'
    const answers = { s3: { fate: 'delete' }, item: { response } }
    expect([...presences(subject, answers)]).toEqual([
      ['s1', 'changed'],
      ['s2', 'missing'],
      ['s3', 'still-there'],
      ['s4', 'as-merged'],
    ])
  })
})

describe('outOfStep', () => {
  const edited = { item: { response: `${MERGED} Visit it!` } }

  it.each<[string, Answers, Record<string, number>, string[]]>([
    ['nothing while the merge stands', { s2: { fate: 'delete' } }, { 's2/fate': 9 }, []],
    [
      'a sentence rewritten later',
      { ...edited, s2: { fate: 'keep', revised: 'It is new.' } },
      { 'item/response': 1, 's2/fate': 0, 's2/revised': 2 },
      ['s2'],
    ],
    ['a sentence deleted later', { ...edited, s4: { fate: 'delete' } }, { 'item/response': 1, 's4/fate': 2 }, ['s4']],
    [
      'no sentence that was only kept later',
      { ...edited, s2: { fate: 'keep' } },
      { 'item/response': 1, 's2/fate': 2 },
      [],
    ],
    [
      'no sentence changed before',
      { ...edited, s2: { fate: 'keep', revised: 'It is new.' } },
      { 'item/response': 3, 's2/fate': 0, 's2/revised': 2 },
      [],
    ],
  ])('%s', (_, answers, times, expected) => {
    expect(keys(answers, times)).toEqual(expected)
  })
})
