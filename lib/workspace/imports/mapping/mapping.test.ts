import { describe, expect, test } from 'vitest'
import { sourceRecord } from '@/lib/platform/foreign/records/source-entry'
import { protocolById } from '@/lib/protocols'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { columnsOf } from '@/lib/workspace/imports/read-file-items'
import { readItems } from '@/lib/workspace/imports/read-item'
import { ColumnCollector, columnsIn } from './columns'
import type { ColumnMapping } from './contract'
import { findingsAbout } from './findings'
import { type AsTheyStand, guessMapping } from './guess'

const felm = protocolById('felm')

/** What is guessed of a file with these records. */
function guessed(records: readonly JsonRecord[], protocolId = 'felm', kept: ColumnMapping | null = null) {
  const collector = new ColumnCollector()
  const asTheyStand: AsTheyStand = { published: 0, plain: 0, recognised: 0, unread: 0 }
  const look = columnsOf({ protocolId })
  for (const value of records) {
    const reading = look(entryOf(value))
    if (!reading.ok) continue
    collector.add(reading.glimpses)
    asTheyStand[reading.asItStands ?? 'unread']++
  }
  return guessMapping(protocolById(protocolId), collector.list(), asTheyStand, kept)
}

const entryOf = (value: JsonRecord) => sourceRecord({ line: 1, raw: JSON.stringify(value), value, notes: [] })

/** The item of a record, read by what was guessed of it. */
function item(value: JsonRecord, mapping = guessed([value]).mapping, protocolId = 'felm') {
  const [reading] = readItems(protocolById(protocolId), entryOf(value), mapping).readings
  if (!reading?.ok) throw new Error(JSON.stringify(reading))
  return reading.item
}

const answer = 'It is old. It is in Rome.'

test('of a file, no more columns are kept than of a record, and none with an endless name', () => {
  const collector = new ColumnCollector()
  const glimpse = (name: string) => ({ name, sample: 'a', words: null, isList: false })
  for (let line = 0; line < 3; line++)
    collector.add(Array.from({ length: 200 }, (_, key) => glimpse(`${line === 2 ? 0 : line} ${key}`)))
  collector.add([glimpse('x'.repeat(501))])
  const columns = collector.list()
  expect(columns).toHaveLength(300)
  expect(columns[0]).toMatchObject({ name: '0 0', filled: 2 })
  const file = { ...guessMapping(felm, columns, { published: 0, plain: 0, recognised: 0, unread: 0 }), columns }
  const said = findingsAbout(felm, file).map(({ problem }) => problem.message)
  expect(said).toContain('At most 300 columns of a file are looked at.')
})

test('an object with very many fields does not hide the fields behind it', () => {
  const claims = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`claim ${n}`, 'true']))
  const { columns } = columnsIn({ claims, response: answer })
  expect(columns.size).toBe(300)
  expect(columns.get('response')).toBe(answer)
})

