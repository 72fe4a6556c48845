import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editOperations } from '@/lib/text/edit-operations'
import { sameTextIgnoringSpace } from '@/lib/text/same-text'
import { applyElsewhere } from './apply-elsewhere'

const words = fc.array(fc.constantFrom('oak', 'elm', 'ash', 'fir', 'yew', 'bay', 'box', '1931', '😀', '木'), {
  maxLength: 8,
})
const texts = words.map((each) => each.join(' '))

describe('edits done to another text', () => {
  it('lead to the correction where the other text is the claim itself, or to nothing in doubt', () => {
    fc.assert(
      fc.property(texts, texts, (was, now) => {
        const result = applyElsewhere(was, [{ was, operations: editOperations(was, now) }])
        expect(result === null || sameTextIgnoringSpace(result, now), `${was} -> ${now}: ${result}`).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('leave the rest of the text alone', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const edit = { was: 'It is old.', operations: editOperations('It is old.', 'It is new.') }
        expect(applyElsewhere(`${before} old ${after}`, [edit])).toBe(`${before} new ${after}`)
      }),
    )
  })

  it('do nothing where a claim was deleted', () => {
    expect(applyElsewhere('It is old.', [{ was: 'It is old.', operations: editOperations('It is old.', null) }])).toBe(
      null,
    )
  })
})
