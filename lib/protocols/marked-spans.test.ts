import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  intersectionOfSpans,
  type MarkedSpan,
  MOST_SPANS,
  spansAnswer,
  spansByMajority,
  spansOf,
  spansSchema,
  unionOfSpans,
} from './marked-spans'
import type { Json, Option, Question } from './protocol'

const option = (value: string): Option => ({ value, text: value, key: value, tone: 'neutral', definition: value })
const options = [option('b'), option('a')]

function questionWith(given: Partial<Pick<Question, 'options' | 'range'>> & { overlapping?: boolean } = {}) {
  const { overlapping = false, range = { min: 0, max: null, step: null }, options: own = options } = given
  const marking = { options: own, range, spans: { in: 'text', textIn: () => '', overlapping } }
  return { ...marking, schema: spansSchema(marking) }
}
const span = (start: number, end: number, label: string | null = 'a'): MarkedSpan => ({ start, end, label })
const answer = (...spans: MarkedSpan[]): Json => spansAnswer({ options }, spans)
const problem = (question: ReturnType<typeof questionWith>, value: Json) =>
  question.schema.safeParse(value).error?.issues[0]?.message

describe('an answer of spans', () => {
  it('is kept in the order of the text, then of the labels', () => {
    const { schema } = questionWith({ overlapping: true })
    expect(schema.parse(answer(span(4, 6), span(0, 2), span(0, 2, 'b')))).toEqual({
      spans: [
        { start: 0, end: 2, label: 'b' },
        { start: 0, end: 2, label: 'a' },
        { start: 4, end: 6, label: 'a' },
      ],
    })
  })

  it('may say that nothing is marked, which is another answer than none', () => {
    expect(questionWith().schema.parse({ spans: [] })).toEqual({ spans: [] })
    expect(spansOf({ spans: [] })).toEqual([])
    expect([spansOf(null), spansOf([]), spansOf('x'), spansOf({ spans: [{ start: -1, end: 2 }] })]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it.each<[string, Json, Parameters<typeof questionWith>[0]]>([
    ['Spans may not overlap here', answer(span(0, 3), span(2, 5)), {}],
    ['is marked twice', answer(span(0, 3), span(0, 3)), { overlapping: true }],
    ['has no characters', { spans: [{ start: 3, end: 3, label: 'a' }] }, {}],
    ['one of the labels b, a', answer(span(0, 3, 'c')), {}],
    ['one of the labels b, a', { spans: [{ start: 0, end: 3 }] }, {}],
    ['have no labels', answer(span(0, 3)), { options: [] }],
    ['Mark at least 2 spans', answer(span(0, 3)), { range: { min: 2, max: null, step: null } }],
    ['Mark at most 1 span.', answer(span(0, 3), span(3, 5)), { range: { min: null, max: 1, step: null } }],
    ['Write {"spans"', [{ start: 0, end: 1 }], {}],
    ['Write {"spans"', { spans: Array.from({ length: MOST_SPANS + 1 }, (_, at) => ({ start: at, end: at + 1 })) }, {}],
  ])('is refused: %s', (message, value, given) => {
    expect(problem(questionWith(given), value)).toContain(message)
  })
})

describe('spans of several', () => {
  const question = questionWith({ overlapping: true })
  const lanes = [answer(span(0, 10)), answer(span(5, 15), span(20, 30, 'b')), answer(span(5, 8), span(40, 41))]

  it('become one by label and character', () => {
    expect(unionOfSpans(question, lanes)).toEqual(answer(span(0, 15), span(20, 30, 'b'), span(40, 41)))
    expect(spansByMajority(question, lanes, 3)).toEqual(answer(span(5, 10)))
    expect(intersectionOfSpans(question, lanes)).toEqual(answer(span(5, 8)))
  })

  it('are open to a person where too few answered, or what comes out may not be given', () => {
    expect(spansByMajority(question, lanes.slice(0, 1), 3)).toBeNull()
    expect(unionOfSpans(questionWith(), [answer(span(0, 5)), answer(span(3, 8, 'b'))])).toBeNull()
  })

  it('say that nothing is marked where more than half said so', () => {
    expect(spansByMajority(question, [answer(), answer(), answer(span(0, 1))], 3)).toEqual({ spans: [] })
  })

  it('stay as they are where more than half gave them all alike', () => {
    const two = answer(span(0, 2), span(2, 4))
    expect(spansByMajority(question, [two, answer(), two], 3)).toEqual(two)
    expect(spansByMajority(question, [two, answer(), answer(span(0, 4))], 3)).toEqual(answer(span(0, 4)))
  })

  it('have a majority between what all and what anybody marked', () => {
    const drawn = fc
      .array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 6 }), fc.constantFrom('a', 'b')), { maxLength: 4 })
      .map((all) => answer(...all.map(([start, length, label]) => span(start, start + length, label))))
    const charactersOf = (value: Json) =>
      new Set(
        (spansOf(value) ?? []).flatMap(({ start, end, label }) =>
          Array.from({ length: end - start }, (_, at) => `${label} ${start + at}`),
        ),
      )
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 5 }), (people) => {
        const sets = people.map(charactersOf)
        const all = [...new Set(sets.flatMap((set) => [...set]))]
        const having = (at: string) => sets.filter((set) => set.has(at)).length
        expect(charactersOf(unionOfSpans(question, people))).toEqual(new Set(all))
        expect(charactersOf(spansByMajority(question, people, people.length))).toEqual(
          new Set(all.filter((at) => having(at) * 2 > people.length)),
        )
        expect(charactersOf(intersectionOfSpans(question, people))).toEqual(
          new Set(all.filter((at) => having(at) === people.length)),
        )
      }),
    )
  })
})
