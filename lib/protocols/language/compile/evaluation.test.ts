import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import type { Definition } from '@/lib/protocols/language/definition'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { compileProtocol } from './compile-protocol'
import { compileEvaluations } from './evaluation'

const example = (name: string) => definitionOf(readFileSync(`docs/examples/protocols/${name}.yaml`, 'utf8'))

function definitionOf(file: string) {
  const checked = checkFile(file)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.definition
}

/** The figures of one system on the gold of these records, by key. `name`: of an example, or the definition of a file. */
async function figuresOf(name: string | Definition, task: string, records: readonly Json[], lines: readonly Json[]) {
  const definition = typeof name === 'string' ? example(name) : name
  const protocol = compileProtocol(definition)
  const found = compileEvaluations(definition).find(({ key }) => key === task)
  if (!found) throw new Error(`There is no task ${task}`)
  const evaluation = startEvaluation(found, {})
  records.forEach((record, index) => {
    const read = protocol.formats[0].read(record)
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    evaluation.addItem({
      position: index + 1,
      externalId: read.record.externalId,
      gold: goldOf(protocol, record, read.record),
    })
  })
  const problems = lines.flatMap((line, index) => evaluation.addLine(line, index + 1, 'system'))
  const report = await evaluation.report({ resamples: 0, seed: 1 })
  const standing = report.scorings[0]?.standings.find(({ system }) => system === 'system')
  const figures = Object.fromEntries(Object.entries(standing?.figures ?? {}).map(([key, { value }]) => [key, value]))
  return { problems, figures, targets: report.targets }
}

