import { listSeedsSchema, seedOrigin } from '@/lib/protocols/made-units'
import type { Answers, Json, Stage, Subject } from '@/lib/protocols/protocol'
import type { FrozenSuggestion } from './frozen-task'

/**
 * What a machine would have answered: the first suggestion to each question, lists with the entries they propose, under keys
 * that name the suggestion and the entry's place.
 */
export function suggestedAnswers(stage: Stage, subject: Subject, suggestions: readonly FrozenSuggestion[]): Answers {
  const kinds = new Map(subject.units.map(({ key, kind }) => [key, kind]))
  const answers: Answers = {}
  for (const { id, unit, question, value } of suggestions) {
    const asked = stage.questions.find((each) => each.key === question && each.unit === kinds.get(unit))
    if (!asked || answers[unit]?.[question] !== undefined) continue
    const listed = asked.list ? proposed(id, value) : null
    if (asked.list && !listed) continue
    answers[unit] = { ...answers[unit], [question]: listed ? listed.entries : value }
    Object.assign(answers, listed?.answers)
  }
  return answers
}

function proposed(id: string, value: Json): { entries: Json; answers: Answers } | null {
  const seeds = listSeedsSchema.safeParse(value)
  if (!seeds.success || seeds.data.length === 0) return null
  const keys = seeds.data.map((_, index) => seedOrigin(id, index))
  return {
    entries: keys.map((key) => ({ key, made: 'suggested', from: [] })),
    answers: Object.fromEntries(seeds.data.map(({ values }, index) => [keys[index] ?? '', values])),
  }
}
