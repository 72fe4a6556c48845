/** Stage 2: each claim against its evidence, with a verdict and, where it is false, a correction. */
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Stage } from '@/lib/protocols/protocol'
import { choiceMeasure } from './fields'
import { stanceOptions } from './options'
import { isCheckedClaim } from './unit-data'
import { checkVerify } from './verify-check'
import { enoughOptions, verdictOptions } from './verify-options'
import { verifyQuestions } from './verify-questions'
import { verifyRollUp } from './verify-roll-up'
import { verifyUnits } from './verify-units'

const ofChecked = (_: unknown, unit: Parameters<typeof isCheckedClaim>[0]) => isCheckedClaim(unit)

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
    { kind: 'evidence', text: 'piece of evidence' },
    { kind: 'own-evidence', text: 'piece of own evidence' },
  ],
  questions: verifyQuestions,
  measures: [
    choiceMeasure({ key: 'stance', title: 'Stance', unit: 'evidence', options: stanceOptions }, 'piece of evidence'),
    choiceMeasure(
      { key: 'enough', title: 'Automatic evidence', unit: 'claim', options: enoughOptions },
      'claim',
      ofChecked,
    ),
    choiceMeasure({ key: 'verdict', title: 'Verdict', unit: 'claim', options: verdictOptions }, 'claim', ofChecked),
  ],
  measuredContent: [],
  units: (content, _, earlier) => verifyUnits(content, earlier.decompose),
  segmentedText: () => null,
  resegments: null,
  check: checkVerify,
  rollUp: (subject, answers) => verifyRollUp(withMadeUnits(verifyStage, subject, answers), answers),
}
