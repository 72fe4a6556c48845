/** The units of a task, and the entries of a record that they stand for. */
import type { Answers, EarlierGold, Json, UnitDraft } from '@/lib/protocols/answers'
import {
  type Definition,
  type GivenFrom,
  ITEM,
  type Pointer,
  showsKind,
  type UnitDefinition,
} from '@/lib/protocols/language/definition'
import { fieldName, valueAt } from '@/lib/protocols/language/pointers'
import { withMadeUnits } from '@/lib/protocols/made-units'
import { optionKeys } from '@/lib/protocols/option-key'
import type { Stage } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { type RecordProblem, SEGMENTS } from '@/lib/protocols/records'
import { shownValue } from '@/lib/protocols/shown-value'
import { shownTexts } from './present'
import { carriedQuestions, carrying, type StagePlace, shownUnits, withMade } from './stage-units'

/** Where the content keeps what annotators are not given, and the units that the record gives. */
export const HIDDEN = '@hidden'
export const UNITS = '@units'

/** A unit that the record gives, as the content keeps it. */
export type GivenUnit = {
  kind: string
  key: string
  text: string
  parent: string | null
  /** Where its entry stands in the record. */
  at: string[]
  /** What answers call it in records, where it has a name. */
  name?: string | number
}

const unitKey = ({ id, prefix = `${id}-` }: Pick<UnitDefinition, 'id' | 'prefix'>, number: number) =>
  `${prefix}${number}`

/** The units that a record gives, parts behind their wholes; `problems` grows by what is no list or no text. */
export function givenUnits(record: Json, units: readonly UnitDefinition[], problems: RecordProblem[]): GivenUnit[] {
  const reader = new GivenUnits(units, problems)
  reader.readParts(null, record, [])
  return withDrawnKeys(reader.found, units)
}

class GivenUnits {
  readonly found: GivenUnit[] = []
  private readonly counts = new Map<string, number>()

  constructor(
    private readonly units: readonly UnitDefinition[],
    private readonly problems: RecordProblem[],
  ) {}

  /** The units in the lists of a record, or of the entry of their whole. */
  readParts(whole: GivenUnit | null, holder: Json | undefined, path: Pointer): void {
    for (const unit of this.units) {
      const { id, from } = unit
      if ('places' in from) {
        if (whole === null)
          for (const { name, at } of from.places)
            this.add(unit, { whole, words: valueAt(holder, at), at: [...at], textAt: [...at], name })
        continue
      }
      if ('splitter' in from || 'listedFor' in from || from.of !== (whole?.kind ?? null)) continue
      const list = valueAt(holder, from.each) ?? []
      const listPath = [...path, ...from.each]
      if (Array.isArray(list)) {
        if (from.max !== undefined && list.length > from.max)
          this.problems.push({
            field: fieldName(listPath),
            message: `There are ${list.length.toLocaleString('en')} of the units "${id}", and the protocol allows ${from.max}.`,
            fix: 'Leave some out, or let the protocol file allow more under "max".',
          })
        const seenNames = new Set<string>()
        for (const [index, entry] of list.entries())
          this.readUnit(unit, from, { whole, entry, at: [...listPath, String(index)], named: seenNames })
      } else
        this.problems.push({
          field: fieldName(listPath),
          message: 'This is not a list.',
          fix: `Write a list with an entry for each ${id}.`,
        })
    }
  }

  private readUnit(
    unitOf: UnitDefinition,
    { text, label, name }: GivenFrom,
    { whole, entry, at, named }: { whole: GivenUnit | null; entry: Json; at: string[]; named: Set<string> },
  ): void {
    const before = label === null ? undefined : valueAt(entry, label)
    const entryName = name && this.nameOf(entry, name, at, named)
    const unit = this.add(unitOf, {
      whole,
      before,
      words: valueAt(entry, text),
      at,
      textAt: [...at, ...text],
      name: entryName,
    })
    this.readParts(unit, entry, at)
  }

  /** The name by which answers name an entry: no two of a list have the same. */
  private nameOf(
    entry: Json,
    pointer: Pointer,
    entryPath: Pointer,
    seenNames: Set<string>,
  ): string | number | undefined {
    const name = valueAt(entry, pointer)
    const isName = isWords(name) && String(name).trim() !== ''
    if (!isName || seenNames.has(String(name)))
      this.problems.push({
        field: fieldName([...entryPath, ...pointer]),
        message: isName
          ? `Another entry is called ${shownValue(name)} as well.`
          : 'The name is missing, or is not a text.',
        fix: 'Give each entry a name of its own.',
      })
    if (!isName) return undefined
    seenNames.add(String(name))
    return name
  }

