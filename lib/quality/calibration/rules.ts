/** What the gate says of a person, and how calibration is told. Pure. */
import type { CalibrationSettings, GateState } from './contract'

export const DEFAULTS: CalibrationSettings = { gateTasks: 0, gatePercent: 70, repeatPercent: 0, repeatAfterDays: 7 }

/** A person before the gate. `left`: calibration tasks that could still be given to them. */
export interface GateFacts {
  done: number
  left: number
  waived: boolean
  pooled: { alike: number; units: number }
}

/** How many calibration tasks the gate asks of somebody: never more than there are for them. */
export const requiredTasks = (
  { gateTasks }: Pick<CalibrationSettings, 'gateTasks'>,
  { done, left }: GateFacts,
): number => Math.min(gateTasks, done + left)

/**
 * Where a person stands. The bar is held against whole numbers, so that no rounding opens or closes the gate; where no
 * unit could be compared it stays closed, and a manager decides.
 */
export function gateState(
  settings: Pick<CalibrationSettings, 'gateTasks' | 'gatePercent'>,
  facts: GateFacts,
): GateState {
  const required = requiredTasks(settings, facts)
  if (required === 0) return 'off'
  if (facts.waived) return 'waived'
  if (facts.done < required) return 'todo'
  const { alike, units } = facts.pooled
  return units > 0 && alike * 100 >= settings.gatePercent * units ? 'passed' : 'not_passed'
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
  'Compared is, unit by unit, what each of the protocol’s measures says; entries of lists are laid side by side as consolidation does.',
  'Percent: units rated alike of all units that both rated. Kappa: Cohen’s, unweighted. Intervals: 95% percentile, from 2,000 bootstrap resamples of whole responses, seed 1. With fewer than 10 units only counts are shown.',
  'Which submissions come again follows from the task and the person by a fixed rule, so nobody chooses them; two never follow each other.',
] as const
