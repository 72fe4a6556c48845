/** Files beside the sentences' own: screen 1, Factbench, plain records, the subtasks. */
import { describe, expect, it } from 'vitest'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { exportFormats, formats } from '.'
import {
  benchmarkRecord,
  benchmarkSentence,
  factbenchRow,
  goldOf,
  idleSentence,
  readAs,
  screen1Record,
} from './sample-documents'

const formatOf = (key: string) => formats.find((each) => each.key === key)
const problems = (key: string, record: Json) => {
  const result = formatOf(key)?.read(record)
  return result && !result.ok ? result.problems.map(({ field, message }) => `${field}: ${message}`) : []
}

describe('the file for screen 1', () => {
  it('gives sentences, and claims as suggestions', () => {
    const { read } = readAs(screen1Record())
    expect(read).toMatchObject({
      externalId: '7',
      source: 'handwritten',
      segments: ['It lies in Mongolia.', 'Ask me more!'],
      answers: null,
      suggestions: [{ unit: 's1', question: 'claims', value: [{ values: { text: 'Lake Baikal lies in Mongolia.' } }] }],
    })
  })

  it('may do without response and claims', () => {
    const { read } = readAs(screen1Record({ response: undefined, 'atomic claims': undefined, id: undefined }))
    expect(read.content).toMatchObject({ response: 'It lies in Mongolia. Ask me more!' })
    expect([read.suggestions, read.externalId]).toEqual([[], null])
    expect(read.warnings.map(({ field }) => field)).toEqual(['response'])
  })

  it.each([
    [
      { 'atomic claims': [[]] },
      'atomic claims: atomic claims has 1 entry for 2 sentences: which belongs to which is unclear.',
    ],
    [{ sentences: undefined }, 'sentences: sentences is missing.'],
    [{ sentences: 'one' }, 'sentences: sentences is a text, not a list.'],
    [{ 'atomic claims': [['a'], 'b'] }, 'atomic claims[1]: atomic claims[1] is "b".'],
    [{ prompt: '' }, 'prompt: prompt is empty.'],
  ] as const)('names what is wrong with %j', (changes, expected) => {
    expect(problems('screen1', screen1Record(changes as Parameters<typeof screen1Record>[0]))).toEqual([expected])
  })

  it('is written as it came while its sentences hold, else with the gold’s', () => {
    const source = screen1Record()
    const { content } = readAs(source).read
    const { stages } = goldOf(benchmarkRecord())
    expect(formatOf('screen1')?.write?.({ source, content, stages })).toEqual(source)
    const cut = goldOf(benchmarkRecord([benchmarkSentence({ text: 'It lies' })])).stages
    expect(formatOf('screen1')?.write?.({ source, content, stages: cut })).toEqual({
      ...source,
      sentences: ['It lies'],
      'atomic claims': [['Lake Baikal lies in Mongolia.']],
    })
  })
})

