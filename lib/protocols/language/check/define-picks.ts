/** Questions whose answer is one or several of the units that a record gives, such as the better of two responses. */
import { categoriesOfPick } from '@/lib/protocols/language/compile/pick-measures'
import {
  ITEM,
  type PlacedFrom,
  type Pointer,
  type QuestionDefinition,
  type UnitDefinition,
} from '@/lib/protocols/language/definition'
import { meets, parsePointer } from '@/lib/protocols/language/pointers'
import { type Path, suggestion } from '@/lib/protocols/language/problems'
import type { FileQuestion, FileUnit, ProtocolFile } from '@/lib/protocols/language/vocabulary'
import { entriesPlace, fromRecord, type Places } from './places'
import type { ProblemList } from './problem-list'

/** As many can be told apart by a digit each, and read side by side. */
const MOST_PICKED_FROM = 9

const placesOf = ({ places = {} }: FileUnit): PlacedFrom['places'] =>
  Object.entries(places).map(([name, at]) => ({ name, at: parsePointer(at) }))

/** A kind of unit of which each has a field of its own in the record. */
export function definePlaced(unit: FileUnit, path: Path, problems: ProblemList): PlacedFrom {
  for (const word of ['each', 'of', 'text', 'label', 'name', 'max'] as const)
    if (unit[word] !== undefined)
      problems.key(
        [...path, word],
        `"${word}" goes with a list, and "places" names a field for each ${unit.id}.`,
        'Take one of the two out.',
      )
  const placed = placesOf(unit)
  if (placed.length < 2)
    problems.value([...path, 'places'], 'There is one place only.', 'Name another, or show the text as content.')
  for (const [index, { name, at }] of placed.entries()) {
    const written = unit.places?.[name] ?? ''
    const where = [...path, 'places', name]
    if (!written.startsWith('/') || written.endsWith('[]'))
      problems.value(where, `"${written}" is no field of the record.`, 'Write its place, such as /response_a.')
    else if (placed.slice(0, index).some((other) => meets(other.at, at)))
      problems.value(where, 'Another text stands there.', 'Give each a field of its own.')
  }
  return { places: placed }
}

/**
 * Names tell who is behind what is compared, and so does the field that a text stands in: nothing of them is shown, be it as content, as another
 * unit or as what items are listed by.
 */
export function checkNamesUnseen({ record }: ProtocolFile, places: Places, problems: ProblemList): void {
  const headPlaces = (['id', 'title', 'domain', 'source'] as const).map((word) => ({
    as: `record.${word}`,
    at: record[word],
  }))
  const content = Object.entries(record.content).map(([name, entry]) => ({
    as: `the content "${name}"`,
    at: typeof entry === 'string' ? entry : entry.at,
  }))
  const visiblePlaces = [...headPlaces, ...content].flatMap(({ as, at }) =>
    at === undefined ? [] : [{ as, at: parsePointer(at) }],
  )
  const proposed = places.questions.flatMap(({ id, on, gold }) =>
    gold.proposed
      ? [{ as: `what is proposed for "${id}"`, at: fromRecord(on, { ...gold, pointer: gold.proposed }, places) }]
      : [],
  )
  for (const [index, unit] of places.units.entries()) {
    const hidden = tellingPlaces(unit, places)
    if (hidden.length === 0) continue
    const others = places.units.flatMap((other) =>
      shownPlaces(other, unit, places).map((pointer) => ({ as: `the units "${other.id}"`, at: pointer })),
    )
    const found = [...visiblePlaces, ...proposed, ...others].find(({ at }) =>
      hidden.some((pointer) => meets(pointer, at)),
    )
    if (found)
      problems.value(
        ['units', index, 'places' in unit.from ? 'places' : 'name'],
        `Annotators would see which ${unit.id} is whose: ${found.as} stands there as well.`,
        'Point it at something else.',
      )
  }
}

/** Where a record says which unit of the kind is which. */
function tellingPlaces({ id, from, shuffled }: UnitDefinition, places: Places): Pointer[] {
  // Unshuffled, texts stand in the order of their fields for everybody to see.
  if ('places' in from) return shuffled ? from.places.map(({ at }) => at) : []
  return 'each' in from && from.name ? [[...entriesPlace(id, places), ...from.name]] : []
}