describe('columns are guessed by their headings', () => {
  const cases: [string, JsonRecord, ColumnMapping['fields']][] = [
    ['capitals', { Prompt: 'Why?', Response: answer }, { prompt: ['Prompt'], response: ['Response'] }],
    ['question and answer', { question: 'Why?', answer }, { prompt: ['question'], response: ['answer'] }],
    [
      'instruction, input and output',
      { instruction: 'Answer.', input: 'Why?', output: answer },
      { prompt: ['instruction', 'input'], response: ['output'] },
    ],
    [
      'instruction with no input',
      { instruction: 'Why?', output: answer },
      { prompt: ['instruction'], response: ['output'] },
    ],
    ['one text', { text: answer }, { response: ['text'] }],
    ['one column called anything', { Spalte: answer }, { response: ['Spalte'] }],
    [
      'names in one word, and the rest',
      { userMessage: 'Why?', model_output: answer, custom_id: '7', category: 'art', dataset: 'mine', modelName: 'm-1' },
      {
        prompt: ['userMessage'],
        response: ['model_output'],
        id: ['custom_id'],
        domain: ['category'],
        source: ['dataset'],
        model: ['modelName'],
      },
    ],
    [
      'nested',
      { data: { prompt: 'Why?', response: answer } },
      { prompt: ['data.prompt'], response: ['data.response'] },
    ],
    [
      'decorated',
      { '<b>Question</b>': 'Why?', 'Answer 🌊': answer, '"ID"*': '7' },
      { prompt: ['<b>Question</b>'], response: ['Answer 🌊'], id: ['"ID"*'] },
    ],
    [
      'quoted and decorated as people type it',
      { '„Question“': 'Why?', '👩🏽‍💻 Answer 🇩🇪': answer, '«ID»': '7' },
      { prompt: ['„Question“'], response: ['👩🏽‍💻 Answer 🇩🇪'], id: ['«ID»'] },
    ],
    ['the exact name before others', { response: answer, answer: 'Rome' }, { response: ['response'] }],
  ]
  test.each(cases)('%s', (_name, record, fields) => {
    const { mapping, competing, missing } = guessed([record])
    expect({ fields: mapping?.fields ?? { response: ['response'] }, competing, missing }).toEqual({
      fields,
      competing: [],
      missing: [],
    })
  })

  test('two that may be meant are both named, and none is taken', () => {
    const { mapping, competing } = guessed([{ question: 'Why?', output: answer, completion: answer }])
    expect(competing).toEqual([{ field: 'response', columns: ['output', 'completion'] }])
    expect(mapping?.fields).toEqual({ prompt: ['question'] })
  })

  test('a slip of the pen is offered', () => {
    const guess = guessed([{ promt: 'Why?', respones: answer }])
    expect(guess.mapping?.fields).toEqual({ prompt: ['promt'], response: ['respones'] })
    expect(guess.spelled).toEqual([
      { field: 'prompt', column: 'promt' },
      { field: 'response', column: 'respones' },
    ])
  })

  test('where nothing may be the response, that is what is missing', () => {
    expect(guessed([{ sentence: 'It is old.', checkworthy: 'yes' }])).toMatchObject({
      missing: ['response'],
      unused: ['sentence', 'checkworthy'],
    })
  })

  test('what was used in the project before is used again where its columns are there', () => {
    const kept: ColumnMapping = { fields: { response: ['note'] }, labels: [], domains: {} }
    expect(guessed([{ note: answer, answer }], 'felm', kept).mapping?.fields).toEqual({ response: ['note'] })
    expect(guessed([{ question: 'Why?', answer }], 'felm', kept).mapping?.fields).toMatchObject({
      response: ['answer'],
    })
  })
})

describe('records that are read as they stand', () => {
  test('bare fields, with what is not used', () => {
    const guess = guessed([{ prompt: 'Why?', response: answer, claims: ['It is old.'], response_label: true }])
    expect(guess).toMatchObject({ mapping: null, unused: ['claims', 'response_label'] })
  })

  test('a published format, also where one of its records has a fault', () => {
    const record = { prompt: 'Why?', response: answer, segmented_response: ['It is old.', 'It is in Rome.'] }
    expect(guessed([record, { ...record, labels: [true] }])).toMatchObject({ mapping: null, unused: [] })
    expect(guessed([{ segmented_response: 3, labels: [true] }])).toMatchObject({ mapping: null, missing: [] })
  })
})

describe('a mapped record', () => {
  test('is read by the bare format, keeps everything, and can be read again', () => {
    const read = item({ Prompt: 'Why?', Response: answer, Nr: 7, Category: 'History', Rest: [1] })
    expect(read).toMatchObject({
      title: 'Why?',
      format: 'plain',
      domain: 'History',
      content: { prompt: 'Why?', response: answer },
    })
    expect(JSON.parse(read.record)).toEqual({
      prompt: 'Why?',
      response: answer,
      id: 7,
      domain: 'History',
      imported: { Rest: [1] },
    })
    expect(item(JSON.parse(read.record) as JsonRecord, null).content).toEqual(read.content)
  })

  test('needs no prompt: its title is the response', () => {
    expect(item({ text: answer })).toMatchObject({ title: answer, content: { prompt: '', response: answer } })
  })

  test('an empty response is a problem of its column', () => {
    const mapping = { fields: { response: ['Answer'] }, labels: [], domains: {} }
    const [reading] = readItems(felm, entryOf({ Answer: ' ' }), mapping).readings
    expect(reading).toMatchObject({
      ok: false,
      problems: [{ field: 'Answer', message: 'There is nothing in "Answer".' }],
    })
  })
})

