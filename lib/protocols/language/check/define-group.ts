/** Rows that together are one item: what they share, what is their own, and what can be written into them again. */
import { rowGroupsOf } from '@/lib/protocols/language/compile/row-groups-of'
import type { Definition, Pointer, UnitDefinition } from '@/lib/protocols/language/definition'
import { meets, writtenPointer } from '@/lib/protocols/language/pointers'
import type { Path } from '@/lib/protocols/language/problems'
import type { ProblemList } from './problem-list'

const GROUP = ['record', 'group']
const ANY_KEY = '*'

type Grouped = Pick<Definition, 'record' | 'units' | 'stages' | 'label'>

export function checkGroup(definition: Grouped, problems: ProblemList): void {
  const groups = rowGroupsOf(definition)
  if (!groups) return
  const { by, as, shared } = groups
  const fields = new Set(shared.map(([field]) => field))
  for (const [index, pointer] of by.entries()) checkKeyField(pointer, by.slice(0, index), index, problems)
  checkWhole(definition, groups, problems)
  const rows = definition.units.filter(({ from }) => isOfRows(from, as))
  if (rows.length === 0 && !definition.units.some(({ from }) => 'splitter' in from))
    problems.key(
      GROUP,
      'No unit is read from the rows of an item.',
      `Add one under units, such as - {id: row, from: record, each: /${as}, text: text}.`,
    )
  for (const [index, unit] of definition.units.entries()) checkUnit(unit, { index, as, fields }, problems)
  for (const [s, { questions }] of definition.stages.entries())
    for (const [q, { id, on, gold }] of questions.entries()) {
      const isOfRow = rows.some((unit) => unit.id === on)
      const path = ['stages', s, 'questions', q, 'id']
      if (gold.from === 'entry' && isOfRow) checkOwn(gold.pointer, fields, path, problems)
      if (gold.from !== 'entry') checkWritten(id, gold.pointer, { by, as, path }, problems)
    }
  if (definition.label?.at) checkWritten('the label', definition.label.at, { by, as, path: ['label', 'at'] }, problems)
}

const isOfRows = (from: UnitDefinition['from'], as: string): boolean =>
  'each' in from && from.of === null && from.each[0] === as

/** What rows are put together by is one place in every row. */
function checkKeyField(pointer: Pointer, before: readonly Pointer[], index: number, problems: ProblemList): void {
  const path = [...GROUP, 'by', index]
  if (pointer.includes(ANY_KEY) || pointer.length === 0)
    problems.value(path, 'Rows cannot be put together by what has no name.', 'Name the field, such as /doc_id.')
  if (before.some((other) => meets(other, pointer)))
    problems.value(path, `"${writtenPointer(pointer)}" stands here twice.`, 'Take one of them out.')
}

/** What is read from the record of an item, and not from a row. */
function checkWhole({ record }: Grouped, { as }: { as: string }, problems: ProblemList): void {
  const { id, title, domain, source, content, hidden, group } = record
  const recordPointers: [Path, Pointer | null][] = [
    [['record', 'id'], id],
    [['record', 'title'], title],
    [['record', 'domain'], domain],
    [['record', 'source'], source],
    ...content.map(({ name, at }): [Path, Pointer] => [['record', 'content', name], at]),
    ...hidden.map(({ name, at }): [Path, Pointer] => [['record', 'hidden', name], at]),
    ...(group?.by ?? []).map((pointer, index): [Path, Pointer] => [[...GROUP, 'by', index], pointer]),
  ]
  for (const [path, at] of recordPointers) {
    if (at?.[0] === as)
      problems.value(
        path,
        `"${writtenPointer(at)}" is the list of an item's rows, and not the same in all of them.`,
        'Read it as a unit, or give record.group another name under "as".',
      )
    if (at?.[0] === ANY_KEY) problems.value(path, 'The fields of a row have names.', 'Name the field, such as /doc_id.')
  }
}

function checkUnit(
  { id, from }: UnitDefinition,
  { index, as, fields }: { index: number; as: string; fields: ReadonlySet<string | undefined> },
  problems: ProblemList,
): void {
  const path = ['units', index]
  if ('splitter' in from) {
    problems.value(
      [...path, 'from'],
      'A text cannot be cut into units where an item is made of rows: the pieces would have no place in them.',
      `Ask about the rows, - {id: ${id}, from: record, each: /${as}, text: text}, or take record.group out.`,
    )
    return
  }
  if (!('each' in from) || from.of !== null || from.each[0] !== as) return
  if (from.each.length > 1) problems.value([...path, 'each'], 'Each row is an entry.', `Write each: /${as}.`)
  if (from.text.length === 0)
    problems.key(path, '"text" is missing: where in a row does the text stand?', 'Add it, such as text: sentence.')
  else checkOwn(from.text, fields, [...path, 'text'], problems)
}

/** What is the same in all rows is not in any of them. */
function checkOwn(pointer: Pointer, fields: ReadonlySet<string | undefined>, path: Path, problems: ProblemList): void {
  const [field] = pointer
  if (fields.has(field))
    problems.value(
      path,
      `"${field}" is read as the same in all rows of an item, and cannot be each row's own as well.`,
      'Read it in one of the two ways.',
    )
}

/** An answer about the item is written into each of its rows, and is none of what they are put together by. */
function checkWritten(
  what: string,
  pointer: Pointer,
  { by, as, path }: { by: readonly Pointer[]; as: string; path: Path },
  problems: ProblemList,
): void {
  const written = writtenPointer(pointer)
  if (by.some((part) => meets(part, pointer)))
    problems.value(
      path,
      `${written} is what rows are put together by.`,
      'Give the answer another place in record.gold.',
    )
  if (pointer.length > 1 || pointer[0] === as || pointer[0] === ANY_KEY)
    problems.value(
      path,
      `${what} would be written to ${written}, which is no field of a row.`,
      'Give it a field of its own, such as /label.',
    )
}
