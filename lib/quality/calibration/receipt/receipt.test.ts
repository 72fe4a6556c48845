/** The program of the receipt about calibration, against the gate of the product: two ways of computing, the same digits. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { cellsOf, judgeQuestions } from '@/lib/quality/calibration/bars'
import { pool } from '@/lib/quality/calibration/compare'
import { gateState, questionsOf, requiredTasks } from '@/lib/quality/calibration/rules'
import { seededRandom } from '@/lib/stats/seeded-random'
import {
  CALIBRATION_RECEIPT,
  CALIBRATION_RULES,
  type CalibrationReceiptHead,
  calibrationReceiptJson,
  personLine,
  questionLine,
  rowsOfCopy,
} from './receipt'

const directory = mkdtempSync(path.join(tmpdir(), 'calibration-receipt-'))
afterAll(() => rmSync(directory, { recursive: true }))

const protocol = protocolById('felm')
const [first, second] = protocol.stages.flatMap((stage) => stage.measures.map((measure) => ({ stage, measure })))
if (!first || !second) throw new Error('The protocol has two measures.')
const settings = {
  gateTasks: 4,
  gatePercent: 70,
  gateBars: { [`${second.stage.key}/${second.measure.key}`]: { percent: 60, recall: null, kappa: 20 } },
}
const questions = questionsOf(protocol, settings)

/** People of whom one gives gold's value nearly always, one always the first, one answers by chance, one too few and one nothing. */
const PEOPLE = [
  { key: 'p1', tasks: 12, says: (gold: number, chance: number) => (chance > 0 ? gold : 1 - gold) },
  { key: 'p2', tasks: 12, says: () => 0 },
  { key: 'p3', tasks: 12, says: (_: number, chance: number) => chance % 2 },
  { key: 'p4', tasks: 2, says: (gold: number) => gold },
  { key: 'p5', tasks: 0, says: () => 0 },
]

/** Tasks in which gold is the second value in one unit of so many. */
function copiesOf({ tasks, says }: (typeof PEOPLE)[number]) {
  const random = seededRandom(7)
  return Array.from({ length: tasks }, (_, item) => ({
    item: item + 1,
    stage: first?.stage.key ?? '',
    rated: [first, second]
      .filter((each) => each?.stage.key === first?.stage.key)
      .flatMap((each) =>
        Array.from({ length: 3 }, (__, unit) => {
          const reference = random(5) === 0 ? 1 : 0
          return { measure: each?.measure.key ?? '', unit: `s${unit + 1}`, own: says(reference, random(12)), reference }
        }),
      ),
  }))
}

function receiptOf(change: (head: CalibrationReceiptHead) => CalibrationReceiptHead = (head) => head): string {
  const people = PEOPLE.map((person) => {
    const copies = copiesOf(person)
    const bars = judgeQuestions(questions, cellsOf(protocol, copies))
    const facts = { done: copies.length, left: 12 - copies.length, waived: false, judged: bars }
    const gate = {
      state: gateState(settings, facts),
      done: facts.done,
      required: requiredTasks(settings, facts),
      pooled: pool(copies.flatMap(({ rated }) => rated)),
      bars,
    }
    return personLine(person.key, { gate, waiver: null }, questions)
  })
  const head = change({
    format: CALIBRATION_RECEIPT,
    software: { name: 'assay', version: '0' },
    project: { id: 'p', name: 'P', protocol: 'Q' },
    rules: CALIBRATION_RULES,
    gateTasks: settings.gateTasks,
    questions: questions.map(questionLine),
    people,
  })
  const ratings = PEOPLE.flatMap((person) =>
    copiesOf(person).flatMap((copy) => rowsOfCopy(copy, { person: person.key, item: copy.item, questions })),
  )
  return [...calibrationReceiptJson(head, ratings)].join('')
}

function run(text: string) {
  const file = path.join(directory, 'receipt.json')
  writeFileSync(file, text)
  return spawnSync(process.execPath, ['public/receipts/recompute-calibration.mjs', file], { encoding: 'utf8' })
}

it('finds percent, recall, kappa and the gate of everybody again', () => {
  const receipt = receiptOf()
  const gates = JSON.parse(receipt).people.map(({ gate }: { gate: string }) => gate)
  expect(gates).toEqual(['passed', 'not_passed', 'not_passed', 'todo', 'todo'])
  const { status, stdout } = run(receipt)
  expect(stdout.split('\n').filter((line) => line.startsWith('DIFFERENT'))).toEqual([])
  expect(stdout).toMatch(/same +p2, \S+, rare found: 0, here 0/)
  expect(stdout).toMatch(/same +p1, \S+, kappa: 0\.\d+/)
  expect(status).toBe(0)
})

it('sees a rating, a kappa and a gate that were changed, and a person who is missing', () => {
  const rating = receiptOf().replace(/("person":"p1".*"given":")(\w+)/g, '$1changed')
  expect(run(rating)).toMatchObject({ status: 1, stdout: expect.stringContaining('DIFFERENT p1, alike') })
  const kappa = receiptOf().replace(/"value": 0\.\d+/, '"value": 0.5')
  expect(run(kappa).stdout).toMatch(/DIFFERENT p1, \S+, kappa/)
  const opened = receiptOf((head) => ({ ...head, people: head.people.map((each) => ({ ...each, gate: 'passed' })) }))
  expect(run(opened).stdout).toContain('DIFFERENT p2, gate')
  const missing = receiptOf((head) => ({ ...head, people: head.people.slice(1) }))
  expect(run(missing).stdout).toContain('DIFFERENT ratings of nobody')
})
