/** Looks at the beginning of an uploaded file: what kind it is, and which of its columns are which, as a guess. */
import 'server-only'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { readChunks } from './chunks'
import type { FileReading } from './contract'
import { ColumnCollector } from './mapping/columns'
import { columnMappingSchema, type FileMapping } from './mapping/contract'
import { type AsTheyStand, guessMapping } from './mapping/guess'
import { fileMappingOf, readingOf } from './present'
import { readColumnsApart } from './read-apart'

/** Records that the guess is made from. */
const LOOKED_AT = 500

interface Uploaded {
  fileMapping: unknown
  reading: unknown
  project: { protocolId: string; importMapping: unknown }
}

export interface LookedAt {
  /** null where no record of the file can be read. */
  file: FileMapping | null
  reading: FileReading
}

/** The file of an import as it was looked at before, or is now. */
export async function lookAtFile(importId: string, row: Uploaded, signal: AbortSignal): Promise<LookedAt> {
  const reading = readingOf(row)
  const storedMapping = fileMappingOf(row)
  if (storedMapping) return { file: storedMapping, reading }
  const found = await look(importId, row, reading, signal)
  const data = { reading: found.reading, ...(found.file ? { fileMapping: found.file } : {}) }
  await prisma().import.updateMany({ where: { id: importId, state: 'checking' }, data })
  return found
}

async function look(
  importId: string,
  { project }: Uploaded,
  { choice }: FileReading,
  signal: AbortSignal,
): Promise<LookedAt> {
  const collector = new ColumnCollector()
  const asTheyStand: AsTheyStand = { published: 0, plain: 0, recognised: 0, unread: 0 }
  const { protocolId } = project
  let facts: FileReading['facts'] = null
  let records = 0
  const open = () => readChunks(importId)
  for await (const found of readColumnsApart({ protocolId, choice }, open, { signal })) {
    facts ??= found.facts ?? null
    if (!found.ok) continue
    collector.add(found.glimpses)
    asTheyStand[found.asItStands ?? 'unread']++
    if (++records >= LOOKED_AT) break
  }
  const reading = { choice, facts }
  if (records === 0) return { file: null, reading }
  const columns = collector.list()
  const previousMapping = columnMappingSchema.nullable().catch(null).parse(project.importMapping)
  return {
    file: { ...guessMapping(protocolById(protocolId), columns, asTheyStand, previousMapping), columns },
    reading,
  }
}
