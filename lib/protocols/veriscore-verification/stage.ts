/** The one stage: each search result, then the claim. */
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Stage } from '@/lib/protocols/protocol'
import { checkVerification } from './check'
import { contentOf } from './content'
import { VERIFY } from './fields'
import { comparisons, measures } from './measures'
import { questions } from './questions'
import { rollUp } from './roll-up'
import { verificationUnits } from './units'

export const verifyStage: Stage = {
  key: VERIFY,
  title: 'Verify claims',
  raters: 3,
  // 50 of the paper's 320 claims had three raters.
  coverage: 16,
  consolidation: 'majority',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [
    { kind: 'item', text: 'claim', partsFirst: true },
    { kind: 'result', text: 'search result' },
    { kind: 'part', text: 'part' },
  ],
  questions,
  measures,
  comparisons,
  measuredContent: [],
  units: verificationUnits,
  // What a machine said of the claim reaches annotators as a suggestion or not at all.
  shows: (content) => ({ ...contentOf(content), machineLabel: null }),
  // The results stand in the units.
  pageContent: (content) => ({ ...contentOf(content), results: [] }),
  segmentedText: () => null,
  resegments: null,
  check: checkVerification,
  rollUp: (subject, answers) => rollUp(withMadeUnits(verifyStage, subject, answers), answers),
}
