import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { plainCsvRow } from '@/lib/platform/server/streams/plain-csv-row'
import { streamText } from '@/lib/platform/server/streams/stream-text'
import type { Json } from '@/lib/protocols/protocol'
import { readChunks } from './chunks'
import { loadImport } from './load-import'
import { PROBLEMS_COLUMN } from './mapping/guess'
import { fileMappingOf, readingOf } from './present'
import { readRejectedApart } from './read-apart'
import type { ItemsInput, RejectedRecord } from './read-file-items'

/**
 * Streams the records of a checked file that cannot be imported, each with its problems in a field of its own: mended and uploaded
 * again, that field is not read. Errors: `rule` where the file has none, or is not kept any longer.
 */
export async function downloadRejected(actor: Actor, importId: string): Promise<Response> {
  const row = await loadImport(prisma(), actor, importId)
  const isKept = await prisma().importChunk.findFirst({ where: { importId }, select: { position: true } })
  if (row.problemCount === 0 || (row.state !== 'refused' && row.state !== 'done'))
    throw new AppError('rule', 'No record of this file was rejected.')
  if (!isKept) throw new AppError('rule', 'The file is not kept any longer. Upload it again.')
  const { protocolId } = await prisma().project.findUniqueOrThrow({
    where: { id: row.projectId },
    select: { protocolId: true },
  })
  const file = fileMappingOf(row)
  const { choice, facts } = readingOf(row)
  const rejected = listRejected(importId, { protocolId, mapping: file?.mapping ?? null, choice })
  const isTable = facts?.container === 'CSV' || facts?.container === 'Excel workbook'
  const lines = isTable ? asCsv(rejected, file?.columns.map(({ name }) => name) ?? []) : asJsonLines(rejected)
  const [extension, type] = isTable ? ['csv', 'text/csv'] : ['jsonl', 'application/x-ndjson']
  return new Response(streamText(lines), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${fileNameOf(row.fileName, 'rejected', extension)}"`,
      'cache-control': 'no-store, no-transform',
    },
  })
}

async function* listRejected(importId: string, input: ItemsInput): AsyncGenerator<RejectedRecord> {
  const open = () => readChunks(importId, () => undefined)
  for await (const each of readRejectedApart(input, open)) {
    if (each === null) continue
    if ('value' in each) yield each
    // Reading it was ended: nothing is known of it but its line.
    else yield { value: {}, problems: `line ${each.line}: ${each.message} ${each.fix}` }
  }
}

async function* asJsonLines(records: AsyncIterable<RejectedRecord>): AsyncGenerator<string> {
  for await (const { value, problems } of records)
    yield `${JSON.stringify({ ...value, [PROBLEMS_COLUMN]: problems })}\n`
}

async function* asCsv(records: AsyncIterable<RejectedRecord>, columns: readonly string[]): AsyncGenerator<string> {
  const own = columns.filter((name) => name !== PROBLEMS_COLUMN)
  yield plainCsvRow([...own, PROBLEMS_COLUMN])
  for await (const { value, problems } of records)
    yield plainCsvRow([...own.map((name) => cellOf(value[name])), problems])
}

const cellOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
