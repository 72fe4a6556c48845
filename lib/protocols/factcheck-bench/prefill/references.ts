import { z } from 'zod'
import type { PrefillStep, Proposal, StepInput } from '@/lib/protocols/prefill'
import { type ClaimWithPassages, stanceOf } from './claim-evidence'
import { falseClaims } from './correction'
import { proposed } from './step-input'
import { reliedOn } from './verdict'

const SCORE = 0.5

/** Which passages the correction of a claim rests on, where the step before has not said so. */
export const referencesStep: PrefillStep = {
  key: 'references',
  title: 'Evidence relied on',
  summary:
    'Proposes for each claim with the verdict false the passages that refute it. What came with a correction stays.',
  stage: 'verify',
  methods: ['rules'],
  uses: [],
  after: ['verdict'],
  parameters: z.object({}),
  prompts: [],
  run: async (input) => {
    const missing = falseClaims(input).filter(({ claim }) => proposed(input, claim.key, 'references') === null)
    const proposals = missing.flatMap((each) => referencesFor(input, each))
    return { proposals, note: { claims: missing.length, answered: proposals.length } }
  },
}

/** Those that refute; else those that the verdict rests on. */
function referencesFor(input: StepInput, { claim, passages }: ClaimWithPassages): Proposal[] {
  const refuting = passages.filter((passage) => stanceOf(input, passage) === 'refute').map(({ key }) => key)
  const relied = reliedOn(input, claim.key).filter((key) => passages.some((passage) => passage.key === key))
  const value = refuting.length > 0 ? refuting : relied
  if (value.length === 0) return []
  const rationale = refuting.length > 0 ? 'These passages refute the claim.' : 'The verdict rests on these passages.'
  return [{ unit: claim.key, question: 'references', value, score: SCORE, rationale }]
}
