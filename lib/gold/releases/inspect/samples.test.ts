/** What Inspect is given of each protocol’s gold, and whether evaluation reads the answers back. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ItemEntry } from '@/lib/gold/releases/tables/item-entry'
import { sampleSubject } from '@/lib/protocols/conformance'
import { check } from '@/lib/protocols/conformance-answers'
import { samples as records } from '@/lib/protocols/conformance-samples'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { protocols } from '@/lib/protocols/index'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { compileEvaluations } from '@/lib/protocols/language/compile/evaluation'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Protocol, Stage, Subject } from '@/lib/protocols/protocol'
import { besideExample, EXAMPLES, recordsOf } from '@/tests/support/example-records'
import { type InspectQuestion, inspectQuestion, samplesOf } from './samples'
import { taskFile } from './task-file'

interface Case {
  protocol: Protocol
  lines: readonly Json[]
  tasks: readonly EvaluationTask[]
}

async function fromFile(name: string): Promise<Case> {
  const checked = checkFile(readFileSync(path.join(EXAMPLES, name), 'utf8'))
  if (!checked.ok) throw new Error(`${name} has problems`)
  const protocol = compileProtocol(checked.definition)
  return {
    protocol,
    lines: await recordsOf(besideExample(name), protocol),
    tasks: compileEvaluations(checked.definition),
  }
}

const cases: Case[] = [
  ...(await Promise.all(
    protocols.map(async (protocol) => ({
      protocol,
      lines: records[protocol.id] ?? [],
      tasks: await evaluationTasks(protocol.id),
    })),
  )),
  ...(await Promise.all(
    readdirSync(EXAMPLES)
      .filter((name) => name.endsWith('.yaml'))
      .map(fromFile),
  )),
]

const asked = cases.flatMap((each): [string, Case, InspectQuestion][] => {
  const question = inspectQuestion(each.protocol)
  return question ? [[each.protocol.id, each, question]] : []
})

/** An item at place 12 of which one stage is gold. */
function entryOf(protocol: Protocol, stage: Stage, { content, units }: Subject, answers: Answers): ItemEntry {
  const { units: all } = withMadeUnits(stage, { content, units }, answers)
  const native = { key: stage.key, raters: 1, units, values: [] }
  return {
    protocol,
    item: { position: 12, externalId: 'a-1', domain: 'seas', source: null, content } as unknown as ItemEntry['item'],
    stages: [
      {
        stage,
        native,
        units: all,
        answers,
        ratedKeys: () => new Set(),
        votes: [],
      } as unknown as ItemEntry['stages'][number],
    ],
    ratings: [],
  }
}

test('of protocols whose label is one of a few values; votes, sets and numbers have none', () => {
  const names = asked.map(([id]) => id)
  expect(names).toEqual(expect.arrayContaining(['felm', 'factcheck-bench', 'veriscore-verification']))
  expect(names).not.toContain('veriscore-preference')
})

const taskOf = ({ tasks }: Case, { stage, measure }: InspectQuestion) =>
  tasks.find((task) => task.stage === stage.key && task.measure === measure.key)

test('an evaluation scores these labels, but for protocols whose gold scores something else or nothing', () => {
  expect(asked.flatMap(([id, each, question]) => (taskOf(each, question) ? [] : [id]))).toEqual([
    'factor-validation',
    'factor-generation',
    'felm-reference-audit',
    'felm-response-audit',
    // What annotators list is no system's.
    'claim-questions',
    // Their labels follow from spans, which are scored themselves.
    'explained-spans',
    'unsupported-spans',
  ])
})

describe.each(asked)('%s', (_, each, question) => {
  const { protocol, lines } = each
  const { subject } = sampleSubject(protocol, question.stage, lines)

  test('every labelled unit is a sample that names item, unit and labels', () => {
    let found = 0
    check(subject, question.stage, 10, (all) => {
      for (const answers of all)
        for (const sample of samplesOf(question, entryOf(protocol, question.stage, subject, answers), null)) {
          found++
          const unit = subject.units.find(({ key }) => sample.id === `12/${key}`)
          expect(sample).toMatchObject({ item: 12, metadata: { id: 'a-1', domain: 'seas' } })
          expect(question.labels).toContain(sample.target)
          if (unit && unit.kind !== 'item') expect(sample.input).toContain(unit.text)
          for (const label of question.labels) expect(sample.input).toContain(`\n- ${label}`)
        }
    })
    expect(found).toBeGreaterThan(0)
  })

  test('where an evaluation scores them, it reads every label back for its unit', () => {
    const task = taskOf(each, question)
    for (const label of task ? question.labels : []) {
      const line = { system: 'm', item: '#12', unit: 'u1', label }
      expect([label, task?.recognises(line)]).toEqual([label, true])
      const read = task?.read(line)
      expect(read).toMatchObject({ ok: true, predictions: [{ system: 'm', item: '#12', unit: 'u1' }] })
      expect(read?.ok && read.predictions[0]?.value).not.toBeNull()
    }
  })
})

test('the task file holds the labels as Python writes them, whatever is in them', () => {
  const labels = ['true', 'say "no"', 'a\\b', 'über', 'two\nlines']
  const [, list = ''] = /^LABELS = (.*)$/m.exec(taskFile(labels)) ?? []
  expect(JSON.parse(list)).toEqual(labels)
})
