/** VeriScore's verification by people: is a claim supported by what searching for it finds? */
import type { Protocol } from '@/lib/protocols/protocol'
import { composition } from './composition'
import { verificationContent } from './content'
import { formats } from './formats'
import { exportFormats } from './formats/exports'
import { guidelines } from './guidelines'
import { linter } from './lint'
import { discardReasons } from './options'
import { itemLabel, rollUps } from './roll-ups'
import { veriscoreVerificationWork } from './work'

export const veriscoreVerification: Protocol = {
  ...veriscoreVerificationWork,
  version: 1,
  title: 'VeriScore: claim verification',
  summary: 'Say of each search result whether it supports or contradicts a claim, and whether the claim is supported.',
  source: {
    paper: 'VERISCORE: Evaluating the factuality of verifiable claims in long-form text generation',
    section: '3.3, appendices B and E',
  },
  content: verificationContent,
  identifiedBy: ['claim', 'results', 'question', 'response', 'sentence', 'model', 'place'],
  composition,
  rollUps,
  itemLabel,
  linter,
  formats,
  exports: exportFormats,
  discardReasons,
  guidelines,
}
