import { describe, expect, it } from 'vitest'
import { joinSeparators } from './merge-response'

const inside = { isFirst: false, isLast: false }

describe('what stays around a sentence that goes', () => {
  it.each([
    [' ', ' ', inside, ' '],
    [' ', '\n\n', inside, '\n\n'],
    ['\n\n', ' ', inside, '\n\n'],
    ['\r\n- ', ' ', inside, '\r\n- '],
    [' ', '\n- ', inside, '\n- '],
    ['\n2. ', '\n3. ', inside, '\n2. '],
    ['', ' ', { isFirst: true, isLast: false }, ''],
    ['1. ', '\n2. ', { isFirst: true, isLast: false }, '1. '],
    ['\n\n', '\n', { isFirst: false, isLast: true }, '\n'],
    [' ', '', { isFirst: false, isLast: true }, ''],
    [' Note: ', ' ', inside, ' Note: '],
    [' ', ' Note: ', inside, ' Note: '],
    [' a ', ' b ', inside, ' a b '],
    ['', ' Note: ', { isFirst: true, isLast: false }, ' Note: '],
    [' Note: ', '', { isFirst: false, isLast: true }, ' Note: '],
  ])('%j and %j', (before, after, place, result) => {
    expect(joinSeparators(before, after, place)).toBe(result)
  })
})
