import { describe, expect, it } from 'vitest'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { enterClaim, leaveField, neighbourClaim, placeAfter } from './places'
import { JUDGED, UNITS } from './sample-claims'

const desk = (answers: Answers) => ({ stage: verifyStage, subject: { content: null, units: UNITS }, answers })
const unit = (key: string) => {
  const found = UNITS.find((each) => each.key === key)
  if (!found) throw new Error(`There is no ${key}.`)
  return found
}
const at = (key: string, question: string | null = null) => ({ unit: key, question })

describe('a claim', () => {
  it('begins with its first passage without a stance, and with itself when all have one', () => {
    expect(enterClaim(desk({ 's1.c1.e1': { stance: 'refute' } }), 's1.c1')).toEqual(at('s1.c1.e2'))
    expect(enterClaim(desk(JUDGED), 's1.c1')).toEqual(at('s1.c1'))
    expect(enterClaim(desk({}), 's2.c1')).toEqual(at('s2.c1'))
  })

  it('has neighbours, but not beyond the ends', () => {
    expect(neighbourClaim(desk({}), 's1.c1.e2', 1)).toEqual(at('s1.c2'))
    expect(neighbourClaim(desk({}), 's1.c2', -1)).toEqual(at('s1.c1.e1'))
    expect(neighbourClaim(desk({}), 's2.c1', 1)).toBeNull()
    expect(neighbourClaim(desk({}), 's1.c1', -1)).toBeNull()
  })
})

describe('placeAfter', () => {
  const asked = { ...JUDGED, 's1.c1': { enough: 'yes' } }
  const deleted = { ...JUDGED, 's1.c1': { enough: 'yes', verdict: 'false', correction: 'delete' } }
  const done = { ...JUDGED, 's1.c1': { enough: 'yes', verdict: 'true' } }

  it.each<[string, Answers, string, string, Json, ReturnType<typeof placeAfter>]>([
    ['the next passage', { 's1.c1.e1': { stance: 'refute' } }, 's1.c1.e1', 'stance', 'refute', at('s1.c1.e2')],
    ['round to one left out', { ...JUDGED, 's1.c1.e1': {} }, 's1.c1.e3', 'stance', 'irrelevant', at('s1.c1.e1')],
    ['the claim after the last passage', JUDGED, 's1.c1.e3', 'stance', 'irrelevant', at('s1.c1', 'enough')],
    ['nowhere for what is optional', JUDGED, 's1.c1.e1', 'reliable', 'yes', at('s1.c1.e1')],
    ['nowhere for what is taken back', JUDGED, 's1.c1.e1', 'reliable', null, null],
    ['the second question', asked, 's1.c1', 'enough', 'yes', at('s1.c1', 'verdict')],
    ['the next that lacks something when the claim is done', done, 's1.c1', 'verdict', 'true', at('s2.c1')],
    ['the same claim when it is false, whatever was there before', done, 's1.c1', 'verdict', 'false', at('s1.c1')],
    ['what a deletion rests on', deleted, 's1.c1', 'correction', 'delete', at('s1.c1', 'references')],
    ['the text of the correction', JUDGED, 's1.c1', 'correction', 'edit', at('s1.c1', 'revised')],
    ['the reason for a deletion', JUDGED, 's1.c1', 'unverified', 'delete', at('s1.c1', 'deleteReason')],
  ])('%s', (_, answers, key, question, value, expected) => {
    expect(placeAfter(desk(answers), unit(key), question, value)).toEqual(expected)
  })

  it('leaves a text for the claim while it lacks something, else for what lacks something further on', () => {
    expect(leaveField(desk(JUDGED), unit('s1.c1'))).toEqual(at('s1.c1', 'enough'))
    expect(leaveField(desk(done), unit('s1.c1'))).toEqual(at('s2.c1'))
  })
})
