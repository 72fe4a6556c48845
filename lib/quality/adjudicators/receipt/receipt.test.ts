/** The program of the receipt about adjudicators, against the statistics of the product: two ways of computing, the same digits. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { adjudicatorFigures, type PlacedDecision } from '@/lib/quality/adjudicators/figures'
import { seededRandom } from '@/lib/stats/seeded-random'
import {
  ADJUDICATOR_RECEIPT,
  ADJUDICATOR_RULES,
  type AdjudicatorReceiptHead,
  adjudicatorReceiptJson,
  lineOf,
  rowOfDecision,
} from './receipt'

const directory = mkdtempSync(path.join(tmpdir(), 'adjudicator-receipt-'))
afterAll(() => rmSync(directory, { recursive: true }))

const ANNOTATORS = [1, 2, 3].map((number) => ({ number, key: `a${number}`, name: `annotator ${number}` }))

/** Decisions of two people about tasks of one to four questions, with two or three lanes of which some were suggested. */
function decided(): PlacedDecision[] {
  const random = seededRandom(5)
  return Array.from({ length: 60 }, (_, task) => {
    const numbers = [1, 2, 3].slice(0, 2 + random(2))
    return Array.from({ length: 1 + random(4) }, (__, unit): PlacedDecision => {
      const lanes = numbers.map((number) => {
        return { id: `n${task}-${number}`, number, suggested: [true, false, null][random(3)] ?? null }
      })
      const how = random(8)
      const taken = how < 2 ? null : (lanes[how < 6 ? 0 : random(lanes.length)]?.id ?? null)
      const place = { item: task + 1, stage: 'segments', unit: `s${unit}`, question: 'label', isGold: true }
      return { ...place, userId: task % 3 === 0 ? 'x' : 'y', taskId: `t${task}`, taken, edited: how === 0, lanes }
    })
  }).flat()
}

function receiptOf(change: (head: AdjudicatorReceiptHead) => AdjudicatorReceiptHead = (head) => head): string {
  const decisions = decided()
  const keys = { x: 'r1', y: 'r2' }
  const adjudicators = Object.entries(keys).map(([userId, key]) =>
    lineOf(
      key,
      adjudicatorFigures(
        { userId, name: '' },
        decisions.filter((decision) => decision.userId === userId),
        ANNOTATORS,
      ),
    ),
  )
  const nothing = { compared: 0, alike: 0, tasks: 0, share: null, low: null, high: null }
  const head = change({
    format: ADJUDICATOR_RECEIPT,
    software: { name: 'assay', version: '0' },
    project: { id: 'p', name: 'P', protocol: 'Q' },
    rules: ADJUDICATOR_RULES,
    adjudicators,
    notGold: 0,
    twice: [{ stage: null, question: null, ...nothing }],
  })
  const rows = decisions.map((decision) => rowOfDecision(decision, decision.userId === 'x' ? 'r1' : 'r2'))
  return [...adjudicatorReceiptJson(head, { decisions: rows, decidedTwice: [] })].join('')
}

function run(text: string) {
  const file = path.join(directory, 'receipt.json')
  writeFileSync(file, text)
  return spawnSync(process.execPath, ['public/receipts/recompute-adjudicators.mjs', file], { encoding: 'utf8' })
}

it('finds every share again, of lanes, people and origins', () => {
  const { adjudicators } = JSON.parse(receiptOf())
  for (const { lanes, people, origins } of adjudicators)
    expect([lanes.length, people.length, origins.length]).toEqual([3, 3, 1])
  const { status, stdout } = run(receiptOf())
  expect(stdout.split('\n').filter((line) => line.startsWith('DIFFERENT'))).toEqual([])
  expect(stdout.match(/, suggestion, /g)).toHaveLength(2 * 8)
  expect(status).toBe(0)
})

it('sees a limit that was changed, and an adjudicator that is missing', () => {
  const changed = receiptOf(({ adjudicators: [first, ...others], ...head }) => {
    if (!first) throw new Error('There are two.')
    const [lane, ...lanes] = first.lanes
    if (!lane) throw new Error('There are three.')
    return { ...head, adjudicators: [{ ...first, lanes: [{ ...lane, low: lane.low + 2e-9 }, ...lanes] }, ...others] }
  })
  expect(run(changed)).toMatchObject({ status: 1, stdout: expect.stringContaining('DIFFERENT r1, lanes, A, low') })
  const missing = receiptOf((head) => ({ ...head, adjudicators: head.adjudicators.slice(1) }))
  expect(run(missing)).toMatchObject({ status: 1, stdout: expect.stringContaining('DIFFERENT decisions of nobody') })
})
