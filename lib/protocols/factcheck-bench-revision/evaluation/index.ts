/** Which method's revisions people prefer. */
import { sumFigure } from '@/lib/protocols/evaluating/means'
import { preferenceTask } from '@/lib/protocols/evaluating/votes'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { preferStage } from '@/lib/protocols/factcheck-bench-revision/work'

const preference = preferenceTask({
  head: {
    title: 'Human preference of revisions',
    summary: 'The methods of the revisions, by the votes of the gold.',
    source: {
      paper: 'Factcheck-Bench: Fine-Grained Evaluation Benchmark for Automatic Fact-checkers',
      section: '4.4, Table 6',
    },
    strata: [],
  },
  description:
    'A vote for several revisions that say the same counts for each of them, as in Table 6; its share is divided between them.',
  stage: preferStage,
  fields: ['shares', 'chosen'],
  more: [sumFigure({ key: 'chosen', title: 'Times chosen, ties in full', form: 'number', better: 'high' }, 2)],
})

export const factcheckBenchRevisionEvaluations: readonly EvaluationTask[] = [preference]
