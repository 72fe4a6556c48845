import { describe, expect, it } from 'vitest'
import type { SettledValue } from '@/lib/adjudication/consolidation/contract'
import { protocolById, stageByKey } from '@/lib/protocols'
import { unitMark } from './unit-mark'

const protocol = protocolById('factcheck-bench')
const [decompose, verify] = [stageByKey(protocol, 'decompose'), stageByKey(protocol, 'verify')]
const sentence = { key: 's1', kind: 'sentence', text: 's' }
const open = { settled: null }
const by = { kind: 'agreement', lane: null, name: null } as const
const value: SettledValue = {
  unit: 's1.c1',
  question: 'verdict',
  value: 'true',
  how: 'agreed',
  lane: null,
  by,
  at: null,
  reason: '',
}
const settled = { settled: value }

describe('unitMark', () => {
  it('counts what is open, in its parts as well', () => {
    expect(unitMark(verify, sentence, [settled, open, open], {}).text).toBe('2 open')
  })

  it('says that all is settled where only parts are asked about', () => {
    expect(unitMark(verify, sentence, [settled, settled], {})).toMatchObject({ letter: '✓', text: 'all settled' })
    expect(unitMark(verify, sentence, [], {}).text).toBe('nothing asked')
  })

  it('shows what a claim is called, and not whether its evidence was enough', () => {
    const claim = { key: 's1.c1', kind: 'claim', text: 'c' }
    const answers = { 's1.c1': { enough: 'yes', verdict: 'false' } }
    expect(unitMark(verify, claim, [settled], answers)).toMatchObject({ tone: 'negative', text: 'False' })
  })

  it('shows the settled choice of a unit that has one', () => {
    const question = decompose.questions.find(({ key }) => key === 'checkworthy')
    const option = question?.options?.find((each) => each.value === 'opinion')
    const answers = { s1: { checkworthy: 'opinion' } }
    // A letter of the value: its key, a digit, would be taken for a number.
    expect(unitMark(decompose, sentence, [settled], answers)).toMatchObject({ letter: 'Op', text: option?.text })
  })
})
