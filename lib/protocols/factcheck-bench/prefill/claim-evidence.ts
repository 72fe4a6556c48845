/** The claims to be verified with their passages, and what was proposed of them so far. */

import { claimPart } from '@/lib/protocols/factcheck-bench/claim-parts'
import { correctionHint, type Hint } from '@/lib/protocols/factcheck-bench/hints'
import { isCheckedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import type { StepInput } from '@/lib/protocols/prefill'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { proposed } from './step-input'

export interface ClaimWithPassages {
  claim: UnitDraft
  passages: UnitDraft[]
}

export function checkedClaims({ units }: Pick<StepInput, 'units'>): ClaimWithPassages[] {
  return units.filter(isCheckedClaim).map((claim) => ({
    claim,
    passages: units.filter(
      ({ kind, parent, text }) => kind === 'evidence' && parent === claim.key && text.trim() !== '',
    ),
  }))
}

/** The stance proposed for a passage; null while there is none. */
export function stanceOf(input: StepInput, passage: UnitDraft): string | null {
  const stance = proposed(input, passage.key, 'stance')
  return typeof stance === 'string' ? stance : null
}

/** What the guideline's rules of correction say of the stances proposed. */
export function hintOf(input: StepInput, { claim, passages }: ClaimWithPassages): Hint {
  const judged = passages.map((passage) => {
    const reliable = proposed(input, passage.key, 'reliable')
    return {
      stance: stanceOf(input, passage),
      reliable: typeof reliable === 'string' ? reliable : null,
      part: claimPart(claim.text, passage.text),
    }
  })
  return correctionHint(judged, claimPart(claim.text, claim.text))
}

/** The passages that numbers name, each once; numbers that name none are left out. */
export function named(passages: readonly UnitDraft[], numbers: readonly number[]): UnitDraft[] {
  return [...new Set(numbers)].flatMap((number) => passages[number - 1] ?? [])
}
