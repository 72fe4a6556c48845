/** The receipt of the figures about adjudicators: every decision, without names, so that anybody can compute the figures again. Pure. */
import { jsonWithRows } from '@/lib/platform/server/streams/json-with-rows'
import type { Json } from '@/lib/protocols/protocol'
import type { Adjudicator, Taken } from '@/lib/quality/adjudicators/contract'
import type { PlacedDecision } from '@/lib/quality/adjudicators/figures'
import { inLaneOrder } from '@/lib/workspace/tasks/lane-order'

export const ADJUDICATOR_RECEIPT = 'assay-adjudicator-receipt/1'

const SHARE =
  'A share of decisions in tasks, with Wilson’s 95 % limits at the effective sample size n*. p is the share, n the number of decisions, m that of tasks with a decision; where m is 1 or p is 0 or 1, n* is m, else p (1 - p) / v, not below m nor above n, with v = m / (m - 1) times the sum over tasks of (successes - p decisions)^2, divided by n^2; n* is n where v is 0. With z = 1.959963984540054 the limits are (p + z^2 / 2n* ± z sqrt(p (1 - p) / n* + z^2 / 4n*^2)) / (1 + z^2 / n*); the lower is 0 where p is 0, the upper 1 where p is 1.'

const RULES = {
  decisions:
    'A row is a question on which annotators differed and that somebody settled who had not annotated the task, of tasks that are gold. `lanes` stand in the order in which they were shown, A first; `taken` is the place, from 0, of the one whose value was taken, null where several gave it, or nobody (`edited`). A lane was `suggested` where its answer was taken over from a suggestion; null where it has no answer of its own.',
  notGold: 'Decisions in tasks that are not gold yet, which have no row: whose lane is whose is not told before.',
  taken:
    'lanes, people and origins are of decisions with a lane taken among two or more. A lane by its letter, an annotator by key, could be taken in every decision in which it stood, by chance in one of as many as there are lanes. An origin counts decisions in which some lanes, but not all, were suggested: taken where a suggested one was, by chance in as many as are suggested of those that have an answer. `expected` is the mean of these chances; `verdict` says where the limits leave it out.',
  share: SHARE,
  twice:
    'A row of `decidedTwice` is a question that one of two adjudicators settled by hand in a task that both decided independently; null where one was not asked. Compared are those with two values, alike where the values are the same, texts without outer blanks; shares as above, by tasks.',
}

/** What one kind of answer was taken, without a name. */
export type TakenLine = Omit<Taken, 'name'>

export interface AdjudicatorLine extends Pick<Adjudicator, 'decisions' | 'tasks' | 'edited' | 'shared'> {
  /** `r1`, `r2`, ... in the order of the page. */
  key: string
  lanes: readonly TakenLine[]
  people: readonly TakenLine[]
  origins: readonly TakenLine[]
}

export interface ReceiptDecision {
  item: number
  stage: string
  unit: string
  question: string
  /** The key of the adjudicator. */
  by: string
  taken: number | null
  edited: boolean
  lanes: readonly { annotator: string; suggested: boolean | null }[]
}

export interface DecidedTwiceRow {
  item: number
  stage: string
  unit: string
  question: string
  first: Json
  second: Json
}

/** Everything but the rows. */
export interface AdjudicatorReceiptHead {
  format: typeof ADJUDICATOR_RECEIPT
  software: { name: string; version: string }
  project: { id: string; name: string; protocol: string }
  rules: Readonly<Record<keyof typeof RULES, string>>
  adjudicators: readonly AdjudicatorLine[]
  notGold: number
  /** How often two decided alike, over all questions (`question` null) and by question. */
  twice: readonly TwiceLine[]
}

export interface TwiceLine {
  stage: string | null
  question: string | null
  compared: number
  alike: number
  tasks: number
  share: number | null
  low: number | null
  high: number | null
}

export const ADJUDICATOR_RULES: AdjudicatorReceiptHead['rules'] = RULES

const withoutName = ({ name: _, ...taken }: Taken): TakenLine => taken

export const lineOf = (key: string, { decisions, tasks, edited, shared, ...taken }: Adjudicator): AdjudicatorLine => ({
  key,
  decisions,
  tasks,
  edited,
  shared,
  lanes: taken.lanes.map(withoutName),
  people: taken.people.map(withoutName),
  origins: taken.origins.map(withoutName),
})

/** `by`: the key of the adjudicator. */
export function rowOfDecision(
  { taskId, taken, lanes, item, stage, unit, question, edited }: PlacedDecision,
  by: string,
): ReceiptDecision {
  const orderedLanes = inLaneOrder(taskId, lanes)
  const place = orderedLanes.findIndex(({ id }) => id === taken)
  return {
    item,
    stage,
    unit,
    question,
    by,
    taken: place < 0 ? null : place,
    edited,
    lanes: orderedLanes.map(({ number, suggested }) => ({ annotator: `a${number}`, suggested })),
  }
}

/** One JSON object, a line for every row. */
export const adjudicatorReceiptJson = (
  head: AdjudicatorReceiptHead,
  { decisions, decidedTwice }: { decisions: Iterable<ReceiptDecision>; decidedTwice: Iterable<DecidedTwiceRow> },
): Generator<string> => jsonWithRows(head, { decisions, decidedTwice })
