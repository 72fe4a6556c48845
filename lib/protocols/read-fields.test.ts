import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { protocols } from '@/lib/protocols'
import { checkFile } from './language/check/check-file'
import { compileProtocol } from './language/compile/compile-protocol'
import { splitByFields } from './read-fields'

it('leaves out what is not read, within objects and lists as well', () => {
  const record = {
    data: { response: 'So.', verdict_of_bob: 'wrong' },
    sentences: [{ text: 'So.', bob: false }, 'bare', { text: 'No.', bob: true }],
    sentence12: 'read',
    sentenceX: 'unread',
    meta: 'bob: wrong',
    whole: { any: { thing: 1 } },
  }
  const fields = [['data', 'response'], ['sentences', '*', 'text'], /^sentence\d+$/, ['meta', 'id'], 'whole']
  expect(splitByFields(record, fields)).toEqual({
    shown: {
      data: { response: 'So.' },
      sentences: [{ text: 'So.' }, 'bare', { text: 'No.' }],
      sentence12: 'read',
      whole: { any: { thing: 1 } },
    },
    unread: ['data.verdict_of_bob', 'sentences[].bob', 'sentenceX', 'meta'],
  })
})

it('tells of a protocol file what is unread in the entries of its lists', () => {
  const checked = checkFile(readFileSync('docs/examples/protocols/biography-facts.yaml', 'utf8'))
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const [format] = compileProtocol(checked.definition).formats
  const fact = { text: 'A sang.', label: 'S' }
  const sentence = { text: 'A sang.', 'is-relevant': true, 'human-atomic-facts': [fact] }
  const record = { topic: 'A', output: 'A sang.', annotations: [sentence] }
  expect(splitByFields(record, format.fields)).toEqual({ shown: record, unread: [] })
  const marked = { ...record, annotations: [{ ...sentence, bob: 1, 'human-atomic-facts': [{ ...fact, bob: 'NS' }] }] }
  expect(splitByFields(marked, format.fields)).toEqual({
    shown: record,
    unread: ['annotations[].human-atomic-facts[].bob', 'annotations[].bob'],
  })
})

it('takes no column that somebody adds for one of a built-in format', () => {
  for (const { formats } of protocols)
    for (const { fields } of formats)
      expect(splitByFields({ verdict_of_bob: 'wrong' }, fields).unread).toEqual(['verdict_of_bob'])
})
