/** Which method's revisions people prefer. */
import { quotientFormula } from '@/lib/protocols/evaluating/formulas'
import { byMethod, numberIn, votesTask } from '@/lib/protocols/evaluating/votes'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { preferStage } from '@/lib/protocols/factcheck-bench-revision/work'

const preference = votesTask({
  head: {
    key: 'preference',
    title: 'Human preference of revisions',
    summary: 'The methods of the revisions, by the votes of the gold.',
    source: {
      paper: 'Factcheck-Bench: Fine-Grained Evaluation Benchmark for Automatic Fact-checkers',
      section: '4.4, Table 6',
    },
    stage: preferStage.key,
    strata: [],
  },
  description:
    'A vote for several revisions that say the same counts for each of them, as in Table 6; its share is divided between them.',
  votes: ({ content, stages }) => {
    const { units = [], votes = [] } = stages[preferStage.key] ?? {}
    const tally = preferStage.tally?.({ content, units }, votes)
    if (!tally) return null
    const methods = byMethod(tally).map(([method, own]) => ({
      method,
      votes: numberIn(own, 'shares'),
      own: [numberIn(own, 'chosen')],
    }))
    return { total: numberIn(tally, 'votes'), methods, strata: {} }
  },
  sums: 1,
  more: [
    {
      key: 'chosen',
      title: 'Times chosen, ties in full',
      form: 'number',
      better: 'high',
      of: (totals) => ({ value: totals[2] ?? 0 }),
      formula: quotientFormula([2]),
    },
  ],
})

export const factcheckBenchRevisionEvaluations: readonly EvaluationTask[] = [preference]
