import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointLength } from './code-points'
import { mergeSegments, type ResegmentReason, splitSegment } from './resegment'
import { withoutSpace } from './same-text'
import { segmentText } from './segment-text'

const refusal = (action: () => unknown): ResegmentReason | undefined => {
  try {
    action()
  } catch (error) {
    return (error as { reason?: ResegmentReason }).reason
  }
}

describe('splitSegment', () => {
  it('cuts before a code point, not a UTF-16 unit', () => {
    expect(splitSegment(['😀😀 yes. No.', 'End.'], 0, 7)).toEqual(['😀😀 yes.', ' No.', 'End.'])
  })

  it.each([
    ['no_such_segment', 2, 1],
    ['offset_outside', 0, 0],
    ['offset_outside', 0, 4],
    ['offset_outside', 0, 1.5],
    ['offset_outside', 0, Number.NaN],
    ['blank_part', 0, 3],
  ] as const)('refuses with %s: segment %d at %d', (reason, index, offset) => {
    expect(refusal(() => splitSegment(['One ', 'two'], index, offset))).toBe(reason)
  })
})

describe('mergeSegments', () => {
  it('simply joins segments that make up the text', () => {
    expect(mergeSegments(['A. ', 'B. ', 'C.'], 1, 'A. B. C.')).toEqual(['A. ', 'B. C.'])
  })

  it('takes lost white space from the text', () => {
    expect(mergeSegments(['A.', 'B.', 'C.'], 0, 'A.\n\nB. C.')).toEqual(['A.\n\nB.', 'C.'])
    expect(mergeSegments(['No.', 'No.', 'Yes.'], 1, 'No. No.\tYes.')).toEqual(['No.', 'No.\tYes.'])
  })

  it('puts a blank between segments that the text does not hold', () => {
    expect(mergeSegments(['A.', 'B.'], 0, 'Another text.')).toEqual(['A. B.'])
    expect(mergeSegments(['A.', ' B.'], 0, 'Another text.')).toEqual(['A. B.'])
    expect(mergeSegments(['A.', ''], 0, 'Another text.')).toEqual(['A.'])
  })

  it('refuses without a next segment', () => {
    expect(refusal(() => mergeSegments(['A.'], 0, 'A.'))).toBe('nothing_to_merge')
    expect(refusal(() => mergeSegments(['A.'], 1, 'A.'))).toBe('no_such_segment')
  })
})

describe('any series of splits and merges', () => {
  const step = fc.record({ split: fc.boolean(), index: fc.nat(6), offset: fc.nat(12) })
  const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })

  function play(segments: string[], whole: string, steps: { split: boolean; index: number; offset: number }[]) {
    return steps.reduce((current, { split, index, offset }) => {
      try {
        return split ? splitSegment(current, index, offset) : mergeSegments(current, index, whole)
      } catch {
        return current
      }
    }, segments)
  }

  it('leaves the text of our own segments exactly as it is', () => {
    fc.assert(
      fc.property(texts, fc.array(step), (text, steps) => {
        expect(play(segmentText(text), text, steps).join('')).toBe(text)
      }),
    )
  })

  it('leaves the text of a record’s segments as it is but for white space', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1 }), texts, fc.array(step), (segments, whole, steps) => {
        expect(withoutSpace(play(segments, whole, steps).join(''))).toBe(withoutSpace(segments.join('')))
      }),
    )
  })

  it('undoes a split by a merge', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, seed) => {
        const length = codePointLength(text)
        fc.pre(length > 1)
        const offset = 1 + (seed % (length - 1))
        fc.pre(refusal(() => splitSegment([text], 0, offset)) === undefined)
        expect(mergeSegments(splitSegment([text], 0, offset), 0, text)).toEqual([text])
      }),
    )
  })
})
