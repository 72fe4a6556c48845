/** Second files whose records belong to records of the first: their keys, what is read of them, and that nothing is written into them. */
import {
  type Definition,
  ITEM,
  type Pointer,
  type QuestionDefinition,
  type UnitDefinition,
  unitStarts,
} from '@/lib/protocols/language/definition'
import { writtenPointer } from '@/lib/protocols/language/pointers'
import type { Path } from '@/lib/protocols/language/problems'
import type { ProtocolFile } from '@/lib/protocols/language/vocabulary'
import type { JoinedFile } from '@/lib/protocols/records'
import { checkAbsolute } from './define-record'
import type { ProblemList } from './problem-list'

const JOIN = ['record', 'join']
const ANY_KEY = '*'

type Joined = Pick<Definition, 'record' | 'units' | 'stages' | 'label'>

export function checkJoin(definition: Joined, file: ProtocolFile, problems: ProblemList): void {
  const { join, group, each } = definition.record
  if (!join) return
  for (const [word, said] of Object.entries({ group, each }))
    if (said) problems.key(JOIN, `"join" and "${word}" do not go together.`, 'Take one of them out.')
  problems.twice(
    join.map(({ name, file: named }) => ({ name: named, path: [...JOIN, name, 'file'] })),
    'second file',
  )
  for (const partner of join) {
    const { name } = partner
    checkKeys(partner, file.record.join?.[name], join, problems)
    checkRead(definition, partner, problems)
    checkOptional(definition, partner, problems)
    checkUnwritten(definition, name, problems)
  }
}

function checkKeys(
  { name, by, key }: JoinedFile,
  written: NonNullable<ProtocolFile['record']['join']>[string] | undefined,
  join: readonly JoinedFile[],
  problems: ProblemList,
): void {
  for (const [word, pointer] of [
    ['by', by],
    ['key', key],
  ] as const) {
    const path = [...JOIN, name, word]
    if (written?.[word] === undefined) continue
    checkAbsolute(written[word], path, problems)
    if (pointer.includes(ANY_KEY))
      problems.value(path, 'A key has one place in every record.', 'Name the field, such as /source_id.')
  }
  const other = join.find((each) => each.name === by[0])
  if (other)
    problems.value(
      [...JOIN, name, 'by'],
      `"${writtenPointer(by)}" stands in a second file, and the key is looked for in the first.`,
      'Name a field of the record itself.',
    )
}

/** Where in records something is read from this partner. */
function placesRead({ record, units }: Joined, name: string): { path: Path; content: string | null }[] {
  const { id, title, domain, source, content, hidden } = record
  const recordPointers: [Path, Pointer | null, string | null][] = [
    [['record', 'id'], id, null],
    [['record', 'title'], title, null],
    [['record', 'domain'], domain, null],
    [['record', 'source'], source, null],
    ...content.map((entry): [Path, Pointer, string] => [['record', 'content', entry.name], entry.at, entry.name]),
    ...hidden.map((entry): [Path, Pointer, null] => [['record', 'hidden', entry.name], entry.at, null]),
    ...units.flatMap((unit, index) =>
      unitStarts(unit).map((pointer): [Path, Pointer, null] => [['units', index], pointer, null]),
    ),
  ]
  return recordPointers.flatMap(([path, at, text]) => (at?.[0] === name ? [{ path, content: text }] : []))
}

function checkRead(definition: Joined, { name }: JoinedFile, problems: ProblemList): void {
  if (placesRead(definition, name).length === 0)
    problems.key(
      [...JOIN, name],
      `Nothing is read from "${name}".`,
      `Point content at what is shown of it, such as /${name}/text, or take it out.`,
    )
}

/** What is read from a partner that may not be there may be missing as well. */
function checkOptional({ record }: Joined, { name, optional }: JoinedFile, problems: ProblemList): void {
  if (!optional) return
  for (const entry of record.content)
    if (entry.at[0] === name && !entry.optional)
      problems.value(
        ['record', 'content', entry.name],
        `A record may be without "${name}", and would be refused without this.`,
        `Write {at: ${writtenPointer(entry.at)}, optional: true}, or take "optional" out of record.join.${name}.`,
      )
}

/** Answers are written into the records; what stands in a second file stays as it is. */
function checkUnwritten({ units, stages, label }: Joined, name: string, problems: ProblemList): void {
  const joinedUnits = unitsWithin(units, name)
  for (const [s, { questions }] of stages.entries())
    for (const [q, { id, on, gold, votes }] of questions.entries()) {
      const isVoted =
        votes?.from === 'entry' ? joinedUnits.has(on) : votePointers(votes).some(([first]) => first === name)
      if (isVoted)
        problems.value(
          ['stages', s, 'questions', q, 'id'],
          `The votes on "${id}" would be written into the second file, which stays as it is.`,
          `Give them another place: record.votes.${id}.`,
        )
      const isWithin = gold.from === 'entry' ? joinedUnits.has(on) : gold.pointer[0] === name
      if (isWithin)
        problems.value(
          ['stages', s, 'questions', q, 'id'],
          `The answers to "${id}" would be written into the second file, which stays as it is.`,
          on === ITEM
            ? 'Give them another place in record.gold.'
            : `Give them a list in the record: record.gold: {${id}: "/${id}[]"}.`,
        )
    }
  if (label?.at?.[0] === name)
    problems.value(
      ['label', 'at'],
      'The label would be written into the second file, which stays as it is.',
      'Give it a field of the record, such as /label.',
    )
}

/** Where votes begin in a record. */
function votePointers(votes: QuestionDefinition['votes']): readonly Pointer[] {
  if (!votes) return []
  return votes.at.are === 'places' ? votes.at.places.map(({ pointer }) => pointer) : [votes.at.pointer]
}

/** The kinds of unit whose entries stand in the partner. */
function unitsWithin(units: readonly UnitDefinition[], name: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { id, from } of units)
    if ('each' in from && (from.of === null ? from.each[0] === name : found.has(from.of))) found.add(id)
  return found
}
