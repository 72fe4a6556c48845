/** Stage 3: the corrected claims back into sentences, and the sentences into the revised response. */
import type { Stage } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { checkMerge } from './merge-check'
import { mergeComparisons, mergeMeasures } from './merge-measures'
import { mergeQuestions } from './merge-questions'
import { mergeRollUp } from './merge-roll-up'
import { mergeUnits } from './merge-units'

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
  measures: mergeMeasures,
  comparisons: mergeComparisons,
  measuredContent: [],
  // What is judged of the evidence stands in the units.
  pageContent: (content) => ({ ...contentOf(content), evidence: [] }),
  units: (content, _, earlier) => mergeUnits(content, earlier.verify),
  segmentedText: () => null,
  resegments: null,
  check: checkMerge,
  rollUp: mergeRollUp,
}
