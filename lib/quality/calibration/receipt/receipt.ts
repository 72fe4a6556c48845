/** The receipt of the calibration gate: every rated unit beside gold, without names, so that anybody can hold people to its bars again. Pure. */
import { jsonWithRows } from '@/lib/platform/server/streams/json-with-rows'
import type { GateBar, JudgedQuestion, PersonCalibration } from '@/lib/quality/calibration/contract'
import type { ComparedCopy } from '@/lib/quality/calibration/read-copies'
import { type GateQuestion, questionKey } from '@/lib/quality/calibration/rules'

export const CALIBRATION_RECEIPT = 'assay-calibration-receipt/1'

const RULES = {
  ratings:
    'A row is a unit of a calibration task that somebody submitted, under one question: the value that the person gave and the one that the newest gold of the original gives. Units that only one of the two rated have no row, as lists are aligned first. `item` is the position of the original in the project.',
  bars: 'Percent is alike / units. Recall is of the rare value: the one that gold gives least often among those it gives at least five times, without the commonest; all but the commonest together where no other comes up so often. Of two values as common the first of `values` is the commonest; of two as rare the one with the lower recall is taken, or else the first. Kappa is Cohen’s with gold, unweighted. Recall and kappa are of nobody where gold gives one value only. A bar is met where the figure in hundredths is not below it, to within 1e-9; null where there is no bar, or no figure.',
  gate: 'off: nothing is asked of the person; waived: a manager lets them begin; todo: fewer tasks are done than required; not_passed: a bar was missed, or no unit of any question with a bar could be compared; else passed.',
}

/** A person before the bars of one question; the rare values as in `values` of the question. */
export type BarsLine = Omit<JudgedQuestion, 'title'>

export interface PersonLine extends Pick<PersonCalibration['gate'], 'done' | 'required' | 'pooled'> {
  /** `p1`, `p2`, ... in the order of the page. */
  key: string
  waived: boolean
  gate: PersonCalibration['gate']['state']
  bars: readonly BarsLine[]
}

export interface RatingRow {
  /** The key of the person. */
  person: string
  item: number
  stage: string
  measure: string
  unit: string
  given: string
  gold: string
}

/** Everything but the rows. */
export interface CalibrationReceiptHead {
  format: typeof CALIBRATION_RECEIPT
  software: { name: string; version: string }
  project: { id: string; name: string; protocol: string }
  rules: Readonly<Record<keyof typeof RULES, string>>
  /** How many calibration tasks the gate asks of everybody; 0: there is no gate. */
  gateTasks: number
  /** Those with a bar, and those with a row. */
  questions: readonly { stage: string; measure: string; title: string; values: readonly string[]; bar: GateBar }[]
  people: readonly PersonLine[]
}

export const CALIBRATION_RULES: CalibrationReceiptHead['rules'] = RULES

export const questionLine = ({ stage, measure, title, categories, bar }: GateQuestion) => ({
  stage,
  measure,
  title,
  values: categories.map(({ value }) => value),
  bar,
})

/** `questions`: all of the project, which name the values that `gate` has as texts. */
export function personLine(
  key: string,
  { gate, waiver }: { gate: Omit<PersonCalibration['gate'], 'measures'>; waiver: PersonCalibration['waiver'] },
  questions: readonly GateQuestion[],
): PersonLine {
  const { state, done, required, pooled, bars } = gate
  return {
    key,
    done,
    required,
    waived: waiver !== null,
    gate: state,
    pooled,
    bars: bars.map(({ title: _, ...line }) => {
      const categories = questions.find((question) => questionKey(question) === questionKey(line))?.categories ?? []
      const valueWith = (text: string) => categories.find((category) => category.text === text)?.value ?? text
      return { ...line, recall: { ...line.recall, values: line.recall.values.map(valueWith) } }
    }),
  }
}

/** The rows of one submitted calibration task. */
export function rowsOfCopy(
  { stage, rated }: Pick<ComparedCopy, 'stage' | 'rated'>,
  { person, item, questions }: { person: string; item: number; questions: readonly GateQuestion[] },
): RatingRow[] {
  return rated.flatMap(({ measure, unit, own, reference }) => {
    const { categories } = questions.find((question) => question.stage === stage && question.measure === measure) ?? {}
    const [given, gold] = [categories?.[own]?.value, categories?.[reference]?.value]
    return given === undefined || gold === undefined ? [] : [{ person, item, stage, measure, unit, given, gold }]
  })
}

/** One JSON object, a line for every row. */
export const calibrationReceiptJson = (head: CalibrationReceiptHead, ratings: Iterable<RatingRow>): Generator<string> =>
  jsonWithRows(head, { ratings })
