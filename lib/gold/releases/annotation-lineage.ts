/** What became of suggestions, label by label of an exported annotation. Pure. */

import {
  type Lineage,
  type LineageSuggestion,
  type ListLineage,
  lineageOf,
  listLineageOf,
} from '@/lib/annotation/suggestions/rules'
import { allSeeds, entriesOf, numberSeeds, seedOrigin } from '@/lib/protocols/made-units'
import type { Json, Stage } from '@/lib/protocols/protocol'

/** What of an exported label its lineage depends on. */
export interface ExportedLabel {
  unit: string
  kind: string
  parent: string | null
  question: string
  value: Json
  suggestionId: string | null
}

/** A suggestion beside the label at its place. */
export interface Proposed extends LineageSuggestion {
  unit: string
  question: string
}

/** The lineage of each label, in their order; null for what was cleared, and where nothing was proposed. */
export function lineagesOf(
  stage: Stage,
  labels: readonly ExportedLabel[],
  proposed: readonly Proposed[],
): (Lineage | ListLineage | null)[] {
  return labels.map((label) => {
    if (label.value === null) return null
    const here = proposed.filter(({ unit, question }) => unit === label.unit && question === label.question)
    const list = stage.questions.find(({ key, unit }) => key === label.question && unit === label.kind)?.list
    const suggestions = here.length > 0 ? here : seededAt(label, labels, proposed)
    if (suggestions.length === 0) return null
    if (!list) return lineageOf(label, suggestions)
    const texts = labels.filter(({ question, kind }) => question === list.text && kind === list.kind)
    return listLineageOf(
      { value: label.value, text: list.text, texts: Object.fromEntries(texts.map(({ unit, value }) => [unit, value])) },
      suggestions,
    )
  })
}

/** What a suggested entry of a list proposed for this question of the unit that it became. */
function seededAt(
  { unit, parent, question }: ExportedLabel,
  labels: readonly ExportedLabel[],
  proposed: readonly Proposed[],
): LineageSuggestion[] {
  if (parent === null) return []
  const entry = labels
    .filter((label) => label.unit === parent)
    .flatMap(({ value }) => entriesOf(value))
    .find(({ key, made }) => key === unit && made === 'suggested')
  if (!entry) return []
  return proposed.flatMap(({ id, value }) => {
    const seed = allSeeds(numberSeeds(value)).find(({ number }) => entry.from.includes(seedOrigin(id, number)))
    const within = seed?.lists[question]
    if (within) {
      const numbers = within.map(({ number }) => number)
      return [{ id, value: within.map(({ values }): Json => ({ values })), numbers, seen: true }]
    }
    const suggested = seed?.values[question]
    return suggested === undefined ? [] : [{ id, value: suggested, seen: true }]
  })
}
