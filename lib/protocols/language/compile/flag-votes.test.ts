/** Flags that were voted on, or that nothing settled: No is what somebody said, and not what nobody said. */
import { describe, expect, it } from 'vitest'
import type { Answers, Json } from '@/lib/protocols/answers'
import { countingAnswers, countingWithStarts } from '@/lib/protocols/completeness'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import type { Stage } from '@/lib/protocols/protocol'
import { rolledUp } from '@/lib/protocols/rolled-up'
import { deriveTask } from '@/lib/quality/agreement/ledger/derive-task'
import { compileProtocol } from './compile-protocol'
import { compileEvaluations } from './evaluation'

const fileWith = (stage: string, harm = '') => `assay: protocol/1
id: flagged
version: 1
title: Flagged
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
stages:
  - id: vote
    raters: 3
    ${stage}
    questions:
      - {id: verdict, ask: Is it so?, form: choice, options: [{value: y, says: Yes.}, {value: n, says: No.}]}
      - {id: harm, ask: Does it harm?, form: flag${harm}}
      - {id: why, ask: Why?, form: choice, required: false, when: item.harm == false, options: [{value: a, says: One.}, {value: b, says: Two.}]}
    rollUp: {harmful: item.harm}
    measures: [{of: verdict}, {of: harm}, {of: harmful}]
guidelines: Vote.
`

function compiled(file: string) {
  const checked = checkFile(file)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const protocol = compileProtocol(checked.definition)
  const task = compileEvaluations(checked.definition).find(({ key }) => key === 'harm')
  if (!task) throw new Error('harm is not scored')
  return { protocol, task }
}

/** What the votes of a record come to, and what systems are scored against. */
function tallied(file: string, votes: Json) {
  const { protocol, task } = compiled(file)
  const source = { text: 'So.', votes }
  const read = protocol.formats[0].read(source)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const gold = goldOf(protocol, source, read.record)
  const settled = gold.stages.vote
  if (!settled) throw new Error('there are no votes')
  const rollUp = rolledUp(protocol.stages[0], { content: gold.content, units: settled.units }, settled)
  return { rollUp, targets: task.targets(gold).map((target) => target.gold) }
}

/** How agreement rates the item under a measure, by the numbers of the voters. */
function ratings(stage: Stage, voters: readonly Answers[], imported: boolean) {
  const content = { text: 'So.' }
  const { units } = deriveTask(stage, {
    taskId: 't',
    stageId: 's',
    revision: 1,
    content,
    units: stage.units(content, [], {}),
    annotations: voters.map((answers, at) => ({
      id: `n${at}`,
      number: at + 1,
      answers,
      shown: null,
      arms: new Map(),
      imported,
    })),
    gold: null,
    runs: [],
    accepted: null,
    week: null,
    guideline: null,
    notIndependent: 0,
  })
  return (key: string) => {
    const categories = stage.measures.find((measure) => measure.key === key)?.categories ?? []
    const rated = units.filter(({ measure }) => measure === key)
    return rated.flatMap(({ raters, codes }) => raters.map((rater, at) => [rater, categories[codes[at] ?? -1]?.value]))
  }
}

