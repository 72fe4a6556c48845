/** Marks with questions of their own, proposed by a model: quoted, found again, labelled, and answered, words of another text included. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { compileEvaluations } from '@/lib/protocols/language/compile/evaluation'
import { compilePipeline } from '@/lib/protocols/language/compile/pipeline'
import { listSeedsSchema, MOST_ENTRIES } from '@/lib/protocols/made-units'
import { type Proposal, StepFailure } from '@/lib/protocols/prefill'
import {
  type AskedQuestion,
  proposalProblems,
  type Script,
  scriptedTools,
  settingsOf,
} from '@/lib/protocols/prefill-test-tools'

const EXAMPLE = readFileSync('docs/examples/protocols/explained-spans.yaml', 'utf8')
const CONTENT = {
  source: 'It opened in 1912. In 1912 it had no roof.',
  response: 'The 🚗 opened in 1921, and in 1921 it had a roof.',
}

function pipelineOf(source = EXAMPLE, content: { [name: string]: Json } = CONTENT) {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const { definition } = checked
  const [stage] = compileProtocol(definition).stages
  const steps = compilePipeline(definition, 'made')?.steps ?? []
  const units = stage.units(content, [], {})
  const run = async (
    answers: NonNullable<Script['answers']>,
    key = 'marks-unsupported',
    before: readonly Proposal[] = [],
  ) => {
    const step = steps.find((each) => each.key === key)
    if (!step) throw new Error(`There is no step ${key}`)
    const tools = scriptedTools({ answers })
    const input = { content, units, earlier: {}, proposals: before, notes: {} }
    const { proposals = [], note } = await step.run(input, tools, settingsOf(step))
    expect(proposalProblems(stage, units, proposals)).toEqual([])
    return { proposals, note, asked: tools.used.asked }
  }
  return { definition, stage, steps, units, run }
}

const mark = (quote: string, label: string, more: { before?: string; why?: string } = {}) => ({
  quote,
  label,
  before: more.before ?? null,
  why: more.why ?? null,
})
const words = (number: number, quote: string, before: string | null = null) => ({
  number,
  quote,
  before,
  why: null,
  label: 'none',
})
const at = (start: number, end: number): Json => ({ spans: [{ start, end }] })
/** Says yes of these numbers, and nothing of others. */
const yes =
  (...numbers: number[]) =>
  (): Json => ({ answers: numbers.map((number) => ({ number, values: ['true'], why: null })) })
const nothing = { spans: [] }
const valuesOf = ([proposal]: readonly Proposal[]) => listSeedsSchema.parse(proposal?.value).map(({ values }) => values)