describe('labels in columns', () => {
  const record = { response: answer, label_1: 'Correct', label_2: 'wrong', reason_2: 'It is in Athens.', labels: 'x' }

  test('of the nth unit, by heading and words', () => {
    const { mapping, unused } = guessed([record])
    expect(mapping?.labels).toEqual([
      { column: 'label_1', unit: 'segment', question: 'label', place: 1, values: { correct: true } },
      { column: 'label_2', unit: 'segment', question: 'label', place: 2, values: { wrong: false } },
      { column: 'reason_2', unit: 'segment', question: 'reason', place: 2, values: {} },
    ])
    expect(unused).toEqual(['labels'])
    const read = item(record)
    expect(read.stages[0]?.answers).toEqual({
      s1: { label: true },
      s2: { label: false, reason: 'It is in Athens.' },
    })
    expect(JSON.parse(read.record)).toMatchObject({
      imported: { labels: 'x' },
      imported_labels: { label_1: 'Correct' },
    })
  })

  const mapped = (values: ColumnMapping['labels'][0]['values'], place: number | 'each' = 1): ColumnMapping => ({
    fields: { response: ['response'] },
    labels: [{ column: 'verdict', unit: 'segment', question: 'label', place, values }],
    domains: {},
  })
  const readWith = (verdict: JsonRecord['x'], mapping: ColumnMapping) =>
    readItems(felm, entryOf({ response: answer, verdict: verdict ?? null }), mapping).readings[0]

  test('a word that nobody explained is refused, one that is left out is not', () => {
    expect(readWith('maybe', mapped({ yes: true }))).toMatchObject({
      ok: false,
      problems: [{ field: 'verdict', message: 'It is not said what "maybe" means as an answer to "Label".' }],
    })
    expect(readWith('maybe', mapped({ maybe: null }))).toMatchObject({
      ok: true,
      item: { stages: [{ answers: null }] },
    })
  })

  test('a list has one entry for each unit, or which is which is unclear', () => {
    const mapping = mapped({ true: true, false: false }, 'each')
    expect(readWith([true, false], mapping)).toMatchObject({
      ok: true,
      item: { stages: [{ answers: { s1: { label: true }, s2: { label: false } } }] },
    })
    expect(readWith('[true, false]', mapping)).toMatchObject({ ok: true })
    expect(readWith([true], mapping)).toMatchObject({
      ok: false,
      problems: [{ message: 'The list has 1 entry for 2 segments: which belongs to which is unclear.' }],
    })
  })

  test('what they leave unanswered is said: gold would have gaps', () => {
    expect(readWith('yes', mapped({ yes: true }))).toMatchObject({
      ok: true,
      warnings: [{ message: 'The labels leave questions open: Keep or remove, Label.' }],
    })
    const kept: ColumnMapping['labels'][0] = {
      column: 'kept',
      unit: 'item',
      question: 'action',
      place: 1,
      values: { yes: 'keep' },
    }
    const both = mapped({ true: true }, 'each')
    const record = entryOf({ response: answer, verdict: [true, true], kept: 'yes' })
    const whole = readItems(felm, record, { ...both, labels: [...both.labels, kept] }).readings[0]
    expect(whole).toMatchObject({ ok: true, warnings: [] })
  })

  test('of a unit that is not there', () => {
    expect(readWith('yes', mapped({ yes: true }, 3))).toMatchObject({
      ok: false,
      problems: [{ message: 'There is no segment 3: this item has 2.' }],
    })
  })
})

