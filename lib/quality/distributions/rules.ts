/** How label distributions are told. Pure. */
import { PAGE_UNITS } from './contract'

export const RULES = [
  'Counted are the independent ratings of round 1 of tasks whose annotators have all submitted; of what was discarded, none. Who could answer: everybody whose annotation of the task counts; fewer ratings than that mean that the question was not asked of all, or left blank.',
  'Entropy is that of the shares, in bits: 0 where all ratings are the same, 1 where two values were given equally often.',
  'Majority: the value that more than half of the ratings give. Dawid-Skene: the probability of each value where every annotator has error rates of their own for each value (Dawid & Skene 1979), by expectation-maximisation from the shares. MACE: where annotators either know or give a value by habit (Hovy et al. 2013), by variational Bayes with the authors’ priors, from annotators who know half of the time.',
  'The ceiling: each annotator against what more than half of the others say of the same unit (with two annotators, against the partner), which is about what a system scored on this gold can be expected to reach. Kappa is Cohen’s; intervals resample whole responses and hold for these annotators, not for others.',
  'Both models know nothing but the ratings: they trust those who agree with most others, are uncertain with few annotators, and treat units as independent. They are second opinions and never become gold.',
] as const

/** Where a page stands: "51 to 100 of 1,204". */
export function pageWords({ page, total }: { page: number; total: number }): string {
  if (total === 0) return 'No units'
  const first = (page - 1) * PAGE_UNITS + 1
  const last = Math.min(total, page * PAGE_UNITS)
  return `${first.toLocaleString('en')} to ${last.toLocaleString('en')} of ${total.toLocaleString('en')} units`
}
