import { describe, expect, it } from 'vitest'
import type { Answers, Subject } from '@/lib/protocols/protocol'
import { segmentsStage } from './work'

const subjectIn = (domain: string): Subject => {
  const content = { prompt: 'Why?', response: 'A. B.', domain, source: null, index: '1', refContents: [] }
  return { content, units: segmentsStage.units(content, ['A.', 'B.'], {}) }
}

function ratings(measure: string, answers: Answers, domain = 'wk') {
  const subject = subjectIn(domain)
  const found = segmentsStage.measures.find(({ key }) => key === measure)
  return subject.units
    .filter(({ kind }) => kind === found?.unit)
    .map((unit) => found?.rating(subject, answers, unit, null))
}

const mixed: Answers = {
  item: { action: 'keep' },
  s1: { label: true, errorType: 'fooled' },
  s2: { label: false, errorType: 'knowledge_error' },
}
const removed: Answers = { ...mixed, item: { action: 'remove', removeReason: 'riddle' } }

describe('units', () => {
  it('are the item and its segments, numbered', () => {
    expect(subjectIn('wk').units).toEqual([
      { key: 'item', kind: 'item', text: 'Why?' },
      { key: 's1', kind: 'segment', text: 'A.' },
      { key: 's2', kind: 'segment', text: 'B.' },
    ])
  })
})

describe('measures', () => {
  it('rate each segment, and its type only where it was called false', () => {
    expect(ratings('label', mixed)).toEqual(['true', 'false'])
    expect(ratings('errorType', mixed)).toEqual([null, 'knowledge_error'])
  })

  it('rate no type where nobody chose it', () => {
    expect(ratings('errorType', mixed, 'math')).toEqual([null, null])
    expect(ratings('label', mixed, 'math')).toEqual(['true', 'false'])
  })

  it('rate the response factual when every segment is true', () => {
    expect(ratings('responseFactual', mixed)).toEqual(['false'])
    expect(ratings('responseFactual', { s1: { label: true }, s2: { label: true } })).toEqual(['true'])
    // An error is an error, whatever the segments say that are still open (ORACLE 4).
    expect(ratings('responseFactual', { s1: { label: false } })).toEqual(['false'])
    expect(ratings('responseFactual', { s1: { label: true } })).toEqual([null])
  })

  it('rate nothing but the removal of a removed item', () => {
    expect(ratings('action', removed)).toEqual(['remove'])
    expect(ratings('action', {})).toEqual([null])
    expect(ratings('label', removed)).toEqual([null, null])
    expect(ratings('responseFactual', removed)).toEqual([null])
  })
})

describe('roll-up', () => {
  const types = { knowledge_error: 0, reasoning_error: 0, irrelevant_with_qst: 0, fooled: 0 }

  it('counts labels and types', () => {
    expect(segmentsStage.rollUp(subjectIn('wk'), mixed)).toEqual({
      removed: false,
      responseFactual: false,
      response: { everySegment: false },
      segments: 2,
      trueSegments: 1,
      falseSegments: 1,
      errorTypes: { ...types, knowledge_error: 1 },
    })
  })

  it('takes every error in reasoning for one of reasoning', () => {
    expect(segmentsStage.rollUp(subjectIn('reasoning'), mixed).errorTypes).toEqual({ ...types, reasoning_error: 1 })
  })

  it('says nothing of the facts of a removed item', () => {
    expect(segmentsStage.rollUp(subjectIn('wk'), removed)).toEqual({
      removed: true,
      responseFactual: null,
      response: { everySegment: null },
      segments: 2,
      trueSegments: 0,
      falseSegments: 0,
      errorTypes: types,
    })
  })

  it('counts all segments of the longest response that is let in (lib/platform/foreign/records/limits.ts)', () => {
    const content = { prompt: 'Why?', response: 'So.', domain: 'wk', source: null, index: null, refContents: [] }
    const texts = Array.from({ length: 5_000 }, (_, place) => `Segment ${place}.`)
    const units = segmentsStage.units(content, texts, {})
    const segments = units.filter(({ kind }) => kind === 'segment')
    const answers = Object.fromEntries(segments.map(({ key }) => [key, { label: true }]))
    expect(segmentsStage.rollUp({ content, units }, answers)).toMatchObject({
      responseFactual: true,
      response: { everySegment: true },
      trueSegments: texts.length,
      falseSegments: 0,
    })
  })
})
