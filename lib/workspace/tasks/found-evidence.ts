/** What runs found for items, beside what was imported with them. */
import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { Json, Protocol } from '@/lib/protocols/protocol'
import { pipelineOf } from '@/lib/protocols/steps'

interface Item {
  itemId: string
  item: { content: Json }
  protocol: Pick<Protocol, 'id'>
}

/** The item's content with the evidence that runs found merged into it. */
export async function contentNow(tx: Tx, item: Item): Promise<Json> {
  const merge = (await pipelineOf(item.protocol.id))?.withEvidence
  if (!merge) return item.item.content
  const rows = await tx.foundEvidence.findMany({
    where: { itemId: item.itemId },
    orderBy: { id: 'asc' },
    select: { entry: true },
  })
  return rows.length === 0
    ? item.item.content
    : mergeEvidence(
        item,
        rows.map(({ entry }) => entry as Json),
      )
}

/** The same with evidence that is given and not kept. */
export async function mergeEvidence({ item: { content }, protocol }: Item, found: readonly Json[]): Promise<Json> {
  return (await pipelineOf(protocol.id))?.withEvidence?.(content, found) ?? content
}

/** Keeps what a run found for an item. What the run has kept before, in an earlier try, is not kept twice. */
export async function keepEvidence(
  tx: Tx,
  { itemId, runId }: { itemId: string; runId: string },
  found: readonly Json[],
): Promise<void> {
  const keptRows = await tx.foundEvidence.findMany({ where: { itemId, runId }, select: { entry: true } })
  const keptEntries = new Set(keptRows.map(({ entry }) => JSON.stringify(entry)))
  const stored = await tx.$queryRaw<{ entry: Json }[]>`
    select entry from jsonb_array_elements(${JSON.stringify(found)}::jsonb) with ordinality as x(entry, place) order by place`
  // As PostgreSQL writes them, so that the order of keys does not tell equal ones apart.
  const fresh = stored.filter(({ entry }) => !keptEntries.has(JSON.stringify(entry)))
  await tx.foundEvidence.createMany({
    data: fresh.map(({ entry }) => ({ itemId, runId, entry: entry as Prisma.InputJsonValue })),
  })
}

/** Where its protocol wants it so, what runs have found for an item is from now on part of the item's own content. */
export async function takeIntoContent(tx: Tx, item: Item): Promise<void> {
  if (!(await pipelineOf(item.protocol.id))?.evidenceIsContent) return
  const content = (await contentNow(tx, item)) as Prisma.InputJsonValue
  await tx.item.update({ where: { id: item.itemId }, data: { content } })
}