/** What is shown of units of a kind; of the kind itself its own texts in their fields are what is compared. */
function shownPlaces(other: UnitDefinition, of: UnitDefinition, places: Places): Pointer[] {
  const { from, id } = other
  if ('places' in from) return other === of ? [] : from.places.map(({ at }) => at)
  if ('splitter' in from && from.given) return [from.given]
  if (!('each' in from)) return []
  const entries = entriesPlace(id, places)
  return [from.text, ...(from.label ? [from.label] : [])].map((pointer) => [...entries, ...pointer])
}

/** What is wrong with what a question of the form pick picks from. */
export function checkPick(
  question: FileQuestion,
  { units = [] }: Pick<ProtocolFile, 'units'>,
  path: Path,
  problems: ProblemList,
): void {
  if (question.form !== 'pick') return
  const { of, on = ITEM } = question
  const unitNames = units.filter(({ from }) => from === 'record').map(({ id }) => id)
  const unit = units.find(({ id, from }) => id === of && from === 'record')
  if (of === undefined)
    problems.key(path, '"of" is missing: which units is one picked from?', 'Name a kind of unit from the record.')
  else if (!unit)
    problems.value([...path, 'of'], `The record gives no units called "${of}".`, suggestion(of, unitNames, 'unit'))
  if (!unit) return
  if ((unit.of ?? ITEM) !== on)
    problems.value(
      [...path, 'of'],
      `"${unit.id}" is a part of ${unit.of === undefined ? 'the item' : `each ${unit.of}`}, and the question is about ${on === ITEM ? 'the item' : `each ${on}`}.`,
      unit.of === undefined ? 'Take "on" out.' : `Write on: ${unit.of}.`,
    )
  const most = mostOf(unit)
  if (most === null || most > MOST_PICKED_FROM)
    problems.key(
      ['units', units.indexOf(unit)],
      `Every ${unit.id} gets a key, and there may be ${most === null ? 'any number' : most}.`,
      `Say how many there are at most: max: 2, or up to ${MOST_PICKED_FROM}.`,
    )
  checkNumberPicked(question, most ?? MOST_PICKED_FROM, path, problems)
  checkBeside(question, unit, path, problems)
}

function checkNumberPicked({ min = 1, max = 1 }: FileQuestion, most: number, path: Path, problems: ProblemList): void {
  for (const [word, count] of Object.entries({ min, max }))
    if (!Number.isInteger(count) || count < 1 || count > most)
      problems.value(
        [...path, word],
        `${count} is no number of units that can be picked.`,
        `Write a whole number from 1 to ${most}.`,
      )
  if (min > max) problems.value([...path, 'min'], `"min" is more than "max", which is ${max}.`, 'Write max as well.')
}

/** What stands beside the units is called otherwise than they are. */
function checkBeside({ options = [] }: FileQuestion, unit: FileUnit, path: Path, problems: ProblemList): void {
  const pickCategories = categoriesOfPick({ of: unit.id, most: mostOf(unit) ?? 0, keys: [], names: namesOf(unit) })
  for (const [index, { value }] of options.entries())
    if (pickCategories.includes(String(value)))
      problems.value(
        [...path, 'options', index, 'value'],
        `"${String(value)}" is what one of the units is called in figures or in records.`,
        'Choose another value.',
      )
}

/** How many units of the kind an item has at most; null: any number. */
const mostOf = ({ places, max }: FileUnit): number | null => (places ? Object.keys(places).length : (max ?? null))

/** What answers call the units in records, where the file says it: their own names, or their places in a list from 0. */
function namesOf({ places, name, max = 0 }: FileUnit): (string | number)[] | null {
  if (places) return Object.keys(places)
  return name === undefined ? Array.from({ length: max }, (_, place) => place) : null
}

/** What a question picks from; undefined where it is no pick, or the file does not say from what. */
export function picksOf(
  { form, of }: Pick<FileQuestion, 'form' | 'of'>,
  { units = [] }: Pick<ProtocolFile, 'units'>,
): Omit<NonNullable<QuestionDefinition['picks']>, 'keys'> | undefined {
  const unit = form === 'pick' ? units.find(({ id }) => id === of) : undefined
  return unit && { of: unit.id, most: Math.min(mostOf(unit) ?? 0, MOST_PICKED_FROM), names: namesOf(unit) }
}
