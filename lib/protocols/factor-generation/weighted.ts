import type { GroupCounts } from './count-judgements'
import type { Judgement } from './labels'

type Counted = Pick<GroupCounts, 'group' | 'rightShare' | 'counts'>

/**
 * Of one model: the share of pairs it is right about, then its shares of neutral, true and false texts and its accuracy,
 * each the mean of its two groups weighted by that share (FACTOR 6). null where something is missing for it.
 */
export function weighted(rows: readonly Counted[]): (number | null)[] {
  const shares = new Set(rows.flatMap(({ rightShare }) => (rightShare === null ? [] : [rightShare])))
  const [rightShare = null] = shares.size === 1 ? shares : []
  const mean = (part: readonly Judgement[], whole: readonly Judgement[]) => {
    const right = shareOf(rows, 'right', part, whole)
    const wrong = shareOf(rows, 'wrong', part, whole)
    return rightShare === null || right === null || wrong === null
      ? null
      : rightShare * right + (1 - rightShare) * wrong
  }
  const countedJudgements: readonly Judgement[] = ['neutral', 'true', 'false']
  return [
    rightShare,
    ...countedJudgements.map((judgement) => mean([judgement], countedJudgements)),
    mean(['true'], ['true', 'false']),
  ]
}

function shareOf(
  rows: readonly Counted[],
  group: GroupCounts['group'],
  part: readonly Judgement[],
  whole: readonly Judgement[],
): number | null {
  const groupRows = rows.filter((row) => row.group === group)
  const sum = (values: readonly Judgement[]) =>
    groupRows.reduce((total, { counts }) => total + values.reduce((each, value) => each + (counts[value] ?? 0), 0), 0)
  return sum(whole) === 0 ? null : sum(part) / sum(whole)
}
