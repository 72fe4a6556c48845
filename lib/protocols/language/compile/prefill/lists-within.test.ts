/** Entries with lists of their own, three deep, proposed by a model in one step. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { compilePipeline } from '@/lib/protocols/language/compile/pipeline'
import { type Proposal, StepFailure } from '@/lib/protocols/prefill'
import {
  type AskedQuestion,
  proposalProblems,
  type Script,
  scriptedTools,
  settingsOf,
} from '@/lib/protocols/prefill-test-tools'

/** Topics, in them claims, in these the words that say so; claims are listed of topics that matter, words are marked of claims that hold. */
const DEEP = `assay: protocol/1
id: deep
version: 1
title: Deep
summary: Made for a test.
record:
  content: {text: /text}
  gold: {marks: {at: marks, place: [start, end]}}
show:
  - {title: Text, text: text}
units:
  - {id: topic, from: annotators}
  - {id: claim, from: annotators, of: topic}
  - {id: mark, from: annotators, of: claim}
stages:
  - id: list
    questions:
      - {id: topics, title: Topics, ask: Which topics?, form: list, of: topic}
      - {id: name, on: topic, ask: What is it called?, form: text}
      - {id: matters, on: topic, ask: Does it matter?, form: flag, key: o}
      - {id: claims, on: topic, title: Claims, ask: Which claims?, form: list, of: claim, max: 2, when: topic.matters}
      - {id: wording, on: claim, ask: What does it say?, form: text}
      - {id: holds, on: claim, ask: Is it so?, form: choice, options: [{value: holds, key: h, says: It is.}, {value: fails, key: f, says: It is not.}]}
      - {id: marks, on: claim, title: Words, ask: Which words say so?, form: list, of: mark, when: claim.holds == "holds"}
      - {id: place, on: mark, ask: Which words?, form: span, in: text}
      - {id: plain, on: mark, ask: Is it plain?, form: flag, key: i}
      - {id: usable, ask: Is it usable?, form: flag, key: l}
guidelines: Read.
`
const CONTENT = { text: 'Ada wrote. Ada sang. It rained.' }
const entry = (number: number, text: string) => ({ number, text, before: null, why: null })
const mark = (number: number, quote: string) => ({ number, quote, before: null, why: null, label: 'none' })
const answers = (...said: [number: number, value: string][]): Json => ({
  answers: said.map(([number, value]) => ({ number, values: [value], why: null })),
})
const at = (start: number, end: number): Json => ({ spans: [{ start, end }] })

function pipelineOf(source: string, content: { [name: string]: Json }) {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const [stage] = compileProtocol(checked.definition).stages
  const steps = compilePipeline(checked.definition, 'made')?.steps ?? []
  const units = stage.units(content, [], {})
  const run = async (key: string, said: NonNullable<Script['answers']>, before: readonly Proposal[] = []) => {
    const step = steps.find((each) => each.key === key)
    if (!step) throw new Error(`There is no step ${key}`)
    const tools = scriptedTools({ answers: said })
    const output = await step.run(
      { content, units, earlier: {}, proposals: before, notes: {} },
      tools,
      settingsOf(step),
    )
    expect(proposalProblems(stage, units, output.proposals)).toEqual([])
    return { proposals: output.proposals ?? [], note: output.note, asked: tools.used.asked }
  }
  return { steps, run }
}

const list = ({ values }: AskedQuestion): Json =>
  values.question?.startsWith('Which topics')
    ? { entries: [entry(1, 'Ada'), entry(1, 'Weather')] }
    : { entries: [entry(1, 'Ada wrote.'), entry(1, 'Ada sang.'), entry(1, 'Ada danced.')] }
const judge = ({ values }: AskedQuestion): Json =>
  values.question?.startsWith('Does it matter')
    ? answers([1, 'true'], [2, 'false'])
    : values.question?.startsWith('Is it so')
      ? answers([1, 'holds'], [2, 'fails'])
      : answers([1, 'true'])

it('each list is asked for of the entries that it is asked about, and answered in the order of the file', async () => {
  const { run, steps } = pipelineOf(DEEP, CONTENT)
  expect(steps.map(({ key }) => key)).toEqual(['list-topics', 'judge-list'])
  const { proposals, note, asked } = await run('list-topics', {
    list,
    judge,
    marks: { marks: [mark(1, 'ada WROTE'), mark(1, 'Ada flew')] },
  })
  const marks = [{ values: { place: at(0, 9), plain: true } }]
  const claims = [
    { values: { wording: 'Ada wrote.', holds: 'holds', marks } },
    { values: { wording: 'Ada sang.', holds: 'fails' } },
  ]
  expect(proposals).toMatchObject([
    {
      unit: 'item',
      question: 'topics',
      value: [{ values: { name: 'Ada', matters: true, claims } }, { values: { name: 'Weather', matters: false } }],
    },
  ])
  // One claim too many, and words that stand nowhere.
  expect(note).toMatchObject({ entries: 2, refused: 2 })
  expect(asked.map(({ prompt, values }) => [prompt, values.units?.split('\n').at(-1)])).toEqual([
    ['list', '1. the item as a whole'],
    ['judge', '2. Weather'],
    ['list', '1. Ada'],
    ['judge', '2. Ada sang.'],
    ['marks', '1. Ada wrote.'],
    ['judge', `1. Ada wrote, in: ${CONTENT.text}`],
  ])
  // What is judged behind the lists is judged with all of them.
  const later = await run('judge-list', { judge: answers([1, 'true']) }, proposals)
  expect(later.asked[0]?.values.item).toContain('Claims:\n- Ada wrote.; ')
  expect(later.asked[0]?.values.item).toContain('Words:\n- Ada wrote; ')
})

it('a list within that cannot be read is noted, and its entry stays', async () => {
  const { run } = pipelineOf(DEEP, CONTENT)
  const failing = (question: AskedQuestion) =>
    question.values.question?.startsWith('Which topics') ? list(question) : new StepFailure('malformed', 'Unreadable.')
  const { proposals, note } = await run('list-topics', { list: failing, judge })
  expect(proposals[0]?.value).toEqual([
    { values: { name: 'Ada', matters: true } },
    { values: { name: 'Weather', matters: false } },
  ])
  expect(note).toEqual({ entries: 2, problems: ['Unreadable.'] })
})

it('a step of one’s own lists what it names, by a prompt of its own for the first list alone', async () => {
  const source = readFileSync('docs/examples/protocols/claim-questions.yaml', 'utf8').replace(/\ntests:[\s\S]*/, '\n')
  const own = (more: string) => `${source}prefill:\n  - {id: asking, list: questions, user: "{{claim}}"${more}}\n`
  const content = { claim: 'The bridge is old.', date: null, speaker: null }
  const said = {
    asking: { entries: [entry(1, 'When was it built?')] },
    list: { entries: [entry(1, 'In 1410.')] },
    judge: answers([1, 'Unanswerable']),
  }
  const { proposals } = await pipelineOf(own(''), content).run('asking', said)
  const within = [{ values: { answered: 'In 1410.', kind: 'Unanswerable' } }]
  expect(proposals[0]?.value).toEqual([{ values: { asked: 'When was it built?', answers: within } }])
  const without = await pipelineOf(own(', answers: []'), content).run('asking', said)
  expect(without.proposals[0]?.value).toEqual([{ values: { asked: 'When was it built?' } }])
})
