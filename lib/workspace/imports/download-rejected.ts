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
import { type RejectedInput, type RejectedPart, type RejectedRow, rejectedJson, saidOf } from './read-file-items'

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
  const isTable = facts?.container === 'CSV' || facts?.container === 'Excel workbook'
  const rejected = listRejected(importId, { protocolId, mapping: file?.mapping ?? null, choice, isTable })
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

async function* listRejected(importId: string, input: RejectedInput): AsyncGenerator<RejectedPart> {
  const open = () => readChunks(importId)
  for await (const each of readRejectedApart(input, open)) {
    if (Array.isArray(each)) {
      yield* each
      continue
    }
    // Reading it was ended: nothing is known of it but its line.
    const problems = saidOf(each.line, [each])
    yield input.isTable ? { cells: {}, problems } : { json: rejectedJson({}, problems) }
  }
}

async function* asJsonLines(parts: AsyncIterable<RejectedPart>): AsyncGenerator<string> {
  for await (const part of parts) if ('json' in part) yield `${part.json}\n`
}

/** Rows that are held back until the names of the columns are known. */
const MOST_HELD = 1000

/** `fallbackColumns`: columns that are taken where no row says which there are. */
async function* asCsv(parts: AsyncIterable<RejectedPart>, fallbackColumns: readonly string[]): AsyncGenerator<string> {
  let columns: readonly string[] | null = null
  const heldRows: RejectedRow[] = []
  for await (const part of parts) {
    if ('cells' in part) heldRows.push(part)
    if (columns === null) {
      const names = 'names' in part ? part.names : heldRows.length >= MOST_HELD ? fallbackColumns : null
      if (names === null) continue
      columns = names.filter((name) => name !== PROBLEMS_COLUMN)
      yield plainCsvRow([...columns, PROBLEMS_COLUMN])
    }
    for (const row of heldRows.splice(0)) yield csvRow(columns, row)
  }
  if (columns !== null) return
  columns = fallbackColumns.filter((name) => name !== PROBLEMS_COLUMN)
  yield plainCsvRow([...columns, PROBLEMS_COLUMN])
  for (const row of heldRows) yield csvRow(columns, row)
}

function csvRow(columns: readonly string[], { cells, problems }: RejectedRow): string {
  if (!Array.isArray(cells)) return plainCsvRow([...columns.map((name) => cellOf(cells[name])), problems])
  // Uploaded again as it is, the row must not pass for one with as many cells as there are columns.
  return plainCsvRow([...cells, ...(cells.length === columns.length ? [''] : []), problems])
}

const cellOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
