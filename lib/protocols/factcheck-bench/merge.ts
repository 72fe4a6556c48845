/** Stage 3: the corrected claims back into sentences, and the sentences into the revised response. */
import type { Stage } from '@/lib/protocols/protocol'
import { choiceMeasure } from './fields'
import { checkMerge } from './merge-check'
import { mergeQuestions } from './merge-questions'
import { mergeRollUp } from './merge-roll-up'
import { mergeUnits } from './merge-units'
import { fateOptions } from './verify-options'

export const mergeStage: Stage = {
  key: 'merge',
  title: 'Merge into the revised response',
  raters: 2,
  consolidation: 'discussion',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [
    { kind: 'item', text: 'item' },
    { kind: 'sentence', text: 'sentence' },
  ],
  questions: mergeQuestions,
  measures: [
    choiceMeasure({ key: 'fate', title: 'Keep or delete', unit: 'sentence', options: fateOptions }, 'sentence'),
  ],
  measuredContent: [],
  units: (content, _, earlier) => mergeUnits(content, earlier.verify),
  segmentedText: () => null,
  resegments: null,
  check: checkMerge,
  rollUp: mergeRollUp,
}
