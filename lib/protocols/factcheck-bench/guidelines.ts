/** The guidelines a new Factcheck-Bench project starts with; managers edit their own copy. */

import { mergeGuidelines } from './guidelines-merge'
import { correctionGuidelines, decomposeGuidelines, evidenceGuidelines } from './guidelines-stages'

const introduction = `# Checking a response claim by claim

You take apart what a language model answered, check every claim against evidence, correct what is false, and put the
response together again. This happens in three stages. In each of them two people work without seeing each other's
answers and then agree on one result, with which the next stage begins. In the second stage a third person joins every
time you compare; in the others, when you cannot agree.`

const doubt = `## When in doubt

Choose the answer that you would defend in front of your partner. If an item cannot be checked at all, it can be
discarded with a reason when you compare; that is a result as well. Do not talk about an open item before both of you
have submitted.
`

export const guidelines = [
  introduction,
  decomposeGuidelines,
  evidenceGuidelines,
  correctionGuidelines,
  mergeGuidelines,
  doubt,
].join('\n\n')
