import { expect, it } from 'vitest'
import { wholenessOf } from './whole-text'

it.each([
  ['The lake is deep.', 'whole'],
  ['He said “no”. ', 'whole'],
  ['答案是北京。', 'whole'],
  ['| a | b |', 'whole'],
  ['The four seasons are spr', 'cut_off'],
  ['Yes.', 'few_words'],
  ['', 'few_words'],
])('says of “%s” that it is %s', (text, wholeness) => {
  expect(wholenessOf(text).wholeness).toBe(wholeness)
})
