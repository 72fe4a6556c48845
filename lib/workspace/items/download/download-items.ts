import 'server-only'
import type { Query } from '@/lib/platform/api/endpoint'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { streamText } from '@/lib/platform/server/streams/stream-text'
import { csvRow } from '@/lib/text/csv-row'
import { authorizeColumns } from '@/lib/workspace/items/columns/read-columns'
import { columnsOf } from '@/lib/workspace/items/columns/rules'
import type { ItemRow } from '@/lib/workspace/items/contract'
import { type ReadFilter, readFilter, rememberTold } from '@/lib/workspace/items/filter'
import { listPositions } from '@/lib/workspace/items/list-order'
import { presentRows, readRows } from '@/lib/workspace/items/present-rows'
import { loadBrowsable } from '@/lib/workspace/items/queries'
import type { downloadItemsEndpoint } from './contract'
import { csvCells, csvTitles, jsonRow } from './rules'

type Asked = Query<typeof downloadItemsEndpoint>

/** Items that are in memory at a time. */
const BATCH = 500
const MEDIA = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' }

/** The list under a filter as a file, in its order, with its columns and by its rights. Which items it holds is settled when it begins. */
export async function downloadItems(actor: Actor, projectId: string, downloadQuery: Asked): Promise<Response> {
  const query = { ...downloadQuery, page: 1 }
  const { name, positions, told } = await transaction(async (tx) => {
    const project = await loadBrowsable(tx, actor, projectId)
    authorizeColumns(project, query)
    const filter = await readFilter(tx, actor, project, query)
    const positions = await listPositions(tx, projectId, query, { where: filter.where, limit: null, offset: 0 })
    await rememberTold(tx, actor, project, { told: filter.told, tasks: [] })
    const data = { format: downloadQuery.format, items: positions.length }
    await record(tx, 'items.downloaded', { actorId: actor.userId, projectId }, data)
    return { name: project.name, positions, told: filter.told }
  })
  const batches = () => readBatches(actor, projectId, { query, positions, told })
  return new Response(
    streamText(downloadQuery.format === 'csv' ? csvLines(downloadQuery, batches) : jsonLines(downloadQuery, batches)),
    {
      headers: {
        'content-type': MEDIA[downloadQuery.format],
        'content-disposition': `attachment; filename="${fileNameOf(name, 'items', downloadQuery.format)}"`,
        'cache-control': 'no-store, no-transform',
      },
    },
  )
}

type Batches = () => AsyncGenerator<ItemRow[]>
interface Listed {
  query: Asked & { page: number }
  positions: readonly number[]
  told: ReadFilter['told']
}

/** Each batch asks anew whether the person may still read it. */
async function* readBatches(actor: Actor, projectId: string, { query, positions, told }: Listed) {
  for (let start = 0; start < positions.length; start += BATCH) {
    const batch = positions.slice(start, start + BATCH)
    yield await transaction(async (tx) => {
      const project = await loadBrowsable(tx, actor, projectId)
      authorizeColumns(project, query)
      const rows = await readRows(tx, projectId, batch)
      return presentRows(tx, actor, project, { rows, query, told })
    })
  }
}

async function* csvLines(downloadQuery: Asked, batches: Batches): AsyncGenerator<string> {
  const columns = columnsOf(downloadQuery)
  yield csvRow(csvTitles(columns))
  for await (const rows of batches()) yield rows.map((row) => csvRow(csvCells(row, columns))).join('')
}

async function* jsonLines(downloadQuery: Asked, batches: Batches): AsyncGenerator<string> {
  const columns = columnsOf(downloadQuery)
  for await (const rows of batches()) yield rows.map((row) => `${JSON.stringify(jsonRow(row, columns))}\n`).join('')
}