  private add(
    unitOf: UnitDefinition,
    {
      whole,
      before,
      words,
      at,
      textAt,
      name,
    }: {
      whole: GivenUnit | null
      /** What stands before its text. */
      before?: Json | undefined
      words: Json | undefined
      at: string[]
      textAt: Pointer
      name: string | number | undefined
    },
  ): GivenUnit {
    const { id: kind } = unitOf
    const wording = wordsIn(words)
    if (wording === null)
      this.problems.push({
        field: fieldName(textAt),
        message: `The text of the ${kind} is missing, or is not a text.`,
        fix: 'Write it as a text, or as a list of texts.',
      })
    const number = (this.counts.get(kind) ?? 0) + 1
    this.counts.set(kind, number)
    const unit: GivenUnit = {
      kind,
      key: unitKey(unitOf, number),
      text: [before, wording].filter(isWords).map(String).join(': '),
      parent: whole?.key ?? null,
      at,
      ...(name === undefined ? {} : { name }),
    }
    this.found.push(unit)
    return unit
  }
}

const isWords = (json: Json | undefined): json is string | number =>
  typeof json === 'string' || typeof json === 'number'

/** The text of an entry; of a list of texts each is a line of its own. */
function wordsIn(json: Json | undefined): string | number | null {
  if (isWords(json)) return json
  return Array.isArray(json) && json.every((line) => typeof line === 'string') ? json.join('\n') : null
}

/** Keys of shuffled units do not tell which is which. */
function withDrawnKeys(found: GivenUnit[], units: readonly UnitDefinition[]): GivenUnit[] {
  const shuffled = units.find((unit) => unit.shuffled)
  if (!shuffled) return found
  const shuffledUnits = found.filter(({ kind }) => kind === shuffled.id)
  const keys = optionKeys(shuffledUnits.map(({ text }) => text))
  const renamed = new Map(shuffledUnits.map(({ key }, index) => [key, keys[index] ?? key]))
  return found.map((unit) => ({
    ...unit,
    key: renamed.get(unit.key) ?? unit.key,
    parent: unit.parent === null ? null : (renamed.get(unit.parent) ?? unit.parent),
  }))
}

interface Given {
  content: Json
  segments: readonly string[]
  earlier: EarlierGold
}

/** The units that there are before anybody lists any: the item, what was cut, and what the record gives. */
export function startingUnits(definition: Definition, { content, segments, earlier }: Given): UnitDraft[] {
  const first = earlier[definition.stages[0]?.id ?? '']
  const splitter = definition.units.find(({ from }) => 'splitter' in from)
  // What the first stage shows may have been cut otherwise by hand.
  const isInFirst =
    splitter !== undefined && definition.stages.slice(0, 1).every((stage) => showsKind(stage, splitter.id))
  const cut = !splitter
    ? []
    : first && isInFirst
      ? first.units.filter(({ kind }) => kind === splitter.id)
      : (storedSegments(content) ?? segments).map((text, index) => ({
          key: unitKey(splitter, index + 1),
          kind: splitter.id,
          text,
        }))
  const recordedUnits = storedUnits(content).map(({ kind, key, text, parent }) => ({
    kind,
    key,
    text,
    ...(parent === null ? {} : { parent }),
  }))
  const item = { key: ITEM, kind: ITEM, text: shownTexts(definition, content, definition.language)[0]?.text ?? '' }
  return [item, ...cut, ...recordedUnits]
}

/** The units of a stage's task; those of later stages carry what was settled before. `stagesBefore`: all stages before it, in order. */
export function unitsOf(place: StagePlace, input: Given, stagesBefore: readonly Stage[]): UnitDraft[] {
  const { definition, stage } = place
  const visibleUnits = shownUnits(unitsBefore(place, input, stagesBefore), input.content, place)
  const carried = carriedQuestions(definition, stage)
  if (carried === null) return visibleUnits
  return carrying(visibleUnits, settledIn(input, stagesBefore), carried)
}

/** All units that there are when a stage begins, whichever of them it shows, with what was settled about them. */
export function unitsBefore(place: StagePlace, input: Given, stagesBefore: readonly Stage[]): UnitDraft[] {
  const { definition } = place
  const { content } = input
  const settled = settledIn(input, stagesBefore)
  let units = startingUnits(definition, input)
  for (const [index, before] of stagesBefore.entries()) {
    const all = carrying(units, settled.slice(0, index))
    const visibleUnits = shownUnits(all, content, { ...place, stage: index })
    const madeUnits = withMadeUnits(before, { content, units: visibleUnits }, settled[index] ?? {}).units
    units = definition.stages[index]?.units ? withMade(all, visibleUnits, madeUnits) : [...madeUnits]
  }
  return carrying(units, settled)
}

const settledIn = ({ earlier }: Given, stages: readonly Stage[]): Answers[] =>
  stages.map(({ key }) => earlier[key]?.answers ?? {})

/** The pieces that a record brings of a text that the first stage does not show as cut; null where it brings none. */
const storedSegments = (content: Json): string[] | null => {
  const segments = isJsonRecord(content) ? content[SEGMENTS] : undefined
  return Array.isArray(segments) ? segments.map(String) : null
}

export function storedUnits(content: Json): GivenUnit[] {
  const units = isJsonRecord(content) ? content[UNITS] : undefined
  return Array.isArray(units) ? (units as unknown as GivenUnit[]) : []
}
