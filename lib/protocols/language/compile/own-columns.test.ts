/** What is derived of a protocol file so that files with columns of their own can be read under it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { EXAMPLES } from '@/tests/support/example-records'
import { compileProtocol } from './compile-protocol'

/** The protocol of a file that is made of these parts and a choice about its items. */
function protocolOf(record: string, more = '', show = '{title: Question, text: question}') {
  const checked = checkFile(`assay: protocol/1
id: own-columns
version: 1
title: Own columns
summary: What is derived.
record: ${record}
show: [${show}]
${more}
stages:
  - id: judge
    questions:
      - {id: topic, ask: What is it about?, form: choice, options: [{value: lakes, says: Lakes.}, {value: other, says: Else.}]}
guidelines: None.
`)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return compileProtocol(checked.definition)
}

function example(name: string, reader?: string) {
  const checked = checkFile(readFileSync(path.join(EXAMPLES, `${name}.yaml`), 'utf8'))
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return compileProtocol(checked.definition, reader)
}

const fieldsOf = ({ columns }: ReturnType<typeof example>) => columns?.fields ?? []
const field = (protocol: ReturnType<typeof example>, key: string) => fieldsOf(protocol).find((each) => each.key === key)
const headings = (protocol: ReturnType<typeof example>, key: string) => field(protocol, key)?.headings.flat() ?? []

describe('the fields of a file', () => {
  test('are its content, its units, what tells records apart, and what is hidden, by their places', () => {
    expect(fieldsOf(example('hallucinated-spans')).map(({ key, required, form }) => [key, required, form])).toEqual([
      ['model_input', true, 'text'],
      ['model_output_text', true, 'text'],
      ['wikipedia_url', false, 'text'],
      ['id', false, 'text'],
      ['lang', false, 'text'],
      ['model_id', false, 'value'],
      ['soft_labels', false, 'value'],
    ])
    expect(field(example('answer-problems'), 'meta.model')).toMatchObject({ at: ['meta', 'model'], title: 'model' })
    expect(example('hallucinated-spans').columns?.reads).toEqual(['annotations', 'comments'])
  })

  test('are called as they are shown, in the language of the reader, and known in all of them', () => {
    expect(field(example('rated-answers'), 'question')?.title).toBe('Question')
    expect(field(example('rated-answers', 'de'), 'question')?.title).toBe('Frage')
    expect(field(example('rated-answers'), 'answer')?.headings[0]).toEqual(['answer', 'antwort'])
  })

  test('are known by the headings that many people give to such a field', () => {
    const spans = example('hallucinated-spans')
    expect(headings(spans, 'model_input')).toEqual(expect.arrayContaining(['user message', 'earlier messages']))
    expect(headings(spans, 'model_output_text')).toEqual(
      expect.arrayContaining(['completion', 'last assistant message']),
    )
    expect(headings(spans, 'lang')).toContain('category')
    expect(headings(spans, 'model_id')).toContain('generator')
    expect(headings(example('attribution'), 'claim')).toEqual(['claim'])
    // The only text that has to be there may be called a text.
    expect(headings(example('claim-evidence'), 'claim')).toEqual([
      'claim',
      'text',
      'content',
      'document',
      'body',
      'passage',
    ])
  })

  test('are not known by what another of them, or a column of labels, is called', () => {
    const two = protocolOf('{domain: /domain, content: {question: /question, problem: {at: /problem, optional: true}}}')
    expect(headings(two, 'question')).toContain('prompt')
    expect(headings(two, 'question')).not.toContain('problem')
    expect(headings(two, 'problem')).toEqual(['problem'])
    expect(headings(two, 'domain')).toContain('category')
    expect(headings(two, 'domain')).not.toContain('topic')
  })

  test('of several that many people call alike, only the surest has those headings', () => {
    const titled = protocolOf(
      '{content: {title: /title, question: /q}}',
      '',
      '{title: Heading, text: title}, {title: Asked, text: question}',
    )
    expect(headings(titled, 'title')).toEqual(['title', 'heading'])
    expect(headings(titled, 'q')).toEqual(expect.arrayContaining(['asked', 'user prompt']))
  })

  test('name their place where two have one title', () => {
    const same = protocolOf(
      '{source: /from, content: {question: /question, text: /source}}',
      '',
      '{title: Question, text: question}, {title: Source, text: text}',
    )
    expect(fieldsOf(same).map(({ title }) => title)).toEqual(['Question', 'Source', 'Source (from)'])
  })
})

describe('units', () => {
  test('are a list of texts, which stand in entries where the record has them in some', () => {
    expect(field(example('long-answer-facts'), 'checked_statements')).toMatchObject({
      form: 'list',
      required: true,
      entry: ['self_contained_atomic_fact'],
    })
    expect(field(example('claim-verdict'), 'questions')).toMatchObject({ entry: ['question'], required: false })
    expect(field(example('my-labels'), 'sentences')).toMatchObject({ entry: ['text'], required: false })
    expect(field(example('felm-in-medicine'), 'segmented_response')).toMatchObject({ form: 'list', required: false })
    expect(field(example('felm-in-medicine'), 'segmented_response')?.entry).toBeUndefined()
  })

  test('that have a place each are a text each', () => {
    const sides = protocolOf(
      '{content: {question: /question}}',
      'units: [{id: side, from: record, places: {left: /left, right: /answers/right}}]',
    )
    expect(field(sides, 'left')).toMatchObject({ title: 'side (left)', required: true, form: 'text' })
    expect(field(sides, 'answers.right')).toMatchObject({ at: ['answers', 'right'], required: true })
  })
})

describe('there are none, with the reason,', () => {
  test.each([
    ['summary-sentences', /^Several rows are one item .*doc_id, topic, model_name/],
    ['answer-utility', /^Items stand within JSON documents/],
    ['unsupported-spans', /^Records have partners in second files/],
    ['preferred-response', /^Records bring each "response" in an entry that is more than a text/],
    ['biography-facts', /^Records bring each "fact" in an entry that is more than a text/],
    ['expert-answers', /^"answer" has to stand at answers\.\*\.answer_string/],
  ])('under %s', (name, message) => {
    const { columns, withoutColumns } = example(name)
    expect(columns).toBeUndefined()
    expect(withoutColumns?.message).toMatch(message)
  })

  test('where content is a table', () => {
    const table = protocolOf(
      '{content: {question: /question, facts: /facts}}',
      '',
      '{title: Question, text: question}, {title: Facts, text: facts, as: table}',
    )
    expect(table.withoutColumns?.message).toMatch(/^"facts" has to stand at facts/)
  })
})
