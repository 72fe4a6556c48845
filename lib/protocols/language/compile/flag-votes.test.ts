/** Flags that were voted on, or that nothing settled: No is what somebody said, and not what nobody said. */
import { describe, expect, it } from 'vitest'
import type { Answers, Json } from '@/lib/protocols/answers'
import { countingAnswers, countingWithStarts } from '@/lib/protocols/completeness'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { rolledUp } from '@/lib/protocols/rolled-up'
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
    ['by a majority, as the file allows', fileWith('policy: majority', ', tie: null')],
    ['as everybody keeps it', fileWith('policy: reviewer', ', settle: aside')],
  ])('%s is no No', (_, file) => {
    const checked = checkFile(file)
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
    const [stage] = compileProtocol(checked.definition).stages
    const content = { text: 'So.' }
    const subject = { content, units: stage.units(content, [], {}) }
    const answers = { item: { verdict: 'y', why: 'b' } }
    const rollUp = stage.rollUp(subject, answers)
    expect(rollUp).toMatchObject({ harmful: null, counts: { harm: { true: 0, false: 0 }, why: { a: 0, b: 1 } } })
    const gold = { source: content, content, stages: { vote: { units: subject.units, answers } } }
    const task = compileEvaluations(checked.definition).find(({ key }) => key === 'harm')
    expect(task?.targets(gold) ?? []).toEqual([])
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
