import { describe, expect, it } from 'vitest'
import { expectLinearTime } from '@/tests/support/linear-time'
import { CutText, cleanMarks, type Stretch } from './clean-marks'

describe('cleanMarks', () => {
  it('leaves out blanks and punctuation at both ends, joins what only they part, and drops marks of them alone', () => {
    const text = new CutText([...' one, two ... 😀!'])
    expect(cleanMarks(text, [[0, 5]])).toEqual([[1, 4]])
    expect(
      cleanMarks(text, [
        [1, 4],
        [6, 9],
      ]),
    ).toEqual([[1, 9]])
    expect(
      cleanMarks(text, [
        [9, 13],
        [12, 99],
        [99, 120],
      ]),
    ).toEqual([[14, 15]])
  })

  it('takes time for the text and the marks, not for their product', () => {
    const marksIn = (text: string): Stretch[] =>
      Array.from({ length: text.length / 10 }, (_, index): Stretch => (index % 2 === 0 ? [0, 1] : [1, 2]))
    expectLinearTime(
      (text) => cleanMarks(new CutText([...text]), marksIn(text)),
      (length) => `a${' '.repeat(length - 1)}`,
      10_000,
      'a letter and blanks',
    )
  })
})
