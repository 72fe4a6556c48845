/** What of a machine's proposals may become suggestions. Pure. */
import { listSeedsSchema, seedsWithin, textOfEntry } from '@/lib/protocols/made-units'
import { outsideProblem } from '@/lib/protocols/marked-spans'
import type { Json, ListSeed, Question, Stage, Subject } from '@/lib/protocols/protocol'

interface Proposed {
  unit: string
  question: string
  value: Json
}

/** Why a proposal was not taken, for the notes of the item. */
export interface Dropped {
  unit: string
  question: string
  why: string
}

/**
 * The proposals that name a unit and question there are, with a value that the question takes, spans within the text; of several for one place
 * the last. Entries of lists lose what is not valid in them, and go where their text, or their place in the text, is missing.
 */
export function checkProposals<P extends Proposed>(
  stage: Stage,
  { content, units }: Subject,
  proposals: readonly P[],
): { taken: P[]; dropped: Dropped[] } {
  const kindOf = new Map(units.map(({ key, kind }) => [key, kind]))
  const takenProposals = new Map<string, P>()
  const dropped: Dropped[] = []
  for (const proposal of proposals) {
    const { unit, question } = proposal
    const kind = kindOf.get(unit)
    const askedQuestion = stage.questions.find(({ key, unit: about }) => key === question && about === kind)
    const checked = askedQuestion ? valueFor(stage, askedQuestion, { content, value: proposal.value }) : noSuch(kind)
    if ('why' in checked) dropped.push({ unit, question, why: checked.why })
    else takenProposals.set(JSON.stringify([unit, question]), { ...proposal, value: checked.value })
  }
  return { taken: [...takenProposals.values()], dropped }
}

type Checked = { value: Json } | { why: string }

const noSuch = (kind: string | undefined) => ({
  why: kind === undefined ? 'There is no such unit.' : 'There is no such question about it.',
})

function valueFor(stage: Stage, question: Question, { content, value }: { content: Json; value: Json }): Checked {
  if (value === null) return { why: 'No value was proposed.' }
  if (question.list) return seedsFor(stage, question.list, { content, value })
  const checked = question.schema.safeParse(value)
  if (!checked.success) return { why: checked.error.issues[0]?.message ?? 'This is not one of its values.' }
  const outside = outsideProblem(question, { content }, checked.data)
  return outside === null ? { value: checked.data } : { why: outside }
}

type List = NonNullable<Question['list']>

/** A list of marks may be empty: there is nothing to mark. */
function seedsFor(stage: Stage, list: List, { content, value }: { content: Json; value: Json }): Checked {
  const seeds = listSeedsSchema.safeParse(value)
  if (!seeds.success) return { why: 'This is not a list of entries.' }
  const validSeeds = seeds.data
    .map((seed) => validSeed(stage, list.kind, content, seed))
    .filter(({ values }) => textOfEntry(list, content, values).trim() !== '')
  if (validSeeds.length > 0 || (list.marks && seeds.data.length === 0))
    return { value: validSeeds.map((seed) => ({ ...seed })) }
  return { why: list.marks ? 'No entry of the list is marked in the text.' : 'No entry of the list has a text.' }
}

function validSeed(stage: Stage, kind: string, content: Json, { values }: ListSeed): ListSeed {
  const valid = Object.entries(values).flatMap(([key, value]) => {
    const question = stage.questions.find((each) => each.key === key && each.unit === kind)
    if (question?.list) {
      const within = seedsFor(stage, question.list, { content, value })
      return 'value' in within && seedsWithin(within.value).length > 0 ? [[key, within.value] as const] : []
    }
    const checked = value === null ? null : question?.schema.safeParse(value)
    const isInside = question && checked?.success && outsideProblem(question, { content }, checked.data) === null
    return isInside ? [[key, checked.data] as const] : []
  })
  return { values: Object.fromEntries(valid) }
}
