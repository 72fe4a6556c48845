/** Stage 2: each claim against its evidence, with a verdict and, where it is false, a correction. */
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Stage } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { checkVerify } from './verify-check'
import { verifyComparisons, verifyMeasures } from './verify-measures'
import { verifyQuestions } from './verify-questions'
import { verifyRollUp } from './verify-roll-up'
import { verifyUnits } from './verify-units'

export const verifyStage: Stage = {
  key: 'verify',
  title: 'Verify and correct claims',
  raters: 2,
  consolidation: 'discussion',
  thirdRater: 'always',
  approval: 'automatic',
  unitKinds: [
    { kind: 'item', text: 'item' },
    { kind: 'sentence', text: 'sentence' },
    { kind: 'claim', text: 'claim', partsFirst: true },
    { kind: 'evidence', text: 'passage' },
    { kind: 'own-evidence', text: 'piece of own evidence' },
  ],
  questions: verifyQuestions,
  measures: verifyMeasures,
  comparisons: verifyComparisons,
  measuredContent: [],
  // What is judged of the evidence stands in the units.
  pageContent: (content) => ({ ...contentOf(content), evidence: [] }),
  units: (content, _, earlier) => verifyUnits(content, earlier.decompose),
  segmentedText: () => null,
  resegments: null,
  check: checkVerify,
  rollUp: (subject, answers) => verifyRollUp(withMadeUnits(verifyStage, subject, answers), answers),
}
