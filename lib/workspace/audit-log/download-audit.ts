import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { streamText } from '@/lib/platform/server/streams/stream-text'
import { csvRow } from '@/lib/text/csv-row'
import type { AuditEvent, AuditFilters, auditFormats } from './contract'
import { logOf, presentEvents } from './present'
import { authorizeHouseAudit, authorizeProjectAudit } from './queries'
import { type ReadEvents, readHouseEvents, readProjectEvents } from './read-events'

type Format = (typeof auditFormats)[number]
type Asked = AuditFilters & { format: Format }
type ReadPage = (before: bigint | undefined, limit: number) => Promise<ReadEvents>

/** Events that are in memory at a time. */
const BATCH = 1000
const MEDIA = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' }

/** A project's log as a file; that it was taken is the newest line of the next one. */
export async function downloadProjectAudit(actor: Actor, projectId: string, auditQuery: Asked): Promise<Response> {
  const name = await authorizeProjectAudit(actor, projectId)
  const read: ReadPage = (before, limit) => readProjectEvents(actor, projectId, { ...auditQuery, before }, limit)
  const namedLog = logNamed(logOf(projectId), read)
  return answer(namedLog, auditQuery.format, name, { actorId: actor.userId, projectId })
}

/** The log of the installation as a file. */
export async function downloadHouseAudit(actor: Actor, auditQuery: Asked): Promise<Response> {
  authorizeHouseAudit(actor)
  const read: ReadPage = (before, limit) => readHouseEvents({ ...auditQuery, before }, limit)
  return answer(logNamed(logOf(null), read), auditQuery.format, 'Assay', { actorId: actor.userId })
}

/** The events of a log in words, in batches. */
type Told = () => AsyncGenerator<AuditEvent[]>

async function answer(
  eventBatches: Told,
  format: Format,
  name: string,
  scope: { actorId: string; projectId?: string },
): Promise<Response> {
  await transaction((tx) => record(tx, 'audit_log.downloaded', scope, { format }))
  const disposition = `attachment; filename="${fileNameOf(name, 'audit-log', format)}"`
  return new Response(streamText(format === 'csv' ? csvLines(eventBatches) : jsonLines(eventBatches)), {
    headers: {
      'content-type': MEDIA[format],
      'content-disposition': disposition,
      'cache-control': 'no-store, no-transform',
    },
  })
}

/** From the newest event to the oldest; what happens meanwhile is newer than the first. */
const logNamed = (log: string, read: ReadPage): Told =>
  async function* batches() {
    for (let before: bigint | undefined; ; ) {
      const { rows, stoppedAt } = await read(before, BATCH)
      if (rows.length > 0) yield await presentEvents(log, rows)
      const last = rows.length < BATCH ? stoppedAt : rows.at(-1)?.id
      if (!last) return
      before = last
    }
  }

const COLUMNS = ['at', 'id', 'kind', 'type', 'person', 'person_id', 'what', 'remark', 'item'] as const

async function* csvLines(eventBatches: Told): AsyncGenerator<string> {
  yield csvRow(COLUMNS)
  for await (const events of eventBatches())
    yield events
      .map(({ at, id, kind, type, by, text, remark, item }) =>
        csvRow([at, id, kind, type, by?.name ?? null, by?.id ?? null, text, remark, item?.position ?? null]),
      )
      .join('')
}

async function* jsonLines(eventBatches: Told): AsyncGenerator<string> {
  for await (const events of eventBatches()) yield events.map((event) => `${JSON.stringify(event)}\n`).join('')
}
