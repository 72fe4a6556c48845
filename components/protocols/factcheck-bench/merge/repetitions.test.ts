import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { repetitions } from './repetitions'
import { CONTENT, withSentence } from './sample-units'

const claim = (key: string, text: string): Json => ({ key, was: text, text, fate: 'kept', type: 'factual' })
const subjectWith = (text: string, claims: Json[]) => ({ content: CONTENT, units: withSentence('s2', text, claims) })

describe('repetitions', () => {
  it('finds a claim that another sentence states, once for the pair', () => {
    const subject = subjectWith('Seven floors high, it dates from 1871. ', [
      claim('s2.c1', 'The lighthouse has seven floors.'),
      claim('s2.c2', 'The lighthouse dates from 1871.'),
    ])
    expect(repetitions(subject, {})).toEqual([{ left: 's1', right: 's2', kind: 'exact' }])
  })

  it('goes by the words of a sentence that was rewritten, not by its claims', () => {
    const subject = subjectWith('Seven floors high. ', [claim('s2.c1', 'The lighthouse has seven floors.')])
    expect(repetitions(subject, { s2: { fate: 'keep', revised: 'It dates from 1871.' } })).toEqual([])
  })

  it('leaves out what was deleted', () => {
    const subject = subjectWith('Arden has a lighthouse of seven floors. ', [])
    expect(repetitions(subject, {})).toEqual([{ left: 's1', right: 's2', kind: 'exact' }])
    expect(repetitions(subject, { s2: { fate: 'delete' } })).toEqual([])
  })

  it('names a sentence of which two claims say nearly the same', () => {
    const subject = subjectWith('It was built in May of 1871. ', [
      claim('s2.c1', 'The lighthouse was built in May 1871.'),
      claim('s2.c2', 'The lighthouse was built in May of 1871.'),
    ])
    expect(repetitions(subject, {})).toEqual([{ left: 's2', right: 's2', kind: 'near' }])
  })
})