describe('marks by a model', () => {
  it('are found again, labelled, and answered in the order of the file, with words of another text', async () => {
    const { run } = pipelineOf()
    const { proposals, note, asked } = await run({
      marks: {
        marks: [
          mark('in 1921', 'Evident Conflict', { before: 'and', why: 'The figures are turned.' }),
          mark('a ROOF', 'Evident Baseless Info'),
          mark('in 1921', 'Evident Conflict'),
        ],
      },
      words: { spans: [words(1, 'In 1912'), words(2, 'in 1912')] },
      judge: ({ values }) => (values.question?.startsWith('Is it true') ? yes(2)() : { answers: [] }),
    })
    expect(proposals).toEqual([
      {
        unit: 'item',
        question: 'unsupported',
        value: [
          { values: { place: at(26, 33), kind: 'Evident Conflict', against: at(19, 26) } },
          { values: { place: at(41, 47), kind: 'Evident Baseless Info', implicit: true } },
          { values: { place: at(13, 20), kind: 'Evident Conflict', against: at(10, 17) } },
        ],
        promptHash: 'marks@1',
        rationale: '1. “in 1921”: The figures are turned.\n2. “a roof”\n3. “in 1921”',
      },
    ])
    expect(note).toEqual({ entries: 3 })
    const [first, second, ...others] = asked
    expect(first?.prompt).toBe('marks')
    expect(first?.values.units).toBe(CONTENT.response)
    expect(first?.values.values).toContain('- Evident Conflict (Evident Conflict): The source says otherwise.')
    // The words of the source are asked for of conflicts only, each with the words around it.
    expect(second?.prompt).toBe('words')
    expect(second?.values.units).toBe(
      `${CONTENT.source}\n\nWhat words are marked for, by number:\n1. in 1921, in: ${CONTENT.response}\n2. in 1921, in: ${CONTENT.response}`,
    )
    expect(others.map(({ prompt, values }) => [prompt, values.question])).toEqual([
      ['judge', 'Is it true all the same? (one value)'],
      ['judge', 'Is it because a field of the source is empty? (one value)'],
    ])
  })

  it('can be none, which is a proposal too; a text that is not there is marked by nobody', async () => {
    const { run } = pipelineOf()
    expect((await run({ marks: { marks: [] } })).proposals).toMatchObject([{ question: 'unsupported', value: [] }])
    const blank = pipelineOf(EXAMPLE, { source: 'A.', response: ' ' })
    expect((await blank.run({})).proposals).toEqual([])
  })

  it('are refused, with the reason, where they do not stand there, are marked already, or are too many', async () => {
    const { run } = pipelineOf()
    const kind = 'Subtle Conflict'
    const { proposals, note } = await run({
      marks: { marks: [mark('in 1922', kind), mark('The', kind), mark('the', kind), mark('\0', kind)] },
      words: nothing,
      judge: yes(),
    })
    expect(valuesOf(proposals)).toEqual([{ place: at(0, 3), kind }])
    expect(note).toMatchObject({
      entries: 1,
      refused: 3,
      'refused, and why': [
        { said: 'in 1922', why: expect.stringContaining('do not stand in the text') },
        { said: 'the' },
        {},
      ],
    })
    await expect(run({ marks: { marks: [mark('in 1922', kind)] } })).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('“in 1922”'),
      note: { refused: 1 },
    })
    const letters = Array.from({ length: MOST_ENTRIES + 5 }, () => mark('a', kind))
    const many = pipelineOf(EXAMPLE, { source: 'A.', response: 'a '.repeat(MOST_ENTRIES + 5) })
    const capped = await many.run({ marks: { marks: letters }, words: nothing, judge: yes() })
    expect(valuesOf(capped.proposals)).toHaveLength(MOST_ENTRIES)
    expect(capped.note).toMatchObject({ refused: 5 })
  })

  it('may not overlap where the file says so', async () => {
    const strict = pipelineOf(EXAMPLE.replace('overlapping: true, ', '').replace(/tests:[\s\S]*/, ''))
    const marks = [
      mark('opened in 1921', 'Evident Conflict'),
      mark('in 1921', 'Evident Conflict'),
      mark('1921, and', 'Subtle Conflict'),
    ]
    const { proposals, note, asked } = await strict.run({ marks: { marks }, words: nothing, judge: yes() })
    expect(valuesOf(proposals).map(({ place }) => place)).toEqual([at(6, 20)])
    expect(note).toMatchObject({ refused: 2 })
    expect(asked[0]?.values.question).toContain('(stretches may not overlap)')
  })

  it('keep what was said of them where one question cannot be answered', async () => {
    const { run } = pipelineOf()
    const { proposals, note } = await run({
      marks: { marks: [mark('in 1921', 'Evident Conflict')] },
      words: new StepFailure('malformed', 'Unreadable.'),
      judge: yes(1),
    })
    expect(valuesOf(proposals)).toEqual([
      { place: at(13, 20), kind: 'Evident Conflict', implicit: true, dueToNull: true },
    ])
    expect(note).toEqual({ entries: 1, problems: ['Unreadable.'] })
    const budget = {
      marks: { marks: [mark('in 1921', 'Evident Conflict')] },
      words: new StepFailure('budget', 'Spent.'),
    }
    await expect(run(budget)).rejects.toMatchObject({ code: 'budget' })
  })

  it('take words of the other text that stand there, and refuse the others', async () => {
    const { run } = pipelineOf()
    const { proposals, note } = await run({
      marks: { marks: [mark('in 1921', 'Evident Conflict')] },
      words: { spans: [words(1, '1912', '1912. In'), words(1, 'in 1913'), words(4, 'roof')] },
      judge: yes(),
    })
    expect(valuesOf(proposals)[0]).toMatchObject({ against: at(22, 26) })
    expect(note).toMatchObject({ entries: 1, refused: 2 })
  })

  it('are a system of the list on gold, with the kinds as labels', async () => {
    const { run, definition, units } = pipelineOf()
    const { proposals } = await run({
      marks: { marks: [mark('in 1921', 'Evident Conflict')] },
      words: nothing,
      judge: yes(),
    })
    const task = compileEvaluations(definition).find(({ key }) => key === 'unsupported')
    expect(task?.fromSteps).toEqual(['marks-unsupported'])
    expect(task?.fromProposals?.(units, proposals)).toEqual([
      { unit: 'item', value: { spans: [{ start: 13, end: 20, label: 'Evident Conflict' }] } },
    ])
    const none = (await run({ marks: { marks: [] } })).proposals
    expect(task?.fromProposals?.(units, none)).toEqual([{ unit: 'item', value: { spans: [] } }])
  })

  it('are what later steps read, in words', async () => {
    const verdict = '      - {id: faithful, ask: Is it faithful?, form: flag, key: y}\n    rollUp:\n'
    const { run } = pipelineOf(EXAMPLE.replace('    rollUp:\n', verdict).replace(/tests:[\s\S]*/, ''))
    const marks: Proposal = {
      unit: 'item',
      question: 'unsupported',
      value: [{ values: { place: at(13, 20), kind: 'Evident Conflict', against: at(10, 17) } }],
    }
    const { asked } = await run({ judge: yes(1) }, 'judge-mark-faithful', [marks])
    expect(asked[0]?.values.item).toContain('- in 1921; Kind: Evident Conflict; Contradicted by: “in 1912”')
  })
})

