/** How the influence of suggestions is counted and said in words: the same sentences for the page and the API. */
import { METHOD_WORDS } from '@/lib/quality/agreement/rules'
import { FEWEST_RESAMPLED, INTERVAL_METHOD } from '@/lib/stats/interval-limits'
import {
  CONFIDENCE,
  type Difference,
  FEW_ITEMS,
  type LabelArm,
  MIN_ITEMS,
  RESAMPLES,
  SEED,
  type Side,
} from './contract'

/** How the figures are made. */
export const RULES: readonly string[] = [
  'Counted are answers that annotators submitted in round 1, independently, of tasks whose annotators have all submitted, where there is a suggestion for the very question. Imported work does not count; answers kept from questions that no longer arise count as given. The unit is the label: one annotator’s answer to one question about one unit; every label counts the same.',
  'Arms: “shown” had the suggestion in sight; “hidden” got it only after answering, and the answer counted is the one that stood when it was given; “none” was never given it; “before” was written before there was a suggestion.',
  'The estimand is the difference, between labels made with the suggestion in sight and labels made without (hidden and none), in the share that says exactly what the suggestion says; for choices also in the share of each value. Of several suggestions for a question the one with the highest score counts, unless a run is chosen.',
  'Where the policy is “randomised”, chance chose the arm of each annotation for each question, so a difference is the average effect of showing the suggestion, on these items, annotators, guidelines and this model. It says nothing about other models or about single annotators, and not whether the labels became better or worse. If the shares were changed on the way, early and late work weigh differently in the arms.',
  'Questions draw their arms separately, so the suggestion for one may give away what another withholds (a reason for an error tells that the model found one). Where questions imply each other, that makes the differences smaller than they would be; withhold them together to avoid it.',
  'Where a manager chose the arm, the figures are marked “not randomised”: annotators, items and times may differ between the arms, so nothing shows that the suggestion caused a difference.',
  `Intervals: ${CONFIDENCE * 100}% ${METHOD_WORDS[INTERVAL_METHOD]} from ${RESAMPLES.toLocaleString('en')} bootstrap resamples of whole items, since labels of one item resemble each other; seed ${SEED}. Resamples in which a side has no labels are left out and counted. Each interval stands for itself: among many questions, some lie beside zero by chance.`,
  `With fewer than ${MIN_ITEMS} items on either side only counts are shown; with fewer than ${FEW_ITEMS} the intervals tend to be too narrow.`,
  'The shift is the total variation distance between the two distributions of values: half the sum of the absolute differences of their shares. It is never below zero, and above zero even without any influence; about what chance alone would make of it stands beside it.',
  'By correctness: whether the suggestion says what gold says, gold without the annotator’s own answer: what a third person settled stays, everything else is what more than half of the other annotators chose. Labels of which no such gold is left are in neither part. Where wrong suggestions are followed more often when they are shown, that is automation bias; where right ones are followed less, aversion. Gold is made after labels: where others saw the same suggestion, it leans towards it, and so calls some wrong suggestions right.',
  'Time is the active time of the whole task as the workbench reports it, pauses of a minute and more left out: the median over annotations. A task has many questions, whose arms are drawn separately; under each arm stand all annotations that were in it for this question, whatever their arms for other questions.',
]

export const ARM_TEXT: Readonly<Record<LabelArm, string>> = {
  shown: 'Shown',
  hidden: 'Hidden until answered',
  none: 'None',
  before: 'Before there was one',
}

/** Why there is no difference, in a sentence; null when there can be one. */
export function whyUndefined(shownSide: Side, without: Side): string | null {
  if (shownSide.items + without.items === 0)
    return 'Undefined: no label has been submitted and revealed where there is a suggestion.'
  if (shownSide.items === 0) return 'Undefined: no label was made with the suggestion in sight.'
  if (without.items === 0)
    return 'Undefined: no label was made without the suggestion in sight. Randomise the question under Policies to have some.'
  const few = Math.min(shownSide.items, without.items)
  if (few < MIN_ITEMS) return `Too few items on one side (${few} of at least ${MIN_ITEMS}): counts only.`
  return null
}

const points = (share: number) => (Math.abs(share) * 100).toFixed(1)
const signed = (share: number) => `${share < 0 && points(share) !== '0.0' ? '−' : ''}${points(share)}`

/** What the difference in agreement says. */
export function effectWords({ value, low, high, words }: Difference, causal: boolean): string {
  if (value === null) return words ?? 'Undefined.'
  if (low === null || high === null)
    return `Too few items to say how sure the difference is: there is no interval from fewer than ${FEWEST_RESAMPLED}.`
  const direction = value < 0 ? 'less' : 'more'
  const found = `Labels made with the suggestion in sight said the same as it ${points(value)} percentage points ${direction} often than labels made without (${CONFIDENCE * 100}% interval ${signed(low)} to ${signed(high)}).`
  if (!causal) return `${found} Not randomised: no causal reading.`
  if (low > 0) return `${found} Showing it drew labels towards it.`
  if (high < 0) return `${found} Showing it drew labels away from it.`
  return `${found} That is compatible with no effect, and with any within the interval.`
}

/** What the difference says where gold says that the suggestion is right or wrong. */
export function splitWords(
  suggestion: 'right' | 'wrong',
  { value, low, high, words }: Difference,
  causal: boolean,
): string {
  if (value === null || low === null || high === null) return words ?? 'Undefined.'
  const isBias = suggestion === 'wrong' && low > 0
  const isAversion = suggestion === 'right' && high < 0
  if (!causal) return 'Not randomised: no causal reading.'
  if (isBias) return 'Automation bias: labels followed suggestions that were wrong.'
  if (isAversion) return 'Aversion: labels turned away from suggestions that were right.'
  if (low > 0) return 'Suggestions that were right drew labels towards them.'
  if (high < 0) return 'Labels turned away from suggestions that were wrong.'
  return 'Compatible with no effect, and with any within the interval.'
}

/** What a reader has to keep in mind. */
export function warningsOf(
  { causal, shown, without }: { causal: boolean; shown: { items: number }; without: { items: number } },
  isDefined: boolean,
): string[] {
  const few = Math.min(shown.items, without.items)
  return [
    ...(causal
      ? []
      : ['Not randomised: no causal reading. Randomise the question under Policies to measure the effect.']),
    ...(isDefined && few < FEW_ITEMS ? [`Only ${few} items on one side: the intervals tend to be too narrow.`] : []),
  ]
}
