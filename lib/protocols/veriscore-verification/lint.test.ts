import { expect, it } from 'vitest'
import type { Answers } from '@/lib/protocols/protocol'
import { claimFormat } from './formats/own'
import { linter } from './lint'
import { claimRecord } from './sample-records'
import { verifyStage } from './stage'

function found(answers: Answers): string[] {
  const source = claimRecord()
  const read = claimFormat.read(source)
  if (!read.ok) throw new Error('the sample is read')
  const { content } = read.record
  const units = verifyStage.units(content, [], {})
  return linter.check({ source, content, stages: { verify: { units, answers } } }).map(({ kind }) => kind)
}

const judged = (first: string): Answers => ({
  r1: { stance: first },
  r2: { stance: 'inconclusive' },
  r3: { stance: 'inconclusive' },
})
const part = { parts: [{ key: 'p1', made: 'added', from: ['p1'] }] }

it.each([
  ['a verdict that fits', { ...judged('supports'), item: { verdict: 'supported' } }, []],
  ['support by nothing', { ...judged('inconclusive'), item: { verdict: 'supported' } }, ['unfit-verdict']],
  ['no reason', { ...judged('supports'), item: { verdict: 'inconclusive' } }, ['no-reason']],
  [
    'parts that say otherwise',
    { ...judged('supports'), item: { verdict: 'supported', ...part }, p1: { text: 'One.', contradicts: ['r1'] } },
    ['unfit-parts'],
  ],
  [
    'parts of an unclear claim',
    {
      ...judged('supports'),
      item: { verdict: 'inconclusive', why: 'c', ...part },
      p1: { text: 'One.', supports: ['r1'] },
    },
    [],
  ],
])('the linter on %s', (_, answers, kinds) => {
  expect(found(answers)).toEqual(kinds)
})
