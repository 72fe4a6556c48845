/** Gold as it stands in a file of one of a protocol's formats: labels that came with the records, as an import reads them. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { parseStored } from '@/lib/platform/foreign/records/parse-stored'
import { protocols } from '@/lib/protocols'
import { goldOf as goldOfRecord } from '@/lib/protocols/language/run-tests'
import type { EarlierGold, GoldRecord, Protocol, RecordProblem } from '@/lib/protocols/protocol'
import { groupFiles } from '@/lib/workspace/imports/file-groups'
import { readItemsApart } from '@/lib/workspace/imports/read-apart'
import type { ReadItem } from '@/lib/workspace/imports/read-item'
import { fileShapeIn, readUnder } from '@/lib/workspace/imports/rows'
import { CliError, EXIT } from './exit-codes'
import { recordsTogether } from './files-together'
import type { Output } from './output'
import { readablePath } from './read-file'

/** The most problems that are named one by one. */
const MOST_NOTED = 20

export interface FileItem {
  /** From 1, over all files together. */
  position: number
  externalId: string | null
  gold: GoldRecord
}

/** How many records there are in files, and how many of them could be read. */
export interface RecordCount {
  read: number
  of: number
}

export interface GoldFile {
  items: AsyncIterable<FileItem>
  /** Why records could not be read, by file, line and field; they fill as the items are read. */
  problems: string[]
  /** Counted as the items are read. */
  records: RecordCount
}

/** The protocol of this id. @throws CliError naming those there are. */
export function protocolNamed(id: string): Protocol {
  const protocol = protocols.find((each) => each.id === id)
  if (protocol) return protocol
  throw new CliError(
    EXIT.usage,
    `There is no protocol "${id}". There are: ${protocols.map((each) => each.id).join(', ')}.`,
  )
}

/** Nothing of the files could be read. @throws CliError naming how many records there are */
export function refuseUnread(output: Output, { problems, records }: Pick<GoldFile, 'problems' | 'records'>): never {
  noteUnread(output, { problems })
  throw new CliError(EXIT.refused, `None of ${records.of} records could be read.`)
}

/** As the result of a command says it. */
export const recordsText = ({ read, of }: RecordCount): string =>
  read === of ? `${of} records` : `${read} of ${of} records`

/** Names the records that could not be read, for people at the terminal. */
export function noteUnread(output: Output, { problems }: Pick<GoldFile, 'problems'>): void {
  for (const problem of problems.slice(0, MOST_NOTED)) output.note(problem)
  if (problems.length > MOST_NOTED) output.note(`and ${problems.length - MOST_NOTED} further problems`)
}

/** After the result: not all of it is there. @throws CliError where a record of one of these could not be read */
export function refusePartlyRead(...counts: readonly RecordCount[]): void {
  const partly = counts.filter(({ read, of }) => read < of)
  if (partly.length === 0) return
  const [sum, all] = [sumOf(partly, ({ read, of }) => of - read), sumOf(partly, ({ of }) => of)]
  throw new CliError(EXIT.refused, `${sum} of ${all} records could not be read; the result is about the others.`)
}

const sumOf = (counts: readonly RecordCount[], part: (count: RecordCount) => number): number =>
  counts.reduce((sum, count) => sum + part(count), 0)

/** The records of several files as gold, one after another; those without labels are items without gold. */
export function goldFile(protocol: Protocol, files: readonly string[]): GoldFile {
  const problems: string[] = []
  const records: RecordCount = { read: 0, of: 0 }
  return { problems, records, items: itemsOf(protocol, files, { problems, records }) }
}

/** The same under a protocol that only a file describes: its records are read here, since no other process knows it. */
export function goldUnderFile(protocol: Protocol, files: readonly string[]): GoldFile {
  const problems: string[] = []
  const records: RecordCount = { read: 0, of: 0 }
  return { problems, records, items: itemsUnderFile(protocol, files, { problems, records }) }
}

async function* itemsUnderFile(
  protocol: Protocol,
  files: readonly string[],
  { problems, records }: Pick<GoldFile, 'problems' | 'records'>,
): AsyncGenerator<FileItem> {
  const [format] = protocol.formats
  const shape = fileShapeIn(protocol)
  const inputFiles = await Promise.all(
    files.map(async (file) => ({ name: basename(file), full: await readablePath(file), file })),
  )
  for (const group of groupFiles(inputFiles, shape.join ?? [])) {
    const [{ file: main }] = group
    for await (const entry of recordsTogether(
      group.map(({ full }) => full),
      shape,
    )) {
      const file = group.find(({ name }) => !entry.ok && name === entry.file)?.file ?? main
      const position = ++records.of
      const read = entry.ok ? readUnder(format, entry) : { ok: false as const, problems: [entry] }
      if (entry.ok && read.ok) {
        records.read++
        const gold = goldOfRecord(protocol, entry.value, read.record)
        yield { position, externalId: read.record.externalId, gold }
      } else if (!read.ok)
        problems.push(...read.problems.map((problem) => problemText(file, problem.line ?? entry.line, problem)))
    }
  }
}

async function* itemsOf(
  protocol: Protocol,
  files: readonly string[],
  { problems, records }: Pick<GoldFile, 'problems' | 'records'>,
): AsyncGenerator<FileItem> {
  for (const file of files) {
    const path = await readablePath(file)
    for await (const entry of readItemsApart({ protocolId: protocol.id }, () => createReadStream(path))) {
      const readings = entry.ok ? entry.items : [{ ok: false as const, problems: [entry] }]
      for (const reading of readings) {
        const position = ++records.of
        if (reading.ok) {
          records.read++
          yield { position, externalId: reading.item.externalId, gold: goldOf(reading.item) }
        } else
          problems.push(...reading.problems.map((problem) => problemText(file, problem.line ?? entry.line, problem)))
      }
    }
  }
}

const problemText = (file: string, line: number, { field, message, fix }: RecordProblem): string =>
  `${file}, line ${line}${field ? `, ${field}` : ''}: ${message} ${fix}`

function goldOf(item: ReadItem): GoldRecord {
  const stages: Record<string, EarlierGold[string]> = {}
  for (const { key, units, answers, votes } of item.stages) {
    if (answers) stages[key] = { units, answers, ...(votes ? { votes } : {}) }
  }
  return { source: parseStored(item.record), content: item.content, stages: item.discarded ? {} : stages }
}
