/** The one place where labels of several vocabularies are laid on each other. */
import { withoutEnding } from '@/lib/text/without-ending'
import { type MachineLabel, machineLabels } from './content'
import { type Reason, type Verdict, verdicts } from './options'

/** The published scores know two labels: what is not supported is unsupported (VeriScore 3.3). */
export const twoLabels = ['supported', 'unsupported'] as const
export type TwoLabel = (typeof twoLabels)[number]

/** The five outcomes that annotators tell apart, inconclusive by its reason; the paper's Table 2. */
export const outcomes = [
  'supported',
  'contradicted',
  'inconclusive_a',
  'inconclusive_b',
  'inconclusive_c',
  'inconclusive',
] as const
export type Outcome = (typeof outcomes)[number]

/** Three labels, or what a machine says, as two. */
export const twoLabelOf = (label: Verdict | MachineLabel): TwoLabel =>
  label === 'supported' ? 'supported' : 'unsupported'

/** An outcome as one of three labels. */
export const verdictOf = (outcome: Outcome): Verdict =>
  outcome === 'supported' || outcome === 'contradicted' ? outcome : 'inconclusive'

/** A verdict with its reason, where it has one. */
export const outcomeOf = (verdict: Verdict, why: Reason | null): Outcome =>
  verdict === 'inconclusive' && why !== null ? `inconclusive_${why}` : verdict

export const isVerdict = (value: unknown): value is Verdict => verdicts.some((each) => each === value)

const WORDS: readonly [MachineLabel, RegExp][] = [
  ['unsupported', /\b(?:unsupported|not(?: \w+)? supported|(?:does|do) not support)\b/g],
  ['supported', /\bsupport(?:s|ed)?\b/g],
  ['contradicted', /\b(?:contradict(?:s|ed)?|refute[sd]?)\b/g],
  ['inconclusive', /\binconclusive\b/g],
]

/**
 * The label that a verifier's text gives: a word with or without a full stop and number signs, or a sentence that holds
 * exactly one of the words. null for blanks, `error`, and texts that hold several or none.
 */
export function machineLabelIn(text: string): MachineLabel | null {
  let rest = text.toLowerCase().replaceAll('#', ' ')
  const found: MachineLabel[] = []
  for (const [label, pattern] of WORDS) {
    const without = rest.replace(pattern, ' ')
    if (without !== rest) found.push(label)
    rest = without
  }
  const [only, ...others] = found
  return only !== undefined && others.length === 0 ? only : null
}

/** A label as people's files spell it: "Supported.", "supported", "SUPPORTED". null for any other word. */
export function humanLabelIn(text: string): MachineLabel | null {
  const word = withoutEnding(text.trim(), '.').toLowerCase()
  return machineLabels.find((label) => label === word) ?? null
}

/** A verdict as the few-shot examples spell it. */
export const spelledVerdict = (verdict: Verdict): string => `${verdict[0]?.toUpperCase()}${verdict.slice(1)}.`
