/** Files with columns of their own under protocol files: rows in, items out; and the records of every example, which need no mapping. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import { type SourceEntry, sourceRecord } from '@/lib/platform/foreign/records/source-entry'
import { protocolById } from '@/lib/protocols'
import { keepDefinition } from '@/lib/protocols/definitions'
import { protocolIdOf } from '@/lib/protocols/kept-protocols'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { columnsOf } from '@/lib/workspace/imports/read-file-items'
import { readItems } from '@/lib/workspace/imports/read-item'
import { besideExample, EXAMPLES, recordsOf } from '@/tests/support/example-records'
import { ColumnCollector } from './columns'
import type { ColumnMapping } from './contract'
import { findingsAbout, ownColumnsText } from './findings'
import { type AsTheyStand, guessMapping, mappingProblem, targetsOf } from './guess'
import { labelUse, wordsLeft } from './rules'

/** The protocol of a file, as projects name it. */
function kept(source: string): string {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  keepDefinition(checked.definition)
  return protocolIdOf(checked.definition)
}

const example = (name: string) => kept(readFileSync(path.join(EXAMPLES, name), 'utf8'))

/** What is guessed of a file. */
function guessed(protocolId: string, entries: readonly SourceEntry[], previousMapping: ColumnMapping | null = null) {
  const collector = new ColumnCollector()
  const asTheyStand: AsTheyStand = { published: 0, plain: 0, recognised: 0, unread: 0 }
  const look = columnsOf({ protocolId })
  for (const entry of entries) {
    const reading = look(entry)
    if (!reading.ok) throw new Error(JSON.stringify(reading))
    collector.add(reading.glimpses)
    asTheyStand[reading.asItStands ?? 'unread']++
  }
  const columns = collector.list()
  return { ...guessMapping(protocolById(protocolId), columns, asTheyStand, previousMapping), columns }
}

async function entriesOf(text: string): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = []
  const chunks = (async function* () {
    yield Buffer.from(text)
  })()
  for await (const entry of readRecords(chunks)) entries.push(entry)
  return entries
}

/** What comes of a file by the mapping that is guessed of it, or by another. */
async function imported(
  protocolId: string,
  text: string,
  other?: (guess: ReturnType<typeof guessed>) => ColumnMapping,
) {
  const entries = await entriesOf(text)
  const guess = guessed(protocolId, entries)
  const mapping = other ? other(guess) : guess.mapping
  const readings = entries.flatMap((entry) =>
    entry.ok ? readItems(protocolById(protocolId), entry, mapping).readings : [],
  )
  const items = readings.flatMap((reading) => (reading.ok ? [reading.item] : []))
  const problems = readings.flatMap((reading) => (reading.ok ? [] : reading.problems))
  return { guess, items, problems, records: items.map(({ record }) => JSON.parse(record) as JsonRecord) }
}

describe('the records of an example', () => {
  const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml'))
  test.each(names)('of %s are read as they stand, and nothing is said of their columns', async (name) => {
    const protocolId = example(name)
    const protocol = protocolById(protocolId)
    const records = await recordsOf(besideExample(name), protocol)
    const entries = records.map((value) =>
      sourceRecord({ line: 1, raw: JSON.stringify(value), value: value as JsonRecord, notes: [] }),
    )
    const guess = guessed(protocolId, entries)
    expect(guess).toMatchObject({ mapping: null, isReadable: true })
    expect(findingsAbout(protocol, guess)).toEqual([])
    expect(records.length).toBeGreaterThan(0)
  })
})

