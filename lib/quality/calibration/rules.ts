/** What the gate says of a person, and how calibration is told. Pure. */
import type { Protocol } from '@/lib/protocols/protocol'
import type { CalibrationSettings, GateBar, GateState, JudgedQuestion } from './contract'

export const DEFAULTS: CalibrationSettings = {
  gateTasks: 0,
  gatePercent: 70,
  gateBars: {},
  repeatPercent: 0,
  repeatAfterDays: 7,
}

const NO_BAR: GateBar = { percent: null, recall: null, kappa: null }
/** What holds of itself for the first question of every stage, beside the percentage of the settings. */
const DEFAULT_RECALL = 50
const DEFAULT_KAPPA = 40

/** A question as the gate knows it. */
export interface GateQuestion {
  stage: string
  measure: string
  title: string
  stageTitle: string
  categories: readonly { value: string; text: string }[]
  bar: GateBar
}

export const questionKey = ({ stage, measure }: { stage: string; measure: string }): string => `${stage}/${measure}`

export const holds = ({ percent, recall, kappa }: GateBar): boolean =>
  percent !== null || recall !== null || kappa !== null

/** Every measure with its bars. Of itself, only the first question of a stage has any: the others follow from it or are asked beside it. */
export function questionsOf(
  protocol: Pick<Protocol, 'stages'>,
  { gatePercent, gateBars }: Pick<CalibrationSettings, 'gatePercent' | 'gateBars'>,
): GateQuestion[] {
  return protocol.stages.flatMap((stage) => {
    const first = stage.measures.find(({ question }) => question !== undefined) ?? stage.measures[0]
    return stage.measures.map(({ key, title, categories }) => {
      const measureKeys = { stage: stage.key, measure: key }
      const standard =
        key === first?.key ? { percent: gatePercent, recall: DEFAULT_RECALL, kappa: DEFAULT_KAPPA } : NO_BAR
      return {
        ...measureKeys,
        title,
        stageTitle: stage.title,
        categories,
        bar: gateBars[questionKey(measureKeys)] ?? standard,
      }
    })
  })
}

/** A person before the gate. `left`: calibration tasks that could still be given to them. */
export interface GateFacts {
  done: number
  left: number
  waived: boolean
  /** The questions that the gate holds, as the person answered them. */
  judged: readonly Pick<JudgedQuestion, 'units' | 'percent' | 'recall' | 'kappa'>[]
}

/** How many calibration tasks the gate asks of somebody: never more than there are for them. */
export const requiredTasks = (
  { gateTasks }: Pick<CalibrationSettings, 'gateTasks'>,
  { done, left }: GateFacts,
): number => Math.min(gateTasks, done + left)

/**
 * Where a person stands. Every question is held to its own bars; where no unit of any of them could be compared the gate
 * stays closed, and a manager decides.
 */
export function gateState(settings: Pick<CalibrationSettings, 'gateTasks'>, facts: GateFacts): GateState {
  const required = requiredTasks(settings, facts)
  if (required === 0) return 'off'
  if (facts.waived) return 'waived'
  if (facts.done < required) return 'todo'
  const compared = facts.judged.filter(({ units }) => units > 0)
  const isMissed = compared.some(({ percent, recall, kappa }) =>
    [percent, recall, kappa].some(({ met }) => met === false),
  )
  if (isMissed || (compared.length === 0 && facts.judged.length > 0)) return 'not_passed'
  return 'passed'
}

/** May somebody in this state take real work? */
export const isOpen = (state: GateState): boolean => state !== 'todo' && state !== 'not_passed'

export const GATE_TEXT: Record<GateState, string> = {
  off: 'No gate',
  todo: 'Under way',
  passed: 'Passed',
  not_passed: 'Not passed',
  waived: 'Waived',
}

/** How it works, for managers. */
export const RULES = [
  'Calibration tasks are copies of gold, served like any other task and without suggestions, only to people who have neither annotated nor read the item.',
  'A copy is never revealed, never becomes gold, and counts in no figure but those on this page and on the people page.',
  'Calibration compares a person’s answers with the newest gold of the original; a repetition compares them with the person’s own independent answers of round 1.',
  'The comparison goes unit by unit, by each of the protocol’s measures; entries of lists are aligned as in consolidation.',
  `Each question is held to its own bars: percent alike; recall, the share of the units of the rare value that were rated so; and Cohen’s kappa with gold. What somebody reaches on one question helps with no other. Of itself the first question of each stage has the percentage, a recall of ${DEFAULT_RECALL}% and a kappa of ${DEFAULT_KAPPA / 100}; the others have none.`,
  'The rare value is the one that gold gives least often among those it gives at least five times; all but the most frequent together where no other comes up so often. Where gold gives one value only, recall and kappa judge nobody: draw calibration tasks by label.',
  'Percent: units rated alike of all units that both rated. Kappa: Cohen’s, unweighted. Intervals: 95%, on the arcsine scale, from 2,000 bootstrap resamples of whole responses, seed 1. With fewer than 10 units only counts are shown.',
  'Which submissions come again follows from the task and the person by a fixed rule, so nobody chooses them; two never follow each other.',
] as const
