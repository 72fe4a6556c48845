/** The program of the receipt about suggestions, against the statistics of the product: two ways of computing, the same digits. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { effectFiguresOf } from '@/lib/quality/anchoring/figures'
import type { CountRow } from '@/lib/quality/anchoring/read-counts'
import { seededRandom } from '@/lib/stats/seeded-random'
import {
  ANCHORING_BOOTSTRAP,
  ANCHORING_RECEIPT,
  ANCHORING_RULES,
  type AnchoringReceiptHead,
  anchoringReceiptJson,
} from './receipt'

const directory = mkdtempSync(path.join(tmpdir(), 'anchoring-receipt-'))
afterAll(() => rmSync(directory, { recursive: true }))

const VALUES = ['true', 'false']

/** Labels of so many items under one question, more alike the suggestion where it is in sight. */
function counted(question: string, items: number, { randomised }: { randomised: boolean }): CountRow[] {
  const random = seededRandom(3)
  const rows = Array.from({ length: items }, (_, item) =>
    (['shown', 'hidden', 'none'] as const).flatMap((arm) =>
      VALUES.map((value): CountRow => {
        const labels = random(4)
        const agreed = Math.min(labels, random(arm === 'shown' ? 4 : 3))
        const right = [true, false, null][random(3)] ?? null
        const place = { stage: 'segments', unitKind: 'segment', question, position: item + 1 }
        const chosen = randomised && random(3) > 0
        return { ...place, arm, randomised: chosen, value, right, labels, agreed, accepted: 0, changed: 0, towards: 0 }
      }),
    ),
  )
  return rows.flat().filter(({ labels }) => labels > 0)
}

const SCENES = [
  counted('label', 40, { randomised: true }),
  counted('action', 25, { randomised: false }),
  counted('few', 6, { randomised: false }),
]

function receiptOf(change: (head: AnchoringReceiptHead) => AnchoringReceiptHead = (head) => head): string {
  const head = change({
    format: ANCHORING_RECEIPT,
    software: { name: 'assay', version: '0' },
    project: { id: 'p', name: 'P', protocol: 'Q' },
    run: null,
    rules: ANCHORING_RULES,
    bootstrap: ANCHORING_BOOTSTRAP,
    questions: SCENES.map((counts) => {
      const question = counts[0]?.question ?? ''
      const effect = effectFiguresOf({ counts, values: VALUES, showsItems: true })
      return { stage: 'segments', unitKind: 'segment', question, title: question, effect }
    }),
  })
  return [...anchoringReceiptJson(head, SCENES.flat())].join('')
}

function run(text: string) {
  const file = path.join(directory, 'receipt.json')
  writeFileSync(file, text)
  return spawnSync(process.execPath, ['public/receipts/recompute-anchoring.mjs', file], { encoding: 'utf8' })
}

it('finds every difference again, of all labels and by whether the suggestion was right', () => {
  const { status, stdout } = run(receiptOf())
  expect(stdout.split('\n').filter((line) => line.startsWith('DIFFERENT'))).toEqual([])
  expect(stdout).toMatch(/same +segments\/segment\/label, causal: true/)
  expect(stdout).toMatch(/same +segments\/segment\/action, causal: false/)
  expect(stdout).toMatch(/same +segments\/segment\/label, suggestion wrong, agreement, low: -?0\.\d+/)
  expect(stdout).toMatch(/same +segments\/segment\/few, agreement: null/)
  expect(status).toBe(0)
})

it('sees a limit that was changed, and a row', () => {
  const changed = receiptOf(({ questions: [first, ...others], ...head }) => {
    if (!first) throw new Error('There are three.')
    const { effect } = first
    const agreement = { ...effect.agreement, low: (effect.agreement.low ?? 0) + 2e-9 }
    return { ...head, questions: [{ ...first, effect: { ...effect, agreement } }, ...others] }
  })
  expect(run(changed)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('DIFFERENT segments/segment/label, agreement, low'),
  })
  expect(run(receiptOf().replace('"arm":"shown","randomised":true', '"arm":"none","randomised":true')).status).toBe(1)
})