describe('a table with headings of its own', () => {
  const ratings = kept(`assay: protocol/1
id: own-ratings
version: 1
title: Rated answers
summary: Rates answers in several ways.
record:
  id: /id
  content: {question: /question, answer: /output/text}
  hidden: {model: /output/model}
show: [{title: Question, text: question}, {title: Answer, text: answer}]
stages:
  - id: judge
    questions:
      - {id: rating, ask: How good is it?, form: scale, min: 1, max: 5, anchors: {1: Bad., 5: Good.}}
      - {id: factual, title: True to facts, ask: Is it factual?, form: flag}
      - {id: minutes, ask: How many minutes did it take?, form: number, min: 0, max: 60, required: false}
      - {id: note, ask: What is wrong?, form: text, required: false}
guidelines: None.
`)

  test('is mapped to nested places, with labels of every form that a cell can hold', async () => {
    const { guess, items, problems, records } = await imported(
      ratings,
      'Nr,Question,LLM answer,Model name,rating,Factual,Minutes,Note,Team\n7,Why?,So.,m-1,4,yes,2.5,Short.,A\n8,How?,Thus.,m-2,2.0,0,,,B\n',
    )
    expect(problems).toEqual([])
    expect(guess.mapping?.fields).toEqual({
      question: ['Question'],
      'output.text': ['LLM answer'],
      id: ['Nr'],
      'output.model': ['Model name'],
    })
    expect(guess.unused).toEqual(['Team'])
    expect(
      items.map(({ content, externalId, stages }) => ({ content, externalId, answers: stages[0]?.answers })),
    ).toEqual([
      {
        content: { question: 'Why?', answer: 'So.', '@hidden': { model: 'm-1' } },
        externalId: '7',
        answers: { item: { rating: 4, factual: true, minutes: 2.5, note: 'Short.' } },
      },
      {
        content: { question: 'How?', answer: 'Thus.', '@hidden': { model: 'm-2' } },
        externalId: '8',
        answers: { item: { rating: 2, factual: false } },
      },
    ])
    expect(records[0]).toEqual({
      question: 'Why?',
      output: { text: 'So.', model: 'm-1' },
      id: '7',
      imported: { Team: 'A' },
      imported_labels: { rating: '4', Factual: 'yes', Minutes: '2.5', Note: 'Short.' },
    })
  })

  test('goes out with content and gold at the places of the file, and comes back as it is', async () => {
    const { items, records } = await imported(ratings, 'Question,Answer,Rating,Team\nWhy?,So.,4,A\n')
    const protocol = protocolById(ratings)
    const [format] = protocol.formats
    const [item] = items
    const [stage] = item?.stages ?? []
    const written = format.write?.({
      source: records[0] ?? null,
      content: item?.content ?? null,
      stages: { judge: { units: stage?.units ?? [], answers: { item: { rating: 5, minutes: 3 } } } },
    }) as JsonRecord
    expect(written).toEqual({
      question: 'Why?',
      output: { text: 'So.' },
      rating: 5,
      minutes: 3,
      imported: { Team: 'A' },
      imported_labels: { Rating: '4' },
    })
    const again = await imported(ratings, JSON.stringify(written))
    expect(again.guess).toMatchObject({ mapping: null, unused: [] })
    expect(again.records).toEqual([written])
    expect(again.items[0]?.stages[0]?.answers).toEqual({ item: { rating: 5, minutes: 3 } })
  })

  test('whose labels are called as in the file is mapped where their cells are not what records hold', async () => {
    const { guess, items } = await imported(ratings, 'question,Answer,rating\nWhy?,So.,4\nHow?,Thus.,\n')
    expect(guess.mapping?.labels).toEqual([
      { column: 'rating', unit: 'item', question: 'rating', place: 1, values: { 4: 4 } },
    ])
    expect(items.map(({ stages }) => stages[0]?.answers)).toEqual([{ item: { rating: 4 } }, null])
  })

  test('says of a word that is no number, and of a number that is none of the scale, what is wrong', async () => {
    const { guess, problems } = await imported(
      ratings,
      'Question,Answer,Rating,Minutes\nWhy?,So.,4,1\nHow?,Thus.,9,1\nWho?,Ada.,4,"1,5"\nWhen?,Now.,4,61\n',
    )
    expect(guess.mapping?.labels.map(({ column }) => column)).toEqual(['Rating', 'Minutes'])
    expect(problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'Rating: It is not said what "9" means as an answer to "rating".',
      'Minutes: "1,5" is no number, and "minutes" takes one.',
      'Minutes: 61 cannot be an answer to "minutes".',
    ])
  })

  test('whose column is called as a question of numbers and holds none is not read as its answer', async () => {
    const { guess } = await imported(ratings, 'Question,Answer,Minutes\nWhy?,So.,few\nHow?,Thus.,many\n')
    expect(guess).toMatchObject({ mapping: { labels: [] }, unused: ['Minutes'] })
  })

  test('can be mapped by hand with the field and the words that the page and the command line name', () => {
    const protocol = protocolById(ratings)
    const targets = targetsOf(protocol)
    expect(targets.fields.map(({ key, title }) => [key, title])).toEqual([
      ['question', 'Question'],
      ['output.text', 'Answer'],
      ['id', 'Id'],
      ['output.model', 'model'],
    ])
    const column = { name: 'stars', filled: 2, samples: ['5'], words: [{ word: '5', count: 2 }], isList: false }
    const [rating] = targets.questions
    if (!rating) throw new Error('The protocol asks nothing.')
    const use = labelUse(column, rating)
    expect(use).toMatchObject({ question: 'rating', values: { 5: 5 } })
    const mapping = { fields: { question: ['stars'], 'output.text': ['stars'] }, labels: [], domains: {} }
    expect(mappingProblem(protocol, mapping, [column])).toBeNull()
    expect(mappingProblem(protocol, { ...mapping, fields: {} }, [column])).toBe('Say which column is the question.')
  })

  test('a conversation is the question and the answer', async () => {
    const messages = [
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'So.' },
    ]
    const { items } = await imported(ratings, JSON.stringify({ messages }))
    expect(items[0]?.content).toMatchObject({ question: 'Why?', answer: 'So.' })
  })

  test('a record of the file with a label that is none is not read as something else', async () => {
    const { guess, problems } = await imported(
      ratings,
      JSON.stringify({ question: 'Why?', output: { text: 'So.' }, rating: 'excellent' }),
    )
    expect(guess.mapping).toBeNull()
    expect(problems).toMatchObject([{ field: 'rating', message: '"excellent" is not an answer to "rating".' }])
  })
})

