import { expect, test } from 'vitest'
import { sentenceFile } from '@/tests/support/protocol-file'
import { checkFile } from './language/check/check-file'
import { languagesOf, readerLanguage } from './reader-language'

function definitionOf(edits: readonly [string, string][]) {
  const source = edits.reduce((text, [from, to]) => text.replace(from, to), sentenceFile('read'))
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.definition
}

const several = definitionOf([
  ['title: Errors in sentences', 'title: {en: Errors in sentences, zh: 句子中的错误, pt-BR: Erros em frases}'],
  ['says: All of it holds.', 'says: {en: All of it holds., zh: 全部属实。}'],
  ['ask: Is it right?', 'ask: {en: Is it right?, fr: Est-ce juste ?}'],
])

test('the languages of a file are those of any of its texts, its own first', () => {
  expect(languagesOf(several)).toEqual(['en', 'zh', 'pt-BR', 'fr'])
  expect(languagesOf(definitionOf([]))).toEqual(['en'])
})

test.each([
  [null, 'en'],
  ['', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['de,fr;q=0.5', 'fr'],
  ['fr;q=0.4, pt-PT;q=0.7', 'pt-BR'],
  ['pt-br', 'pt-BR'],
  ['zh;q=0,de', 'en'],
  ['en-GB,zh;q=0.9', 'en'],
  ['*', 'en'],
  [';;q=,zh;q=much', 'en'],
])('a browser that asks for %j reads %s', (accepted, language) => {
  expect(readerLanguage(several, accepted)).toBe(language)
})
