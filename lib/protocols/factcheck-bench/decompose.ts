/** Stage 1: each sentence on its own terms, and the claims it makes. */
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Stage } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { checkDecompose } from './decompose-check'
import { decomposeComparisons, decomposeMeasures } from './decompose-measures'
import { decomposeQuestions } from './decompose-questions'
import { decomposeRollUp } from './decompose-roll-up'
import { ITEM } from './fields'

export const decomposeStage: Stage = {
  key: 'decompose',
  title: 'Decompose into claims',
  raters: 2,
  consolidation: 'discussion',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [
    { kind: 'item', text: 'item' },
    { kind: 'sentence', text: 'sentence' },
    { kind: 'claim', text: 'claim' },
  ],
  questions: decomposeQuestions,
  measures: decomposeMeasures,
  comparisons: decomposeComparisons,
  measuredContent: [],
  units: (content, segments) => [
    { key: ITEM, kind: 'item', text: contentOf(content).prompt },
    ...segments.map((text, index) => ({ key: `s${index + 1}`, kind: 'sentence', text })),
  ],
  // The evidence names the claims that it was found for.
  shows: (content) => ({ ...contentOf(content), evidence: [] }),
  segmentedText: (content) => contentOf(content).response,
  resegments: 'sentence',
  check: checkDecompose,
  rollUp: (subject, answers) => decomposeRollUp(withMadeUnits(decomposeStage, subject, answers), answers),
}