describe('lists', () => {
  const facts = example('long-answer-facts.yaml')

  test('of texts are put into the entries that the record has them in', async () => {
    const { guess, items, records } = await imported(
      facts,
      JSON.stringify({ Question: 'Why?', Output: 'So.', facts: ['It is so.', 'It was so.'] }),
    )
    expect(guess.mapping?.fields).toEqual({ prompt: ['Question'], response: ['Output'], checked_statements: ['facts'] })
    expect(items[0]?.stages[0]?.units.flatMap(({ kind, text }) => (kind === 'fact' ? [text] : []))).toEqual([
      'It is so.',
      'It was so.',
    ])
    expect(records[0]?.checked_statements).toEqual([
      { self_contained_atomic_fact: 'It is so.' },
      { self_contained_atomic_fact: 'It was so.' },
    ])
  })

  test('a cell has a text a line, or a list as JSON', async () => {
    const { items } = await imported(
      facts,
      'Prompt,Response,Facts\nWhy?,So.,"It is so.\nIt was so."\nHow?,So.,"[""One."", ""Two.""]"\n',
    )
    expect(items.map(({ stages }) => stages[0]?.units.filter(({ kind }) => kind === 'fact').length)).toEqual([2, 2])
  })

  test('one that what is asked is about is missed', async () => {
    const { guess } = await imported(facts, 'Question,Answer\nWhy?,So.\n')
    expect(guess.missing).toEqual(['checked_statements'])
    expect(findingsAbout(protocolById(facts), guess)[0]?.problem.message).toMatch(
      /^This file holds no items: no column of it is known to be the fact/,
    )
  })

  test('labels of each unit stand in a list beside them', async () => {
    const segments = example('my-labels.yaml')
    const { items, problems, records } = await imported(
      segments,
      JSON.stringify({
        Prompt: 'Why?',
        Answer: 'It is so. It was.',
        sentences: ['It is so.', 'It was.'],
        labels: ['x', 'y'],
      }),
      ({ mapping }) => ({
        fields: mapping?.fields ?? {},
        labels: [
          {
            column: 'labels',
            unit: 'sentence',
            question: 'verdict',
            place: 'each',
            values: { x: 'correct', y: 'misleading' },
          },
        ],
        domains: {},
      }),
    )
    expect(problems).toEqual([])
    expect(items[0]?.stages[0]?.answers).toMatchObject({
      'sentence-1': { verdict: 'correct' },
      'sentence-2': { verdict: 'misleading' },
    })
    expect(records[0]?.sentences).toEqual([{ text: 'It is so.' }, { text: 'It was.' }])
  })
})

