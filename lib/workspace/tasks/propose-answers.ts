/** Answers turned into what may be proposed: what a file or earlier gold says, for people to accept or not. */
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, Json, Stage, UnitDraft } from '@/lib/protocols/protocol'

export interface Proposal {
  unit: string
  question: string
  value: Json
}

/**
 * One proposal an answered question of the task's own units. A list proposes its entries with what was answered about
 * them, without lists in them; references are proposed as far as they name own units.
 */
export function proposeAnswers(stage: Stage, units: readonly UnitDraft[], answers: Answers): Proposal[] {
  const unitKeys = new Set(units.map(({ key }) => key))
  return units.flatMap((unit) =>
    stage.questions
      .filter((question) => question.unit === unit.kind)
      .flatMap(({ key: question, form }) => {
        const value = proposed(form, answers[unit.key]?.[question] ?? null, { stage, own: unitKeys, answers })
        return value === null ? [] : [{ unit: unit.key, question, value }]
      }),
  )
}

function proposed(
  form: string,
  value: Json,
  { stage, own, answers }: { stage: Stage; own: ReadonlySet<string>; answers: Answers },
): Json {
  if (form === 'list') {
    const seeds = entriesOf(value).map(({ key }): Json => ({ values: given(stage, answers[key] ?? {}) }))
    return seeds.length > 0 ? seeds : null
  }
  if (form !== 'references' || !Array.isArray(value)) return value
  const ownReferences = value.filter((each) => typeof each === 'string' && own.has(each))
  return ownReferences.length > 0 ? ownReferences : null
}

/** What can be proposed about an entry: not the lists that it holds itself. */
function given({ questions }: Stage, values: Record<string, Json>): Record<string, Json> {
  const lists = new Set(questions.flatMap(({ key, list }) => (list ? [key] : [])))
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== null && !lists.has(key)))
}