describe('what the gold of a file scores', () => {
  it('is a task for each question that can be scored, and the label of an item', () => {
    const keys = (name: string) => compileEvaluations(example(name)).map(({ key }) => key)
    expect(keys('my-labels')).toEqual(['usable', 'verdict', 'severe'])
    expect(keys('felm-in-medicine')).toEqual(['label', 'errorType', 'itemLabel'])
    expect(keys('summary-sentences')).toEqual(['consistent', 'types', 'itemLabel'])
    for (const task of compileEvaluations(example('expert-answers')))
      for (const line of task.example) {
        expect(task.recognises(JSON.parse(line))).toBe(true)
        expect(task.read(JSON.parse(line)).ok).toBe(true)
      }
  })

  it('scores classes by unit number, by key and by text, in any usual spelling', async () => {
    const record = {
      topic: 'A',
      output: 'A wrote. A sang.',
      annotations: [
        {
          text: 'A wrote and sang.',
          'is-relevant': true,
          'human-atomic-facts': [
            { text: 'A wrote.', label: 'S' },
            { text: 'A sang.', label: 'NS' },
            { text: 'Hello.', label: 'IR' },
          ],
        },
      ],
    }
    const lines: Json[] = [
      { item: '#1', unit: 1, supported: 'S' },
      { item: '#1', unit: 'fact-2', label: 'Supported' },
      { text: 'hello.', value: 'irrelevant' },
    ]
    const { problems, figures, targets } = await figuresOf('biography-facts', 'supported', [record], lines)
    expect(problems).toEqual([])
    expect(targets).toBe(3)
    expect(figures.accuracy).toBeCloseTo(2 / 3, 12)
    expect(figures['recall:supported']).toBe(1)
    expect(figures['precision:supported']).toBe(0.5)
  })

  it.each([
    ['with a prefix', 'prefix: s'],
    ['in a drawn order', 'shuffled: true, max: 3'],
  ])('finds units %s by their number', async (_, how) => {
    const definition = definitionOf(`assay: protocol/1
id: numbered
version: 1
title: Numbered
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
units:
  - {id: claim, from: record, each: /claims, text: words, ${how}}
stages:
  - id: check
    questions:
      - {id: verdict, on: claim, ask: Is it so?, form: choice, options: [{value: y, says: Yes.}, {value: n, says: No.}]}
guidelines: Read.
`)
    const claims = [
      { words: 'Zinc is a metal.', verdict: 'y' },
      { words: 'All is well.', verdict: 'n' },
      { words: 'Zinc is a metal.', verdict: 'n' },
    ]
    const lines: Json[] = [
      { item: '#1', unit: 1, verdict: 'y' },
      { item: '#1', unit: '2', verdict: 'n' },
      { unit: 3, text: 'Zinc is a metal.', verdict: 'n' },
    ]
    const { problems, figures, targets } = await figuresOf(definition, 'verdict', [{ text: 'So.', claims }], lines)
    expect(problems).toEqual([])
    expect(targets).toBe(3)
    expect(figures.accuracy).toBe(1)
  })

  it('finds units by their number among all of the kind where a stage shows some of them', async () => {
    const verdict = 'form: choice, options: [{value: right, says: Right.}, {value: wrong, says: Wrong.}]'
    const definition = definitionOf(`assay: protocol/1
id: some
version: 1
title: Some
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
units:
  - {id: sentence, from: splitter, text: text}
stages:
  - id: choose
    questions:
      - {id: worth, on: sentence, ask: Is it worth it?, form: flag}
  - id: check
    units: [{of: sentence, when: sentence.worth}]
    questions:
      - {id: verdict, on: sentence, ask: Is it right?, ${verdict}}
guidelines: Read.
`)
    const texts = ['Hello there.', 'How are you?', 'Zinc is a metal.']
    const sentences = texts.map((text, index) => ({ text, worth: index === 2 }))
    const record = {
      text: texts.join(' '),
      sentences: sentences.map((each) => (each.worth ? { ...each, verdict: 'wrong' } : each)),
    }
    const task = compileEvaluations(definition).find(({ key }) => key === 'verdict')
    const protocol = compileProtocol(definition)
    const read = protocol.formats[0].read(record)
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    const gold = goldOf(protocol, record, read.record)
    const named = [{ unit: 'sentence-3', number: 3 }]
    expect(task?.targets(gold)).toMatchObject(named)
    expect(task?.heldOutTargets?.(gold)).toMatchObject(named)
    // As the database gives the stages, in no order of theirs.
    const unordered = { ...gold, stages: Object.fromEntries(Object.entries(gold.stages).toReversed()) }
    expect(task?.targets(unordered)).toMatchObject(named)
    const { problems, figures } = await figuresOf(
      definition,
      'verdict',
      [record],
      [
        { item: '#1', unit: 1, verdict: 'right' },
        { item: '#1', unit: 3, verdict: 'wrong' },
      ],
    )
    expect(problems).toEqual([])
    expect(figures.accuracy).toBe(1)
  })

  it('scores sets by their values', async () => {
    const row = (id: number, type: string) => ({
      sent_idx: `${id}`,
      summ_sent: `It fell ${id}.`,
      sent_label: 'no',
      exp: '',
      type,
    })
    const sentences = [row(1, 'Contradiction, Reasoning Error'), row(2, 'Contradiction')]
    const lines = [
      { item: '#1', unit: 1, types: ['Contradiction'] },
      { item: '#1', unit: 2, types: ['reasoning error', 'Contradiction'] },
    ]
    const record = { doc_id: 'A', topic: 'T', model_name: 'm', sentences }
    const { figures } = await figuresOf('summary-sentences', 'types', [record], lines)
    expect(figures).toMatchObject({ precision: 2 / 3, recall: 2 / 3, f1: 2 / 3, same: 0 })
  })

  it('scores the label of an item by the first of its rules', async () => {
    const [record] = readFileSync('docs/examples/protocols/felm-in-medicine.jsonl', 'utf8')
      .split('\n')
      .map((line) => (line === '' ? null : JSON.parse(line)))
    const right = await figuresOf('felm-in-medicine', 'itemLabel', [record], [{ item: 'm1', itemLabel: false }])
    expect(right.figures.accuracy).toBe(1)
    const wrong = await figuresOf('felm-in-medicine', 'itemLabel', [record], [{ item: 'm1', label: 'Factual' }])
    expect(wrong.figures.accuracy).toBe(0)
  })

  it('says what a line lacks', async () => {
    const { problems } = await figuresOf(
      'attribution',
      'attributable',
      [],
      [{ item: '1' }, { item: '1', label: 'purple' }],
    )
    expect(problems).toEqual([
      expect.stringContaining('The line has no attributable.'),
      expect.stringContaining('label cannot be read.'),
    ])
  })
})
