/** Answers under other unit keys: listed units are drawn anew for a person, or move along with the unit they belong to. */
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, Json, Stage } from '@/lib/protocols/protocol'

/** The answers with every unit key exchanged: of the unit itself, of entries and what they come from, of references. */
export function renameUnits(stage: Stage, answers: Answers, renamed: ReadonlyMap<string, string>): Answers {
  const nameOf = (key: string) => renamed.get(key) ?? key
  return Object.fromEntries(
    Object.entries(answers).map(([unit, values]) => [
      nameOf(unit),
      Object.fromEntries(
        Object.entries(values).map(([question, value]) => [question, renameValue(stage, question, value, renamed)]),
      ),
    ]),
  )
}

/** One question's value with the unit keys in it exchanged; values that name no units stay as they are. */
export function renameValue(stage: Stage, question: string, value: Json, renamed: ReadonlyMap<string, string>): Json {
  const nameOf = (key: string) => renamed.get(key) ?? key
  const form = stage.questions.find(({ key }) => key === question)?.form
  if (form === 'list')
    return entriesOf(value).map(({ key, made, from }): Json => ({ key: nameOf(key), made, from: from.map(nameOf) }))
  if (form === 'references' && Array.isArray(value))
    return value.map((each) => (typeof each === 'string' ? nameOf(each) : each))
  return value
}
