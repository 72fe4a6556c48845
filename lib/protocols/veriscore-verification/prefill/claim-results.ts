/** What steps work on: the claim, its results, and what earlier steps proposed. */
import type { StepInput } from '@/lib/protocols/prefill'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { contentOf } from '@/lib/protocols/veriscore-verification/content'
import { resultsOf } from '@/lib/protocols/veriscore-verification/fields'
import { resultDataOf } from '@/lib/protocols/veriscore-verification/units'

export interface ClaimWithResults {
  claim: string
  results: UnitDraft[]
}

export const claimWithResults = (input: Pick<StepInput, 'content' | 'units'>): ClaimWithResults => ({
  claim: contentOf(input.content).claim,
  results: resultsOf(input),
})

/** Title and snippet in one line. */
export function resultText(unit: UnitDraft): string {
  const { title } = resultDataOf(unit)
  const texts = title === unit.text ? [unit.text] : [title, unit.text]
  return texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(': ')
}

/** The results as a model is given them: numbered, one a line. */
export const numberedResults = (results: readonly UnitDraft[]): string =>
  results.length === 0
    ? '(The search found nothing.)'
    : results.map((unit, index) => `${index + 1}. ${resultText(unit)}`).join('\n')

/** The stance proposed last for a result; null where none was. */
export function proposedStance({ proposals }: Pick<StepInput, 'proposals'>, unit: string): string | null {
  const value = proposals.findLast((each) => each.unit === unit && each.question === 'stance')?.value
  return typeof value === 'string' ? value : null
}