test('under a file whose records are more than rows, a table is refused with the reason', async () => {
  const pairs = example('preferred-response.yaml')
  const { guess, problems } = await imported(pairs, 'Question,One,Two\nWhy?,So.,Thus.\n')
  expect(guess.mapping).toBeNull()
  expect(problems).toMatchObject([
    {
      message:
        'No format of this project reads a record with these fields: Question, One, Two. Records bring each "response" in an entry that is more than a text, and no column can say such an entry.',
      fix: expect.stringMatching(/^Bring the records into the form that the protocol file says under "record"/),
    },
  ])
  expect(mappingProblem(protocolById(pairs), { fields: {}, labels: [], domains: {} }, [])).toMatch(
    /^Records bring each/,
  )
})

describe('what the import page says of columns', () => {
  test('names what they can be', () => {
    expect(ownColumnsText(protocolById(example('claim-evidence.yaml')))).toBe(
      'A table, a log or an export of a labelling tool that has other names. Which column is the claim is guessed and can be changed; so are said on, id, where there are any, and which columns are labels.',
    )
  })

  test('says why they cannot be read', () => {
    expect(ownColumnsText(protocolById(example('summary-sentences.yaml')))).toMatch(/^Several rows are one item/)
    expect(ownColumnsText(protocolById('factor-generation'))).toBe(
      'Files of this protocol are read by its formats only.',
    )
  })
})

describe('a column of a set', () => {
  const kinds = kept(`assay: protocol/1
id: own-sets
version: 1
title: Kinds of problems
summary: Says what is wrong with an answer.
record: {content: {answer: /answer}, gold: {kinds: {at: /kinds, empty: none}}}
show: [{title: Answer, text: answer}]
stages:
  - id: judge
    questions:
      - id: kinds
        ask: What is wrong?
        form: set
        options:
          - {value: false-number, text: "A number, or a date", says: It is wrong.}
          - {value: rude, text: Rude, says: It is.}
          - {value: none, text: None, says: Nothing is wrong., exclusive: true}
guidelines: None.
`)
  const answersOf = async (rows: string) => {
    const found = await imported(kinds, `Output,Labels\n${rows}\n`)
    return { ...found, answers: found.items.map(({ stages }) => stages[0]?.answers?.item?.kinds ?? null) }
  }

  test('lists its values between commas, semicolons, bars or lines, in any order, and a text with a comma may be one', async () => {
    const { guess, answers, problems } = await answersOf(
      'One.,"Rude; false-number"\nTwo.,rude|rude\nThree.,"A number, or a date"\nFour.,\nFive.,none\nSix.,"false number\nRUDE"',
    )
    expect(problems).toEqual([])
    expect(guess.mapping?.labels).toMatchObject([{ column: 'Labels', question: 'kinds', place: 1 }])
    expect(answers).toEqual([
      ['false-number', 'rude'],
      ['rude'],
      ['false-number'],
      null,
      ['none'],
      ['false-number', 'rude'],
    ])
  })

  test('may be a list, as labelling tools write it', async () => {
    const { items } = await imported(
      kinds,
      JSON.stringify({ id: 1, text: 'One.', label: ['rude', 'false number'], Comments: [] }),
    )
    expect(items[0]?.stages[0]?.answers).toEqual({ item: { kinds: ['false-number', 'rude'] } })
    expect(JSON.parse(items[0]?.record ?? '')).toMatchObject({ imported_labels: { label: ['rude', 'false number'] } })
  })

  test('says of each word that is none, and of what cannot stand together, what is wrong', async () => {
    const { problems } = await imported(kinds, 'Output,Kinds\nOne.,rude\nTwo.,"rude, odd"\nThree.,"rude, none"\n')
    expect(problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'Kinds: It is not said what "odd" means as an answer to "kinds".',
      'Kinds: ["rude","none"] cannot be an answer to "kinds".',
    ])
  })

  test('names its words one by one where somebody maps it', () => {
    const [target] = targetsOf(protocolById(kinds)).questions
    const words = [{ word: 'rude, odd', count: 2 }]
    const column = { name: 'Tags', filled: 2, samples: ['rude, odd'], words, isList: false }
    if (!target) throw new Error('The protocol asks nothing.')
    expect(labelUse(column, target)).toMatchObject({ values: { rude: 'rude' } })
    expect(wordsLeft(column, { rude: 'rude' }, target)).toEqual(['odd'])
  })
})