describe('a row of Factbench', () => {
  const write = (gold: GoldRecord) => formatOf('factbench')?.write?.(gold) as JsonRecord

  it('with claims has their verdicts, as far as they are known', () => {
    const { answers, segments } = readAs(factbenchRow()).read
    expect(segments).toEqual(['It lies in Mongolia. It is deep.'])
    expect(answers?.decompose?.['s1.c1']).toEqual({ text: 'Lake Baikal lies in Mongolia.', type: 'factual' })
    expect(answers?.decompose?.['s1.c3']).toEqual({ text: 'Lakes are nice.' })
    expect(answers?.verify).toEqual({ 's1.c1': { verdict: 'false' }, 's1.c2': { verdict: 'true' } })
  })

  it('of another record says nothing of where it is from or how it is tested that nobody said', () => {
    const { content, stages } = goldOf(factbenchRow())
    const bare = {
      content: { ...(content as JsonRecord), source: null },
      stages,
      source: { prompt: 'Why?', response: 'So.' },
    }
    const fields = ['prompt', 'response', 'response_label', 'claims', 'claim_labels', 'hallucination_spans']
    expect(Object.keys(write(bare)).toSorted()).toEqual(fields.toSorted())
  })

  it('of felm-wk has segments for claims, which are its sentences', () => {
    const row = factbenchRow({ source: 'felm-wk', response: null, claims: ['A. ', 'B.'], claim_labels: [true, false] })
    const { read } = readAs(row)
    expect([read.segments, read.answers]).toEqual([['A. ', 'B.'], null])
    expect(read.content).toMatchObject({ response: 'A. B.' })
  })

  it('without claims is a prompt and a response', () => {
    const plain = { source: 'halueval-dolly15k', claims: [], claim_labels: [], response_label: null }
    const { read } = readAs(factbenchRow(plain))
    expect([read.segments, read.answers, read.warnings]).toEqual([null, null, []])
    const labelled = readAs(factbenchRow({ ...plain, response_label: false, hallucination_spans: ['It is deep.'] }))
    expect(labelled.read.answers).toBeNull()
    expect(labelled.read.warnings.map(({ field, fix }) => [field, fix.includes('claim_labels')])).toEqual([
      ['response_label', true],
      ['hallucination_spans', true],
    ])
  })

  it.each([
    factbenchRow(),
    factbenchRow({ response_label: true, hallucination_spans: ['It is deep.'] }),
    factbenchRow({ source: 'halueval-dolly15k', claims: [], claim_labels: [] }),
  ])('comes back as it was', (row) => {
    expect(write(goldOf(row))).toEqual(row)
  })

  it('states the label that was set by hand, beside labels of its own as without', () => {
    const row = factbenchRow()
    expect(write({ ...goldOf(row), label: 'NA' })).toEqual({ ...row, response_label: 'NA' })
    const plain = { ...goldOf(benchmarkRecord()), source: { prompt: 'p', response: 'r' }, label: true }
    expect(write(plain)).toMatchObject({ response_label: true, claim_labels: [false] })
  })

  it('of gold has its claims, their labels and the response’s', () => {
    expect(write({ ...goldOf(benchmarkRecord()), source: { prompt: 'p', response: 'r' } })).toMatchObject({
      prompt: 'Where is Lake Baikal?',
      response_label: false,
      claims: ['Lake Baikal lies in Mongolia.'],
      claim_labels: [false],
    })
  })

  it('refuses labels that cannot be matched with claims', () => {
    expect(problems('factbench', factbenchRow({ claim_labels: [true] }))).toEqual([
      'claim_labels: claim_labels has 1 entry for 3 claims: which belongs to which is unclear.',
    ])
  })
})

describe('a plain record', () => {
  it('is cut by the splitter and carries no gold', () => {
    const { read } = readAs({ id: 4, prompt: 'Why?', response: 'So.', source: '', model: 'm' })
    expect(read).toEqual({
      content: { prompt: 'Why?', response: 'So.', source: null, evidence: [] },
      externalId: '4',
      title: 'Why?',
      domain: null,
      source: null,
      segments: null,
      answers: null,
      warnings: [],
    })
  })

  it('names every problem', () => {
    expect(problems('plain', { response: ' ', source: {} })).toEqual([
      'response: response is empty.',
      'source: source is an object.',
    ])
  })
})

describe('the files of subtasks', () => {
  const lines = (number: number, gold: GoldRecord) => exportFormats[number - 1]?.write(gold)

  it('hold one line a sentence, claim, passage, verified claim, response', () => {
    const gold = goldOf(benchmarkRecord([benchmarkSentence({ decontext: '' }), idleSentence()]))
    const claim = 'Lake Baikal lies in Mongolia.'
    expect(lines(1, gold)).toEqual([
      { sentence: 'It lies in Mongolia.', checkworthy: 'yes' },
      { sentence: 'Ask me more!', checkworthy: 'not_a_claim' },
    ])
    expect(lines(2, gold)).toEqual([{ claim, checkworthy: 'factual' }])
    expect(lines(3, gold)).toEqual([
      { claim, evidence: 'A lake in Siberia.', stance: 'irrelevant' },
      { claim, evidence: 'A lake in Russia.', stance: 'refute' },
    ])
    expect(lines(4, gold)).toEqual([{ claim, label: 'false', revised_claim: 'Lake Baikal lies in Russia.' }])
    expect(lines(5, gold)).toEqual([
      {
        'factual state': 'false',
        'claim list': ['Lake Baikal lies in Russia.', 'Ask me more!'],
        prompt: 'Where is Lake Baikal?',
        response: 'It lies in Mongolia. Ask me more!',
        revised_response: 'It lies in Russia. Ask me more!',
      },
    ])
  })

  it('leave out what was not verified, and responses with nothing to check', () => {
    const gold = goldOf(benchmarkRecord([idleSentence()]))
    expect([3, 4, 5].map((number) => lines(number, gold))).toEqual([[], [], []])
  })
})