describe('conversations', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: 'So.' },
    { role: 'user', content: [{ type: 'text', text: 'And then?' }] },
    { role: 'assistant', content: answer },
  ]
  const columns = (record: JsonRecord) => Object.fromEntries(columnsIn(record).columns)

  test('the last answer is the response, what was said before it the prompt', () => {
    const read = item({ id: 'c1', messages })
    expect(read).toMatchObject({
      externalId: 'c1',
      content: {
        prompt: 'System: Be brief.\n\nUser: Why?\n\nAssistant: So.\n\nUser: And then?',
        response: answer,
      },
    })
    expect(columnsIn({ messages }).notes).toMatchObject([{ message: expect.stringMatching(/^The 4 messages before/) }])
    expect(columns({ messages: messages.slice(3) })).toEqual({
      'earlier messages': 'And then?',
      'last assistant message': answer,
    })
  })

  const batch = {
    id: 'batch_req_1',
    custom_id: 'q-1',
    response: { status_code: 200, body: { model: 'm-1', choices: [{ index: 0, message: messages[4] ?? null }] } },
    error: null,
  }
  test('the output of a batch', () => {
    expect(guessed([batch]).mapping?.fields).toEqual({
      response: ['last assistant message'],
      id: ['custom_id'],
      model: ['response.body.model'],
    })
    expect(item(batch).content).toMatchObject({ prompt: '', response: answer })
  })

  test('a log of the Responses API, with and without its request', () => {
    const output: JsonRecord[] = [
      { type: 'reasoning', summary: [] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: answer }] },
    ]
    expect(columns({ id: 'resp_1', instructions: 'Be brief.', input: 'Why?', output })).toMatchObject({
      'earlier messages': 'System: Be brief.\n\nUser: Why?',
      'last assistant message': answer,
    })
    expect(columns({ request: { input: messages.slice(1, 2) }, response: { output } })).toMatchObject({
      'earlier messages': 'Why?',
      'last assistant message': answer,
    })
  })

  test('without an answer there is nothing to annotate', () => {
    expect(guessed([{ messages: messages.slice(0, 2) }]).missing).toEqual(['response'])
  })

  test('ShareGPT', () => {
    expect(
      columns({
        conversations: [
          { from: 'human', value: 'Why?' },
          { from: 'gpt', value: answer },
        ],
      }),
    ).toMatchObject({
      'earlier messages': 'Why?',
      'last assistant message': answer,
    })
  })
})

describe('domains are open', () => {
  const record = { response: answer, category: 'Algebra' }

  test('any word is one; where it stands for the mathematics of the paper, the lead says so', () => {
    const { mapping } = guessed([record])
    expect(item(record).content).toMatchObject({ domain: 'Algebra' })
    const said = mapping && { ...mapping, domains: { algebra: 'math' } }
    const read = item(record, said)
    expect(read.content).toMatchObject({ domain: 'Algebra', ruleDomain: 'math' })
    const [stage] = felm.stages
    const units = read.stages[0]?.units ?? []
    const asked = (content: typeof read.content) =>
      stage.questions
        .filter(
          ({ unit, asked: isAsked }) =>
            unit === 'segment' &&
            isAsked({ content, units }, { s1: { label: false } }, units[1] ?? { key: '', kind: '', text: '' }),
        )
        .map(({ key }) => key)
    expect(asked(read.content)).toEqual(['label', 'reason'])
    expect(asked(item(record).content)).toEqual(['label', 'errorType', 'reason', 'links'])
  })
})