describe('labels that could be taken for something else', () => {
  const file = (questions: string, record = 'content: {question: /question, response: /response}') =>
    kept(`assay: protocol/1
id: taken-for-${Math.abs([...(questions + record)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7))}
version: 1
title: Labels
summary: Labels that could be taken for something else.
record:
  ${record}
show:
  - {title: Question, text: question}
  - {title: Response, text: response}
stages:
  - id: judge
    questions:
${questions.replace(/^/gm, '      ')}
guidelines: Read it.
`)
  const text =
    '{id: verdict, ask: Is it right?, form: choice, options: [{value: right, says: Yes.}, {value: wrong, says: No.}]}'
  const SCALE = '- {id: mood, ask: How does it sound?, form: scale, min: -2, max: 2, anchors: {"-2": Bad., "2": Good.}}'

  test('a point of a scale is told from its opposite, and a grade from the one beside it', async () => {
    const { mapping } = guessed(
      file(SCALE),
      await entriesOf('query,response,mood\nWhy?,So.,1\nWhy?,So so.,-1\nHow?,Thus.,2.0\n'),
    )
    expect(mapping?.labels[0]?.values).toEqual({ 1: 1, '-1': -1, '2.0': 2 })
    const grades =
      '- {id: grade, ask: Which?, form: choice, options: [{value: A-, says: Good.}, {value: A, says: Best.}, {value: B+, says: Fair.}]}'
    const graded = guessed(
      file(grades),
      await entriesOf('query,response,grade\nWhy?,So.,A\nHow?,Thus.,A-\nWho?,Me.,B\n'),
    )
    expect(graded.mapping?.labels[0]?.values).toEqual({ a: 'A', 'a-': 'A-' })
  })

  test('cells of blanks are empty cells, and words that are values of one question are not taken for yes and no', async () => {
    const own = file(`- ${text}\n- {id: whole, ask: Is it whole?, form: flag}`)
    const rows = 'query,response,Label\nWhy?,So.,right\nWhy?,So so.,   \nHow?,Thus.,wrong\n'
    const { guess, problems, items } = await imported(own, rows)
    expect(guess.mapping?.labels).toMatchObject([{ question: 'verdict', values: { right: 'right', wrong: 'wrong' } }])
    expect([problems, items.length]).toEqual([[], 3])
  })

  test('a table under a protocol that groups rows is told why its headings are not looked at', async () => {
    const grouped = example('summary-sentences.yaml')
    const guess = guessed(grouped, await entriesOf('Doc,Sentence,Consistent\n1,So.,yes\n'))
    expect(findingsAbout(protocolById(grouped), guess).map(({ problem }) => problem.message)).toEqual([
      protocolById(grouped).withoutColumns?.message,
    ])
  })

  test('a column that is called nearly as a text, and as a question, is labels', async () => {
    const content = 'content: {question: /question, response: /response, reference: {at: /reference, optional: true}}'
    const preference =
      '- {id: preference, ask: Which?, form: choice, options: [{value: one, says: One.}, {value: two, says: Two.}]}'
    const { mapping } = guessed(file(preference, content), await entriesOf('query,response,Preference\nWhy?,So.,one\n'))
    expect(mapping?.fields).toEqual({ question: ['query'], response: ['response'] })
    expect(mapping?.labels).toMatchObject([{ column: 'Preference', question: 'preference' }])
  })

  test('a question that is called as the domain is no domain, and labels of an earlier import are nothing that is shown', async () => {
    const content = 'content: {question: /question, response: /response}\n  domain: /meta/domain'
    const topic =
      '- {id: domain, ask: Which?, form: choice, options: [{value: law, says: Law.}, {value: art, says: Art.}]}'
    const own = file(topic, content)
    const { mapping } = guessed(own, await entriesOf('query,response,domain\nWhy?,So.,law\n'))
    expect(mapping?.fields).toEqual({ question: ['query'], response: ['response'] })
    const again = '{"query": "Why?", "imported_labels": {"response": "law", "question": "art"}}\n'
    expect(guessed(own, await entriesOf(again)).mapping?.fields).toEqual({ question: ['query'] })
  })

  test('a question with a number in its name is found, and of several columns with numbers none is the answer about the item', async () => {
    const flags = ['q1', 'q2'].map((id) => `- {id: ${id}, ask: Is it?, form: flag}`).join('\n')
    const { mapping } = guessed(file(flags), await entriesOf('prompt,response,q1,q2\nWhy?,So.,yes,no\n'))
    expect(mapping?.labels).toMatchObject([{ question: 'q1' }, { question: 'q2' }])
    const several = guessed(
      file(`- ${text}`),
      await entriesOf('query,response,verdict 1,verdict 2\nWhy?,So.,right,wrong\n'),
    )
    expect(several.mapping?.labels).toEqual([])
  })

  test('one row that is read as it stands does not keep the others from being read', async () => {
    const own = file(`${SCALE}\n- {id: note, ask: What is it?, form: text}`)
    const rows = ['Why?,So.,,It is so.', 'Why?,So so.,1,', 'How?,Thus.,2,', 'Who?,Me.,-1,']
    const { mapping } = guessed(own, await entriesOf(['question,response,mood,note', ...rows].join('\n')))
    expect(mapping?.labels.map(({ question }) => question).sort()).toEqual(['mood', 'note'])
  })

  test('what was used before is used with new words, and not where the protocol asks for more since', async () => {
    const own = file(SCALE)
    const before = guessed(own, await entriesOf('query,response,mood\nWhy?,So.,1\n')).mapping
    const after = guessed(own, await entriesOf('query,response,mood\nHow?,Thus.,2\nHow?,So.,none\n'), before).mapping
    expect(after?.labels).toMatchObject([{ values: { 1: 1, 2: 2 } }])
    const more = file(SCALE, 'content: {question: /question, response: /response, page: /page}')
    expect(guessed(more, await entriesOf('query,response,mood\nWhy?,So.,1\n'), before).missing).toEqual(['page'])
    const other = file(`- ${text}`)
    expect(guessed(other, await entriesOf('query,response,mood\nWhy?,So.,1\n'), before).mapping?.labels).toEqual([])
  })

  test('places that objects have from the start are like others', async () => {
    const named = file(`- ${text}`, 'content: {question: /constructor, response: /response}')
    expect(guessed(named, await entriesOf('response,verdict\nSo.,right\n')).missing).toEqual(['constructor'])
    const { items, problems } = await imported(named, 'question,response,verdict\nWhy?,So.,right\n')
    expect([items.length, problems]).toEqual([1, []])
    expect(
      protocolById(file(`- ${text}`, 'content: {question: /__proto__, response: /response}')).columns,
    ).toBeUndefined()
  })
})