describe('a flag that is voted on', () => {
  const file = fileWith('policy: votes')

  it('is what those say who voted on it', () => {
    const votes: Json[] = [
      { voter: 'A', harm: true, verdict: 'y' },
      { voter: 'B', harm: null, verdict: 'y' },
      { voter: 'C', verdict: 'n' },
    ]
    const { rollUp, targets } = tallied(file, votes)
    expect(rollUp).toMatchObject({ harmful: true, counted: { item: { harm: true } } })
    expect(rollUp.counts).toMatchObject({ harm: { true: 1, false: 0 } })
    expect(targets).toEqual(['true'])
  })

  it('is rated of those who voted on it, as the tally counts them', () => {
    const { protocol } = compiled(file)
    const [stage] = protocol.stages
    const votes: Answers[] = [
      { item: { harm: true, verdict: 'y' } },
      { item: { verdict: 'y' } },
      { item: { verdict: 'n' } },
    ]
    const rated = ratings(stage, votes, true)
    expect(rated('verdict')).toHaveLength(3)
    expect(rated('harm')).toEqual([[1, 'true']])
    expect(rated('harmful')).toEqual([[1, 'true']])
  })

  it('is rated No of annotators who left it alone', () => {
    const [stage] = compiled(file).protocol.stages
    const rated = ratings(stage, [{ item: { harm: true, verdict: 'y' } }, { item: { verdict: 'y' } }, {}], false)
    const all = [
      [1, 'true'],
      [2, 'false'],
      [3, 'false'],
    ]
    expect(rated('harm')).toEqual(all)
    expect(rated('harmful')).toEqual(all)
  })

  it('is nothing where votes are even, also for systems', () => {
    const votes: Json[] = [
      { voter: 'A', harm: true },
      { voter: 'B', harm: false },
    ]
    const { rollUp, targets } = tallied(file, votes)
    expect(rollUp).toMatchObject({ harmful: null, counts: { harm: { true: 1, false: 1 } } })
    expect(targets).toEqual([])
  })

  it('is No of annotators who left it alone, and of them only who were asked', () => {
    const { protocol } = compiled(file)
    const [stage] = protocol.stages
    const subject = { content: { text: 'So.' }, units: stage.units({ text: 'So.' }, [], {}) }
    const answers: Answers = { item: { verdict: 'y', why: 'a' } }
    expect(countingAnswers(stage, subject, answers)).toEqual(answers)
    const said = countingWithStarts(stage, subject, answers)
    expect(said).toEqual({ item: { verdict: 'y', harm: false, why: 'a' } })
    const votes = [
      { voter: 'one', shown: null, answers: { item: { verdict: 'y', harm: true } } },
      ...['two', 'three'].map((voter) => ({ voter, shown: null, answers: said })),
    ]
    expect(stage.tally?.(subject, votes)).toMatchObject({
      harmful: false,
      counted: { item: { harm: false, why: 'a' } },
      counts: { harm: { true: 1, false: 2 }, why: { a: 2, b: 0 } },
    })
    const gold = { source: { text: 'So.' }, content: subject.content, stages: {} }
    const stages = { vote: { units: subject.units, answers: {}, votes } }
    expect(protocol.formats[0].write?.({ ...gold, stages })).toMatchObject({
      votes: [
        { voter: 'one', harm: true },
        { voter: 'two', harm: false },
        { voter: 'three', harm: false },
      ],
    })
  })
})

describe('a flag that nothing settled', () => {
  it.each([
    [
      'by a majority, as the file allows',
      fileWith('policy: majority', ', tie: null'),
      { verdict: ['y'], harm: [], why: ['b'] },
    ],
    // Systems are not scored at all on what everybody keeps.
    ['as everybody keeps it', fileWith('policy: reviewer', ', settle: aside'), { verdict: ['y'], why: ['b'] }],
  ])('%s is no No', (_, file, scored) => {
    const checked = checkFile(file)
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
    const [stage] = compileProtocol(checked.definition).stages
    const content = { text: 'So.' }
    const subject = { content, units: stage.units(content, [], {}) }
    const answers = { item: { verdict: 'y', why: 'b' } }
    const rollUp = stage.rollUp(subject, answers)
    expect(rollUp).toMatchObject({ harmful: null, counts: { harm: { true: 0, false: 0 }, why: { a: 0, b: 1 } } })
    const gold = { source: content, content, stages: { vote: { units: subject.units, answers } } }
    const tasks = compileEvaluations(checked.definition).map(({ key, targets }) => [
      key,
      targets(gold).map((target) => target.gold),
    ])
    expect(Object.fromEntries(tasks)).toEqual(scored)
  })

  it('of a record that leaves it out is No where a reviewer settles it', () => {
    const { protocol } = compiled(fileWith('policy: reviewer'))
    const [stage] = protocol.stages
    const subject = { content: { text: 'So.' }, units: stage.units({ text: 'So.' }, [], {}) }
    expect(stage.rollUp(subject, { item: { verdict: 'y' } })).toMatchObject({
      harmful: false,
      counts: { harm: { true: 0, false: 1 } },
    })
  })
})
