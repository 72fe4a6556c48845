/** The items of a project that records may be about. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Json } from '@/lib/protocols/protocol'
import { contentKeyOf, type Identified } from './identity'

export interface KnownItem extends Identified {
  id: string
  position: number
}

type Queries = Pick<Tx, '$queryRaw' | '$executeRaw'>

/** Items of the project with the id, the content or the record of one of these, in their order. */
export async function listKnownItems(
  tx: Queries,
  projectId: string,
  records: readonly Identified[],
): Promise<KnownItem[]> {
  const ids = records.flatMap(({ externalId }) => (externalId === null ? [] : [externalId]))
  return tx.$queryRaw`
    select id, position, external_id "externalId", content_key "contentKey", content_hash "contentHash" from items
    where project_id = ${projectId}::uuid and (
      content_hash = any(${records.map(({ contentHash }) => contentHash)}::text[])
      or content_key = any(${records.map(({ contentKey }) => contentKey)}::text[])
      or external_id = any(${ids}::text[]))
    order by position`
}

const BATCH = 500

/**
 * Gives the items that have none their content keys: those that are from before keys were kept, or that something else
 * than an import has made. Call it before items are looked up.
 */
export async function fillContentKeys(tx: Queries & Pick<Tx, 'project'>, projectId: string): Promise<void> {
  const { protocolId } = await tx.project.findUniqueOrThrow({ where: { id: projectId }, select: { protocolId: true } })
  const protocol = protocolById(protocolId)
  for (;;) {
    const items = await tx.$queryRaw<{ id: string; content: Json; escaped: boolean }[]>`
      select id, content, escaped from items
      where project_id = ${projectId}::uuid and content_key is null order by position limit ${BATCH}`
    const rows = items.map(({ id, content, escaped }) => ({ id, key: contentKeyOf(protocol, content, escaped) }))
    if (rows.length === 0) return
    await tx.$executeRaw`
      update items set content_key = x.key
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, key text) where items.id = x.id`
  }
}
