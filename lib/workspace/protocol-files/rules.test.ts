import { describe, expect, test } from 'vitest'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { recordFileNames } from '@/lib/protocols/language/record-file-names'
import { sentenceFile } from '@/tests/support/protocol-file'
import { asNext, definitionForBrowsers } from './rules'

describe('going on from a file', () => {
  test('a copy has an id of its own and begins with version 1', () => {
    expect(asNext(sentenceFile('words', 7), 'copy').split('\n').slice(1, 3)).toEqual(['id: my-words', 'version: 1'])
  })

  test('the next version has the same id and the first number that is free, also after an older one', () => {
    const begun = asNext(sentenceFile('words', 9), { newest: 11 })
    expect(begun.split('\n').slice(1, 3)).toEqual(['id: words', 'version: 12'])
  })
})

test('the files of records that tests name are seen in the text', () => {
  const text = 'tests:\n  - record: a.jsonl#1\n  - {record: "b c.jsonl#2", refuse: true}\n  - record: a.jsonl#3\n'
  expect(recordFileNames(text)).toEqual(['a.jsonl', 'b c.jsonl'])
})

test('browsers of those who work under a file get no record of its tests, nor of its practice, and no prompt', () => {
  const checked = checkFile(`${sentenceFile('told')}practice:
  - record: {id: p, response: Ice is cold., sentences: [{text: Ice is cold., label: right}], grade: 2}
    why: {sentence-1.label: Ice is frozen.}
prefill: [{id: first, judge: [grade], system: Snow is a five.}]
`)
  if (!checked.ok) throw new Error('the file has problems')
  expect(JSON.stringify(checked.definition)).toMatch(/(?=.*Two\.)(?=.*frozen)(?=.*Snow)/s)
  expect(JSON.stringify(definitionForBrowsers(checked.definition))).not.toMatch(/Two\.|frozen|Ice is cold|Snow/)
})
