/** Which method's lists of claims people prefer. */
import { ratioFigure } from '@/lib/protocols/evaluating/means'
import { byMethod, numberIn, votesTask } from '@/lib/protocols/evaluating/votes'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { contentOf } from '@/lib/protocols/veriscore-preference/content'
import { chooseStage } from '@/lib/protocols/veriscore-preference/work'

const preference = votesTask({
  head: {
    key: 'preference',
    title: 'Human preference of lists',
    summary: 'The methods of the lists, by the votes of the gold.',
    source: {
      paper: 'VeriScore: Evaluating the factuality of verifiable claims in long-form text generation',
      section: '3.1, Figure 5',
    },
    stage: chooseStage.key,
    strata: [{ key: 'domain', title: 'Domain' }],
  },
  description: 'Share of the votes for each method. Where nobody could choose, the vote is for none.',
  votes: ({ content, stages }) => {
    const { units = [], votes = [] } = stages[chooseStage.key] ?? {}
    const tally = chooseStage.tally?.({ content, units }, votes)
    if (!tally) return null
    const methods = byMethod(tally).map(([method, own]) => ({
      method,
      votes: numberIn(own, 'votes'),
      own: [numberIn(own, 'strong'), numberIn(own, 'slight')],
    }))
    return { total: numberIn(tally, 'votes'), methods, strata: { domain: contentOf(content).domain ?? 'not stated' } }
  },
  sums: 2,
  more: [
    ratioFigure({ key: 'strong', title: 'Chosen easily', form: 'share', better: 'high' }, 2, 0),
    ratioFigure({ key: 'slight', title: 'Chosen hesitantly', form: 'share', better: null }, 3, 0),
  ],
})

export const veriscorePreferenceEvaluations: readonly EvaluationTask[] = [preference]
