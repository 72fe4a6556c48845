/** Items that stand within a JSON document: the way to them, the names of the keys on it, and what may not be written there. */
import { type Definition, type Pointer, unitStarts } from '@/lib/protocols/language/definition'
import { writtenPointer } from '@/lib/protocols/language/pointers'
import type { Path } from '@/lib/protocols/language/problems'
import type { ProtocolFile } from '@/lib/protocols/language/vocabulary'
import { ENTRY_PLACE } from '@/lib/protocols/records'
import { cutPlace } from './places'
import type { ProblemList } from './problem-list'

const EACH = ['record', 'each']
const ANY = '*'

type Placed = Pick<Definition, 'record' | 'units' | 'stages' | 'label'>

export function checkEach(definition: Placed, { gold = {} }: ProtocolFile['record'], problems: ProblemList): void {
  const { each, group, csv } = definition.record
  if (!each) return
  const { at, keys, skip } = each
  const open = at.filter((step) => step === ANY).length
  if (at.at(-1) !== ANY)
    problems.value(
      [...EACH, 'at'],
      'This leads to one value, and each of its entries is an item.',
      `Write * behind it: /${[...at, ANY].join('/')}.`,
    )
  if (keys.length > open)
    problems.value(
      [...EACH, 'keys'],
      `There are ${keys.length} names for ${open === 1 ? 'one *' : `${open} *`}.`,
      'Give a name to each *, in order.',
    )
  problems.twice(
    keys.map((name, index) => ({ name, path: [...EACH, 'keys', index] })),
    'key',
  )
  for (const [index, key] of skip.entries())
    if (key === ANY)
      problems.value([...EACH, 'skip', index], 'Nothing would be left.', 'Name the keys that have no items.')
  if (group) problems.key(EACH, '"each" and "group" do not go together.', 'Take one of them out.')
  if (csv) problems.key(EACH, 'A CSV file holds no JSON document.', 'Take "csv" or "each" out.')
  for (const { path, pointer } of readPlaces(definition.record)) checkPlace(path, pointer, [], problems)
  for (const { path, pointer } of writtenPlaces(definition, gold)) checkPlace(path, pointer, keys, problems)
}

const RESERVED = `"${ENTRY_PLACE}" is where the place of a record in its document is kept.`

interface NamedPlace {
  path: Path
  pointer: Pointer
}

/** What is read of the record and never written. */
function readPlaces({ id, title, domain, source, content, hidden }: Definition['record']): NamedPlace[] {
  const headPlaces = Object.entries({ id, title, domain, source }).flatMap(([name, pointer]) =>
    pointer === null ? [] : [{ path: ['record', name], pointer }],
  )
  return [
    ...headPlaces,
    ...content.map(({ name, at }) => ({ path: ['record', 'content', name], pointer: at })),
    ...hidden.map(({ name, at }) => ({ path: ['record', 'hidden', name], pointer: at })),
  ]
}

/** Where, from the record on, units stand and answers, proposals and the label are written. What stands within their entries is left out. */
export function writtenPlaces({ units, stages, label }: Placed, gold: NonNullable<ProtocolFile['record']['gold']>) {
  const ofUnits = units.flatMap(({ id, from }, index): NamedPlace[] => {
    if ('splitter' in from) return [{ path: ['units', index, from.given ? 'each' : 'id'], pointer: cutPlace(id, from) }]
    const word = 'places' in from ? 'places' : 'each'
    return unitStarts({ from }).map((pointer) => ({ path: ['units', index, word], pointer }))
  })
  const ofAnswers = stages.flatMap(({ questions }, s) =>
    questions.flatMap(({ id, gold: { from, pointer, proposed } }, q): NamedPlace[] => {
      if (from === 'entry') return []
      const path = Object.hasOwn(gold, id) ? ['record', 'gold', id] : ['stages', s, 'questions', q, 'id']
      return [{ path, pointer }, ...(proposed ? [{ path: [...path, 'proposed'], pointer: proposed }] : [])]
    }),
  )
  return [...ofUnits, ...ofAnswers, ...(label?.at ? [{ path: ['label', 'at'], pointer: label.at }] : [])]
}

/** A record has its keys and its place beside its own fields: they belong to the document, and are not written as fields. */
function checkPlace(path: Path, pointer: Pointer, keys: readonly string[], problems: ProblemList): void {
  const [field] = pointer
  const written = writtenPointer(pointer)
  if (field === ENTRY_PLACE) problems.value(path, RESERVED, 'Name another field of the record.')
  else if (field === ANY)
    problems.value(path, 'A record has its keys and its place beside its own fields.', 'Name the field, such as /text.')
  else if (field !== undefined && keys.includes(field))
    problems.value(
      path,
      `${written} is a key of the document, which stays as it is whatever is answered.`,
      'Name a field of the record itself, or give the key another name under record.each.keys.',
    )
}
