import { expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { factcheckBench } from '@/lib/protocols/factcheck-bench/factcheck-bench'
import { keepFindings, knownFindings } from './scan'

it('keeps what was found on the same gold, and knows nothing of newer gold or of another protocol', () => {
  const found = [{ kind: 'k', stage: 's', unit: 'u', question: null, message: 'm' }]
  expect(knownFindings(factcheckBench, ['one', 'two'])).toBeUndefined()
  keepFindings(factcheckBench, ['one', 'two'], found)
  expect(knownFindings(factcheckBench, ['one', 'two'])).toBe(found)
  expect(knownFindings(factcheckBench, ['one', 'three'])).toBeUndefined()
  expect(knownFindings(protocolById('felm'), ['one', 'two'])).toBeUndefined()
})

it('lets the one go that was asked for longest ago', () => {
  keepFindings(factcheckBench, ['old'], [])
  keepFindings(factcheckBench, ['asked'], [])
  for (let n = 0; n < 19_998; n++) keepFindings(factcheckBench, [`gold ${n}`], [])
  expect(knownFindings(factcheckBench, ['asked'])).toEqual([])
  keepFindings(factcheckBench, ['new'], [])
  keepFindings(factcheckBench, ['newer'], [])
  expect(knownFindings(factcheckBench, ['old'])).toBeUndefined()
  expect(knownFindings(factcheckBench, ['asked'])).toEqual([])
})
