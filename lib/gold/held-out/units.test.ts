/** Which units a held-out split lists, and what its score divides by, of every task: never by what gold says. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampleSubject } from '@/lib/protocols/conformance'
import { check } from '@/lib/protocols/conformance-answers'
import { samples } from '@/lib/protocols/conformance-samples'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { protocols } from '@/lib/protocols/index'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { compileEvaluations } from '@/lib/protocols/language/compile/evaluation'
import type { Json, Protocol } from '@/lib/protocols/protocol'
import { besideExample, EXAMPLES, recordsOf } from '@/tests/support/example-records'
import { scoringTold } from './submission'

interface Case {
  protocol: Protocol
  records: readonly Json[]
  tasks: readonly EvaluationTask[]
}

const fromFile = async (name: string): Promise<Case> => {
  const checked = checkFile(readFileSync(path.join(EXAMPLES, name), 'utf8'))
  if (!checked.ok) throw new Error(`${name} has problems`)
  const { definition } = checked
  const protocol = compileProtocol(definition)
  return { protocol, records: await recordsOf(besideExample(name), protocol), tasks: compileEvaluations(definition) }
}
const cases: Case[] = [
  ...(await Promise.all(
    protocols.map(async (protocol) => ({
      protocol,
      records: samples[protocol.id] ?? [],
      tasks: await evaluationTasks(protocol.id),
    })),
  )),
  ...(await Promise.all(
    readdirSync(EXAMPLES)
      .filter((name) => name.endsWith('.yaml'))
      .map(fromFile),
  )),
]
const canBeHeldOut = ({ tasks }: Case) => tasks.filter((task) => task.stage !== null && scoringTold(task) !== null)

test('what can be held out, of the built-in protocols and of a file with a question under a condition', () => {
  const keysOf = (id: string) =>
    cases
      .filter(({ protocol }) => protocol.id === id || protocol.id.startsWith(`${id}@`))
      .flatMap((each) => canBeHeldOut(each).map(({ key }) => key))
  expect(protocols.flatMap(({ id }) => keysOf(id).map((key) => `${id} ${key}`))).toEqual([
    'felm segments',
    'factcheck-bench verification',
    'veriscore-verification verifiers',
  ])
  expect(keysOf('felm-in-medicine')).toContain('label')
  expect(keysOf('felm-in-medicine')).not.toContain('errorType')
})

describe.each(
  cases.flatMap((each) => canBeHeldOut(each).map((task) => [each.protocol.id, task.key, each, task] as const)),
)('%s %s', (_, __, { protocol, records }, task) => {
  test('lists the same units, with the same texts, whatever the answers are', () => {
    const stage = protocol.stages.find(({ key }) => key === task.stage)
    if (!stage) throw new Error(`no stage ${task.stage}`)
    const { subject } = sampleSubject(protocol, stage, records)
    const listed = new Set<string>()
    check(subject, stage, 20, (all) => {
      for (const answers of [{}, ...all]) {
        const { content, units } = subject
        const gold = { source: records[0] ?? null, content, stages: { [stage.key]: { units, answers } } }
        listed.add(JSON.stringify(task.heldOutTargets?.(gold).map(({ unit, text }) => ({ unit, text }))))
      }
    })
    expect(listed.size).toBe(1)
    expect([...listed][0]).not.toBe('[]')
  })
})