describe('a step of one’s own', () => {
  const own = (step: string) => `${EXAMPLE.replace(/tests:[\s\S]*/, '')}\nprefill:\n  - ${step}\n`

  it('asks with a prompt of its own, and answers what it names', async () => {
    const { run } = pipelineOf(
      own(
        '{id: machine, list: unsupported, answers: [kind], system: "You are strict. {{question}}", user: "{{units}} {{values}}"}',
      ),
    )
    const { proposals, asked } = await run({ machine: { marks: [mark('in 1921', 'Evident Conflict')] } }, 'machine')
    expect(valuesOf(proposals)).toEqual([{ place: at(13, 20), kind: 'Evident Conflict' }])
    expect(asked.map(({ prompt }) => prompt)).toEqual(['machine'])
  })

  it('can leave out the label as well: marks are only places then', async () => {
    const { run } = pipelineOf(own('{id: machine, list: unsupported, answers: []}'))
    const answer = ({ values }: AskedQuestion) => {
      expect(values.values).toContain('no labels')
      return { marks: [mark('in 1921', 'none')] }
    }
    const { proposals } = await run({ marks: answer }, 'machine')
    expect(valuesOf(proposals)).toEqual([{ place: at(13, 20) }])
  })
})

it('marks that are listed for several units are asked for by their numbers', async () => {
  const source = `assay: protocol/1
id: claims
version: 1
title: Claims
summary: Made for a test.
record:
  content: {text: /text}
  gold: {marks: {at: marks, place: [start, end]}}
show:
  - {title: Text, text: text}
units:
  - {id: claim, from: record, each: /claims, text: text}
  - {id: mark, from: annotators, of: claim}
stages:
  - id: mark
    questions:
      - {id: marks, on: claim, ask: Which words say it?, form: list, of: mark}
      - {id: place, on: mark, ask: Which words?, form: span, in: text}
      - {id: sure, on: mark, ask: Is it sure?, form: flag, key: i}
guidelines: Read.
`
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const protocol = compileProtocol(checked.definition)
  const record = { text: 'Ada wrote and Ada sang.', claims: [{ text: 'Ada wrote.' }, { text: 'Ada sang.' }] }
  const read = protocol.formats[0].read(record)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const { content } = read.record
  const units = protocol.stages[0].units(content, [], {})
  const step = compilePipeline(checked.definition, 'made')?.steps.find(({ key }) => key === 'marks-marks')
  const numbered = (number: number, quote: string) => ({ ...mark(quote, 'none'), number })
  const tools = scriptedTools({
    answers: {
      marks: { marks: [numbered(1, 'Ada'), numbered(2, 'Ada sang'), numbered(3, 'Ada')] },
      judge: yes(2),
    },
  })
  const input = { content, units, earlier: {}, proposals: [], notes: {} }
  const output = await step?.run(input, tools, settingsOf(step))
  expect(output?.proposals).toMatchObject([
    { unit: 'claim-1', value: [{ values: { place: at(0, 3) } }] },
    { unit: 'claim-2', value: [{ values: { place: at(14, 22), sure: true } }] },
  ])
  expect(output?.note).toMatchObject({ refused: 1 })
  expect(tools.used.asked[0]?.values.units).toBe(
    `${record.text}\n\nWhat words are marked for, by number:\n1. Ada wrote.\n2. Ada sang.`,
  )
})
