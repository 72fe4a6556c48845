/** What steps read of what earlier steps of the run made. */
import { listSeedsSchema } from '@/lib/protocols/made-units'
import type { StepInput } from '@/lib/protocols/prefill'
import type { Json, ListSeed, UnitDraft } from '@/lib/protocols/protocol'

/** The value proposed last; null where none was. */
export function proposed({ proposals }: Pick<StepInput, 'proposals'>, unit: string, question: string): Json {
  return proposals.findLast((each) => each.unit === unit && each.question === question)?.value ?? null
}

export const ofKind = ({ units }: Pick<StepInput, 'units'>, kind: string): UnitDraft[] =>
  units.filter((unit) => unit.kind === kind)

/** The sentence as it was proposed to stand on its own, else as it is; without outer blanks. */
export function sentenceText(input: StepInput, sentence: UnitDraft): string {
  const proposedText = proposed(input, sentence.key, 'decontext')
  return (typeof proposedText === 'string' ? proposedText : sentence.text).trim()
}

/** The claims proposed for a sentence. */
export function proposedClaims(input: StepInput, sentence: string): ListSeed[] {
  const checked = listSeedsSchema.safeParse(proposed(input, sentence, 'claims'))
  return checked.success ? checked.data : []
}
