/** Units with their labels as samples of Inspect (`inspect-ai`): what a model is asked of each, and the answer. Pure. */
import {
  goldRating,
  type ItemEntry,
  type UnitEntry,
  unitEntries,
  unitName,
} from '@/lib/gold/releases/tables/item-entry'
import { labelOf } from '@/lib/gold/releases/tables/native-tables'
import type { Measure, Protocol, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { escapeText } from '@/lib/text/escape-text'

const ITEM = 'item'

/** A sample in the fields that `json_dataset` reads, and `item`, which every file of a release names so. */
export interface InspectSample {
  /** The item's position and the unit's key, as in every table: "12/s3". */
  id: string
  item: number
  input: string
  target: string
  metadata: { id: string | null; domain: string | null; source: string | null; tags: readonly string[]; split?: string }
}

/** What a model is asked, and which labels it may answer with. */
export interface InspectQuestion {
  stage: Stage
  measure: Measure
  /** As annotators are asked. */
  prompt: string
  labels: readonly string[]
}

/**
 * The question of the table `gold`. null: nothing is settled, or the label is no single one of a few values: a set of them, or a number, so
 * that no answer could be held against it word for word.
 */
export function inspectQuestion(protocol: Protocol): InspectQuestion | null {
  const label = labelOf(protocol)
  if (!label || label.measure.sets || label.measure.level === 'interval') return null
  const { stage, measure } = label
  const labelQuestion = stage.questions.find(({ key }) => key === measure.question)
  return {
    stage,
    measure,
    prompt: labelQuestion?.prompt ?? `${measure.title}: which label is right?`,
    labels: measure.categories.map(({ value }) => value),
  }
}

/** The samples of an item: a unit with a label each. `split`: null where the release is not divided. */
export function samplesOf(question: InspectQuestion, entry: ItemEntry, split: string | null): InspectSample[] {
  const { stage, measure } = question
  return unitEntries(entry, stage.key, [measure.unit]).flatMap((unit) => {
    const target = goldRating(unit, measure)
    if (target === null) return []
    const { position, externalId, own, domain, source } = unit.item
    return [
      {
        id: unitName(unit, unit.unit.key),
        item: position,
        input: storable(inputOf(question, unit)),
        target,
        metadata: {
          id: externalId,
          domain: own?.domain ?? domain,
          source: own?.source ?? source,
          tags: own?.tags ?? [],
          ...(split === null ? {} : { split }),
        },
      },
    ]
  })
}

/** What annotators read of the item, the unit with its own parts such as evidence, the question, and how to answer. */
function inputOf({ stage, measure, prompt }: InspectQuestion, { protocol, item, unit, at }: UnitEntry): string {
  const isItem = unit.kind === ITEM
  // What annotators listed themselves comes of their answers.
  const parts = at.native.units.filter(
    ({ kind, parent }) => kind !== ITEM && (isItem ? (parent ?? ITEM) === ITEM : parent === unit.key),
  )
  const headed = (each: { kind: string; text: string }) => {
    const kind = stage.unitKinds.find((unitKind) => unitKind.kind === each.kind)?.text ?? each.kind
    return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}:\n${each.text}`
  }
  const labels = measure.categories.map(({ value, text }) =>
    text.toLowerCase() === value.toLowerCase() ? value : `${value} (${text})`,
  )
  return [
    ...protocol.present(item.content).map(({ title, text }) => `${title}:\n${text}`),
    ...(isItem ? parts : [...listedWholes(at, unit), unit, ...parts]).map(headed),
    prompt,
    ['Answer with one of these labels, written exactly so, and nothing else:', ...labels].join('\n- '),
  ].join('\n\n')
}

/** The entries of lists that a unit is listed for, the outermost first: an answer is one to a question. */
function listedWholes(stageEntry: UnitEntry['at'], { parent }: UnitDraft): UnitDraft[] {
  const whole = stageEntry.units.find(({ key }) => key === parent)
  const isListed = whole !== undefined && !stageEntry.native.units.some(({ key }) => key === parent)
  return isListed ? [...listedWholes(stageEntry, whole), whole] : []
}

/** UTF-8 has no form for half a surrogate pair: such texts are escaped, as in the tables. */
const storable = (text: string): string => (text.isWellFormed() ? text : escapeText(text))
