/** Gold as it stands in a file of one of a protocol's formats: labels that came with the records, as an import reads them. */
import { createReadStream } from 'node:fs'
import { parseStored } from '@/lib/imports/queries'
import { type ReadItem, readItems } from '@/lib/imports/read-item'
import { readRecords } from '@/lib/imports/reading/read-records'
import { protocols } from '@/lib/protocols'
import type { EarlierGold, GoldRecord, Protocol } from '@/lib/protocols/protocol'
import { CliError, EXIT } from './exit-codes'
import { readablePath } from './read-file'

export interface FileItem {
  /** From 1, over all files together. */
  position: number
  externalId: string | null
  gold: GoldRecord
}

export interface GoldFile {
  items: AsyncIterable<FileItem>
  /** Records that could not be read, by line; they fill as the items are read. */
  problems: string[]
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

/** Nothing of the files could be read. @throws CliError by the first problem */
export function refuseUnread(problems: readonly string[]): never {
  throw new CliError(EXIT.failed, ['No record could be read.', ...problems.slice(0, 1)].join(' '))
}

/** The records of several files as gold, one after another; those without labels are items without gold. */
export function goldFile(protocol: Protocol, files: readonly string[]): GoldFile {
  const problems: string[] = []
  return { problems, items: itemsOf(protocol, files, problems) }
}

async function* itemsOf(protocol: Protocol, files: readonly string[], problems: string[]): AsyncGenerator<FileItem> {
  let position = 0
  for (const file of files) {
    for await (const entry of readRecords(createReadStream(await readablePath(file)))) {
      const readings = entry.ok ? readItems(protocol, entry).readings : [{ ok: false as const, problems: [entry] }]
      for (const reading of readings) {
        position++
        if (reading.ok) yield { position, externalId: reading.item.externalId, gold: goldOf(reading.item) }
        else problems.push(...reading.problems.map(({ message }) => `${file}, line ${entry.line}: ${message}`))
      }
    }
  }
}

function goldOf(item: ReadItem): GoldRecord {
  const stages: Record<string, EarlierGold[string]> = {}
  for (const { key, units, answers, votes } of item.stages) {
    if (answers) stages[key] = { units, answers, ...(votes ? { votes } : {}) }
  }
  return { source: parseStored(item.record), content: item.content, stages: item.discarded ? {} : stages }
}
