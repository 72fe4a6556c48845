import { describe, expect, it } from 'vitest'
import type { MarkedSpan } from '@/lib/protocols/marked-spans'
import type { Option } from '@/lib/protocols/protocol'
import {
  answerWith,
  changeInWords,
  inPlaceOf,
  labelled,
  neighbour,
  spanAround,
  withoutSpan,
  withSpan,
} from './act-on-spans'
import { drawnPieces } from './lay-out-spans'
import { wholeWords } from './spans-field'

const option = (value: string): Option => ({ value, text: value, key: value, tone: 'neutral', definition: value })
const question = (overlapping: boolean, max: number | null = null) => ({
  options: [option('a'), option('b')],
  range: { min: 2, max, step: null },
  spans: { in: 'text', textIn: () => '', overlapping },
})
const span = (start: number, end: number, label = 'a'): MarkedSpan => ({ start, end, label })

describe('marking', () => {
  it('labels the words that are chosen, or the span that one is at', () => {
    const spans = [span(0, 4)]
    const at = { chosen: { start: 5, end: 8 }, picked: null, label: 'b' }
    expect(labelled(question(false), spans, at)).toEqual({
      spans: [...spans, span(5, 8, 'b')],
      picked: span(5, 8, 'b'),
    })
    const again = { chosen: { start: 0, end: 4 }, picked: span(0, 4), label: 'b' }
    expect(labelled(question(false), spans, again)).toEqual({ spans: [span(0, 4, 'b')], picked: span(0, 4, 'b') })
    expect(labelled(question(false), spans, { ...again, chosen: null })).toEqual({
      spans: [span(0, 4, 'b')],
      picked: span(0, 4, 'b'),
    })
    expect(labelled(question(false), spans, { chosen: null, picked: null, label: 'b' })).toBeNull()
  })

  it('marks other words as well while one is at a span', () => {
    const act = labelled(question(true), [span(0, 4)], { chosen: { start: 2, end: 6 }, picked: span(0, 4), label: 'b' })
    expect(act).toEqual({ spans: [span(0, 4), span(2, 6, 'b')], picked: span(2, 6, 'b') })
  })

  it('does what the question allows only, and says what it does not', () => {
    expect(withSpan(question(false), [span(0, 4)], span(2, 6))).toMatchObject({
      problem: expect.stringContaining('overlap'),
    })
    expect(withSpan(question(true), [span(0, 4)], span(0, 4))).toMatchObject({
      problem: expect.stringContaining('twice'),
    })
    expect(withSpan(question(false, 1), [span(0, 4)], span(5, 6))).toMatchObject({ problem: 'Mark at most 1 span.' })
    const one = { ...question(false), range: { min: 1, max: 1, step: null } }
    expect(withSpan(one, [span(0, 4)], span(5, 6))).toMatchObject({ spans: [span(5, 6)] })
  })

  it('keeps fewer than there have to be, as a beginning', () => {
    expect(withSpan(question(false), [], span(0, 4))).toEqual({ spans: [span(0, 4)], picked: span(0, 4) })
  })

  it('moves a span, and leaves the question open once the last is removed', () => {
    const moved = inPlaceOf(question(false), [span(0, 4)], [span(0, 4), span(2, 6)])
    expect(moved).toEqual({ spans: [span(2, 6)], picked: span(2, 6) })
    expect(withoutSpan([span(0, 4)], span(0, 4))).toEqual({ spans: [], picked: null })
    expect(answerWith(question(false), [])).toBeNull()
  })

  it('goes round from span to span, from where one is', () => {
    const spans = [span(0, 4), span(10, 14), span(20, 24)]
    const from = (place: number, by: 1 | -1) => neighbour(spans, { picked: null, place }, by)
    expect([from(5, 1), from(5, -1), from(30, 1), from(0, -1)]).toEqual([spans[1], spans[0], spans[0], spans[2]])
    expect(neighbour(spans, { picked: span(20, 24), place: 0 }, 1)).toEqual(spans[0])
    expect(neighbour([], { picked: null, place: 0 }, 1)).toBeNull()
    expect(spanAround([span(0, 10), span(2, 6)], 3)).toEqual(span(2, 6))
    expect(spanAround([span(0, 10)], 10)).toBeNull()
  })

  it('is said in words', () => {
    const words = (before: MarkedSpan[], after: MarkedSpan[]) =>
      changeInWords(before, after, ({ start, end, label }) => `${start}–${end} ${label}`)
    expect(words([], [span(0, 4)])).toBe('Marked 0–4 a. 1 span in all.')
    expect(words([span(0, 4)], [span(0, 4, 'b')])).toBe('Now 0–4 b. 1 span in all.')
    expect(words([span(0, 4), span(5, 6)], [span(5, 6)])).toBe('Removed 0–4 a. 1 span in all.')
    expect(words([span(0, 4)], [span(0, 4)])).toBe('')
  })
})

describe('the drawing of spans', () => {
  it('is pieces that are the text together, overlapping spans on levels of their own', () => {
    const spans = [span(0, 8), span(4, 12, 'b'), span(9, 10)]
    const pieces = drawnPieces('𝄞ne two three', spans)
    expect(pieces.map(({ text }) => text).join('')).toBe('𝄞ne two three')
    expect(pieces.map(({ at, levels }) => [at, levels])).toEqual([
      [0, [0]],
      [4, [0, 1]],
      [8, [null, 1]],
      [9, [2, 1]],
      [10, [null, 1]],
      [12, []],
    ])
  })

  it('draws an empty text as nothing', () => {
    expect(drawnPieces('', [])).toEqual([])
  })
})

describe('what the pointer chooses', () => {
  it('is widened to whole words', () => {
    const text = 'The naïve bank, 東京です'
    const widened = (start: number, end: number) => text.slice(...wholeWords(text, start, end))
    expect(widened(6, 12)).toBe('naïve bank')
    expect(widened(4, 9)).toBe('naïve')
    expect(widened(14, 15)).toBe(',')
    expect(widened(17, 18)).toBe('京')
  })
})