describe('values that are not what a column should hold', () => {
  const problemsOf = (record: JsonRecord, mapping: ColumnMapping, protocolId = 'felm') => {
    const [reading] = readItems(protocolById(protocolId), entryOf(record), mapping).readings
    return reading?.ok ? [] : (reading?.problems.map(({ field, message }) => `${field}: ${message}`) ?? [])
  }
  const notesOf = (record: JsonRecord, mapping = guessed([record]).mapping) => {
    const [reading] = readItems(felm, entryOf(record), mapping).readings
    return reading?.warnings.map(({ field, message }) => `${field}: ${message}`) ?? []
  }
  const verdict: ColumnMapping = {
    fields: { response: ['text'] },
    labels: [{ column: 'label', unit: 'segment', question: 'label', place: 1, values: { supported: true } }],
    domains: {},
  }
  const textLabel: ColumnMapping = {
    fields: { response: ['text'] },
    labels: [{ column: 'comment', unit: 'segment', question: 'reason', place: 1, values: {} }],
    domains: {},
  }
  const answersWith = (record: JsonRecord, mapping: ColumnMapping) =>
    item({ text: answer, ...record }, mapping).stages[0]?.answers

  test('a label as a list of one is that label', () => {
    for (const label of [['supported'], '["supported"]', "['supported']", 'supported', [null, 'supported']])
      expect(answersWith({ label }, verdict)).toEqual({ s1: { label: true } })
    expect(answersWith({ label: [] }, verdict)).toBeNull()
  })

  test('several labels where one is asked for, and an object, are problems of the line', () => {
    expect(problemsOf({ text: answer, label: ['supported', 'wrong'] }, verdict)).toEqual([
      'label: There are 2 labels here, and "Label" takes one.',
    ])
    expect(problemsOf({ text: answer, label: [{ value: 'supported' }] }, verdict)).toEqual([
      'label: This is an object, and no answer to "Label".',
    ])
  })

  test('several written texts stand one below the other; an object is none', () => {
    expect(answersWith({ comment: ['So.', 'And so.'] }, textLabel)).toEqual({ s1: { reason: 'So.\nAnd so.' } })
    expect(problemsOf({ text: answer, comment: [{ value: 'because', user: 'a' }] }, textLabel)).toEqual([
      'comment: A text is expected here, and this is a list that holds objects.',
    ])
  })

  test('numbers, true and false are texts, and that is said', () => {
    expect(item({ question: '2+2?', answer: 4 }).content).toMatchObject({ prompt: '2+2?', response: '4' })
    expect(item({ question: 'Is it?', answer: true }).content).toMatchObject({ response: 'true' })
    expect(notesOf({ question: '2+2?', answer: 4 })).toEqual(['answer: A number, or true or false, is read as a text.'])
  })

  test('several texts in a text field are joined, and that is said', () => {
    expect(notesOf({ question: ['Why?', 'How?'], answer })).toEqual([
      'question: A list of several texts is read as one text, with a line for each.',
    ])
  })

  test('a prompt and a completion of messages, and parts of a text, are read as conversations', () => {
    const record = {
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Why?' },
      ],
      completion: [{ role: 'assistant', content: [{ type: 'text', text: answer }] }],
    }
    expect(item(record).content).toMatchObject({ prompt: 'System: Be brief.\n\nUser: Why?', response: answer })
    expect(item({ content: [{ type: 'text', text: answer }] }).content).toMatchObject({ response: answer })
    expect(notesOf(record)).toHaveLength(2)
  })

  test('a column of objects is guessed as no text, and refused where somebody maps it', () => {
    const record = { prompt: 'Why?', answer: [{ score: 1 }] }
    expect(guessed([record])).toMatchObject({ missing: ['response'] })
    expect(problemsOf(record, { fields: { response: ['answer'] }, labels: [], domains: {} })).toEqual([
      'answer: A text is expected here, and this is a list that holds objects.',
    ])
    const image = { type: 'image', source: 'x' }
    expect(guessed([{ content: [{ type: 'text', text: 'See' }, image] }])).toMatchObject({ missing: ['response'] })
  })

  test('whole numbers that a table with gaps writes with a nought mean what they mean without', () => {
    const { mapping } = guessed([
      { response: answer, label_1: '1.0' },
      { response: answer, label_1: '0.0' },
    ])
    expect(mapping?.labels[0]?.values).toEqual({ '1.0': true, '0.0': false })
  })

  test('segments as Python prints them are segments; what is no list is refused, and other segments are warned of', () => {
    const mapping: ColumnMapping = {
      fields: { response: ['response'], segmented_response: ['segmented_response'] },
      labels: [],
      domains: {},
    }
    const texts = (segments: string) =>
      item({ response: answer, segmented_response: segments }, mapping).stages[0]?.units.flatMap(({ kind, text }) =>
        kind === 'segment' ? [text] : [],
      )
    expect(texts("['It is old.', 'It is in Rome.']")).toEqual(['It is old.', 'It is in Rome.'])
    expect(texts('["It \\u0069s old.", "It \\ud83d\\ude00 is."]')).toEqual(['It is old.', 'It 😀 is.'])
    expect(texts('It is old.\n[1] It is in Rome.')).toEqual(['It is old.', '[1] It is in Rome.'])
    for (const segments of [
      "['It is old.' 'It is in Rome.']",
      "['It is old.', 'It i",
      '[It is old.]',
      "['It is\\x00 old.']",
      '["It is\\u0000 old."]',
      '["It is\\ud83d old."]',
      '[["It is\\udE00 old."]]',
    ])
      expect(problemsOf({ response: answer, segmented_response: segments }, mapping)).toEqual([
        'segmented_response: This begins like a list and cannot be read as one.',
      ])
    expect(notesOf({ response: answer, segmented_response: ['It is old.'] }, mapping)).toEqual([
      'segmented_response: The segments put together are not the response.',
    ])
  })

  test('the button of Prodigy is no response, nor is the reference of lm-evaluation-harness', () => {
    const task = { text: answer, accept: ['a'], answer: 'accept', _input_hash: 1, _task_hash: 2 }
    expect(guessed([task]).mapping?.fields).toEqual({ response: ['text'] })
    const sample = {
      doc_id: 0,
      doc: { question: 'Why?', answer: 'So.' },
      resps: [['It is.']],
      filtered_resps: ['It is.'],
    }
    expect(guessed([sample])).toMatchObject({
      missing: ['response'],
      mapping: { fields: { prompt: ['doc.question'] } },
    })
    expect(item(sample, { fields: { response: ['resps'] }, labels: [], domains: {} }).content).toMatchObject({
      response: 'It is.',
    })
  })

  test('a control of Label Studio that is called as a field is a label of its own', () => {
    const record = {
      data: { text: answer, verdict: 'Eve' },
      annotations: [{ completed_by: 7, result: [{ from_name: 'verdict', value: { choices: ['supported'] } }] }],
    }
    const claim = { ...record, data: { ...record.data, claim: answer } }
    const { mapping } = guessed([claim], 'veriscore-verification')
    expect(mapping?.labels).toMatchObject([{ column: 'verdict (label)', question: 'verdict' }])
  })

  describe('a control of Label Studio that is called as a label in the data', () => {
    const choices = (...made: string[]) => made.map((each) => ({ from_name: 'verdict', value: { choices: [each] } }))
    const task = (result: JsonRecord[]): JsonRecord => ({
      data: { claim: answer, search_results: 'It is so.', verdict: 'supported' },
      annotations: [{ completed_by: 7, result }],
    })
    const chosen = task(choices('contradicted'))
    const values = { supported: 'supported', contradicted: 'contradicted' }
    const label = { column: 'verdict', unit: 'item', question: 'verdict', place: 1 as const, values }

    test('is the only one that is guessed', () => {
      const { mapping } = guessed([chosen], 'veriscore-verification')
      expect(mapping?.labels).toMatchObject([{ column: 'verdict (label)', question: 'verdict' }])
    })

    test('is read by what was kept', () => {
      const kept: ColumnMapping = { fields: { claim: ['claim'] }, labels: [label], domains: {} }
      const { mapping } = guessed([chosen, task([])], 'veriscore-verification', kept)
      expect(mapping).toMatchObject({ fields: kept.fields, labels: [{ ...label, column: 'verdict (label)' }] })
      const twice = { ...kept, labels: [label, { ...label, column: 'verdict (label)' }] }
      expect(guessed([chosen], 'veriscore-verification', twice).mapping?.labels).toEqual(mapping?.labels)
    })
  })

  test('what is wrong in a document that is a table names its place there', () => {
    const value = { question: ['Why?', 'How?'], answer: ['So.', ''] }
    const entry = { ...entryOf(value), isAlone: true }
    const mapping: ColumnMapping = { fields: { response: ['answer'] }, labels: [], domains: {} }
    const { readings, warnings } = readItems(felm, entry, mapping)
    expect(readings).toMatchObject([
      { ok: true },
      { ok: false, problems: [{ field: 'answer[1]', message: 'There is nothing in "answer".' }] },
    ])
    expect(warnings).toMatchObject([{ message: expect.stringMatching(/read as the columns of a table/) }])
    expect(readItems(felm, entryOf(value), mapping).readings).toHaveLength(1)
  })
})
