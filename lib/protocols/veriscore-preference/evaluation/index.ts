/** Which method's lists of claims people prefer. */
import { ratioFigure } from '@/lib/protocols/evaluating/means'
import { preferenceTask } from '@/lib/protocols/evaluating/votes'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { contentOf } from '@/lib/protocols/veriscore-preference/content'
import { chooseStage } from '@/lib/protocols/veriscore-preference/work'

const preference = preferenceTask({
  head: {
    title: 'Human preference of lists',
    summary: 'The methods of the lists, by the votes of the gold.',
    source: {
      paper: 'VeriScore: Evaluating the factuality of verifiable claims in long-form text generation',
      section: '3.1, Figure 5',
    },
    strata: [{ key: 'domain', title: 'Domain' }],
  },
  description: 'Share of the votes for each method. Where nobody could choose, the vote is for none.',
  stage: chooseStage,
  fields: ['votes', 'strong', 'slight'],
  strataOf: (content) => ({ domain: contentOf(content).domain ?? 'not stated' }),
  more: [
    ratioFigure({ key: 'strong', title: 'Chosen easily', form: 'share', better: 'high' }, 2, 0),
    ratioFigure({ key: 'slight', title: 'Chosen hesitantly', form: 'share', better: null }, 3, 0),
  ],
})

export const veriscorePreferenceEvaluations: readonly EvaluationTask[] = [preference]
