/** The receipt of what suggestions do to labels: counts by item, arm and value, so that anybody can compute the differences again. Pure. */
import { jsonWithRows } from '@/lib/platform/server/streams/json-with-rows'
import { type AnchoringQuestion, CONFIDENCE, MIN_ITEMS, RESAMPLES, SEED } from '@/lib/quality/anchoring/contract'
import type { CountRow } from '@/lib/quality/anchoring/read-counts'
import { FEWEST_RESAMPLED, INTERVAL_METHOD, LIMIT_RULES } from '@/lib/stats/interval-limits'

export const ANCHORING_RECEIPT = 'assay-anchoring-receipt/1'

const RULES = {
  rows: 'A row is the labels of one item that have the same value, made in the same arm under one question: `labels` of them, of which `agreed` say what the suggestion says. `right`: is the suggestion what gold says without the annotator’s own answer; null where there is no such gold. `randomised`: chance chose the arm.',
  sides:
    'Shown is the arm `shown`, without are all others. Where rows that chance chose have both sides only these count (`causal`), elsewhere all. A difference is shown minus without: agreement of agreed / labels, a value of its labels / labels, shift half the sum of the absolute differences of all values. Undefined where a side has labels in fewer than `minItems` items. byCorrectness is agreement of rows with `right` true (`suggestion` right), or false.',
  shiftByChance:
    'Half the sum over values of sqrt(2 / pi × p (1 - p) (1 / m + 1 / n)), with p the share of the value on both sides together and m, n the labels of each side.',
  draws: `Whole items are drawn, numbered from 0 in the order in which they come among the rows that count. One generator, which begins anew for every question and for each of byCorrectness, gives all resamples one after the other: sfc32 filled by splitmix32 from the seed, the first twelve outputs thrown away; an index is floor(output / 2^32 × items). Resamples in which a side has no labels are left out. ${LIMIT_RULES} n is the number of items drawn; below \`fewest\` there are no limits.`,
}

/** Everything but the rows. */
export interface AnchoringReceiptHead {
  format: typeof ANCHORING_RECEIPT
  software: { name: string; version: string }
  project: { id: string; name: string; protocol: string }
  /** The run whose suggestions labels are compared with; null: of each place the one with the highest score. */
  run: string | null
  rules: Readonly<Record<keyof typeof RULES, string>>
  bootstrap: { resamples: number; seed: number; confidence: number; method: string; fewest: number; minItems: number }
  /** What the page says. */
  questions: readonly Pick<AnchoringQuestion, 'stage' | 'unitKind' | 'question' | 'title' | 'effect'>[]
}

export const ANCHORING_RULES: AnchoringReceiptHead['rules'] = RULES

export const ANCHORING_BOOTSTRAP: AnchoringReceiptHead['bootstrap'] = {
  resamples: RESAMPLES,
  seed: SEED,
  confidence: CONFIDENCE,
  method: INTERVAL_METHOD,
  fewest: FEWEST_RESAMPLED,
  minItems: MIN_ITEMS,
}

/** One JSON object, a line for every row. */
export const anchoringReceiptJson = (head: AnchoringReceiptHead, counts: readonly CountRow[]): Generator<string> =>
  jsonWithRows(head, { rows: rowsOf(counts) })

function* rowsOf(counts: readonly CountRow[]) {
  for (const { stage, unitKind, question, position: item, arm, randomised, value, right, labels, agreed } of counts)
    yield { stage, unitKind, question, item, arm, randomised, value, right, labels, agreed }
}
