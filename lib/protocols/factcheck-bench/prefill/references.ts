import { z } from 'zod'
import type { PrefillStep, Proposal, StepInput } from '@/lib/protocols/prefill'
import { type ClaimWithPassages, checkedClaims, stanceOf } from './claim-evidence'
import { falseClaims } from './correction'
import { proposed } from './step-input'
import { reliedOn } from './verdict'

const SCORE = 0.5

/** What a verdict leads to by itself: on which passages a correction rests, and that a claim nothing refutes is kept. */
export const referencesStep: PrefillStep = {
  key: 'references',
  title: 'What follows from the verdict',
  summary:
    'For each false claim whose correction names no passages, proposes those that refute it; for claims without enough evidence, proposes to keep them.',
  stage: 'verify',
  methods: ['rules'],
  uses: [],
  after: ['verdict'],
  parameters: z.object({}),
  prompts: [],
  run: async (input) => {
    const missing = falseClaims(input).filter(({ claim }) => proposed(input, claim.key, 'references') === null)
    const references = missing.flatMap((each) => referencesFor(input, each))
    return {
      proposals: [...references, ...keptClaims(input)],
      note: { claims: missing.length, answered: references.length },
    }
  },
}

/** A claim without enough evidence is kept unless something speaks against it, and then the verdict would be another. */
const keptClaims = (input: StepInput): Proposal[] =>
  checkedClaims(input)
    .filter(({ claim }) => proposed(input, claim.key, 'verdict') === 'not_enough_evidence')
    .map(({ claim }) => ({
      unit: claim.key,
      question: 'unverified',
      value: 'keep',
      score: SCORE,
      rationale: 'Nothing found speaks against the claim.',
    }))

/** Those that refute; else those that the verdict rests on. */
function referencesFor(input: StepInput, { claim, passages }: ClaimWithPassages): Proposal[] {
  const refuting = passages.filter((passage) => stanceOf(input, passage) === 'refute').map(({ key }) => key)
  const relied = reliedOn(input, claim.key).filter((key) => passages.some((passage) => passage.key === key))
  const value = refuting.length > 0 ? refuting : relied
  if (value.length === 0) return []
  const rationale = refuting.length > 0 ? 'These passages refute the claim.' : 'The verdict rests on these passages.'
  return [{ unit: claim.key, question: 'references', value, score: SCORE, rationale }]
}
