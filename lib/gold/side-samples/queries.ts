import 'server-only'
import { z } from 'zod'
import { panelsOf } from '@/lib/gold/dataset/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import { atOneMoment, type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Audit } from '@/lib/protocols/protocol'
import { findKept, type KeptKey, keepFigures } from '@/lib/quality/agreement/queries'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import type { AuditKind, AuditsView, AuditView } from './contract'
import { POOL_VERSION, readPoolPrint, readPools } from './pool'

/** The records of so many items are counted; of larger projects only the first are. */
const MOST_COUNTED = 2_000

/** Of fewer items records are counted whenever somebody looks. */
const KEPT_FROM = 200

const keptSchema = z.object({
  isAll: z.boolean(),
  /** By the key of the audit. */
  kinds: z.record(z.string(), z.object({ records: z.int(), items: z.int() })),
})
type Counted = z.infer<typeof keptSchema>

/** The side audits of a project, for managers, reviewers and viewers. What audits found is read with their gold. */
export async function listAudits(
  actor: Actor,
  projectId: string,
  { keptFrom = KEPT_FROM }: { keptFrom?: number } = {},
): Promise<AuditsView> {
  const { project, ...view } = await transaction(async (tx) => {
    const loaded = await loadProject(tx, actor, projectId)
    authorizeProject('items.browse', loaded, 'Audits are for managers, reviewers and viewers of a project.')
    const { role, archived } = loaded.subject
    return {
      project: loaded,
      canCreate: role === 'manager' && !archived,
      audits: await auditsOf(tx, actor, loaded),
      auditOf: await auditedBy(tx, actor, projectId),
    }
  })
  return { ...view, kinds: await kindsOf(project, keptFrom) }
}

async function kindsOf(project: LoadedProject, keptFrom: number): Promise<AuditKind[]> {
  const audits = protocolById(project.protocolId).audits ?? []
  if (audits.length === 0) return []
  const { isAll, kinds } = await countEligible(project, audits, keptFrom)
  return audits.map(({ key, title, description, sample, protocol }) => {
    const { records, items } = kinds[key] ?? { records: 0, items: 0 }
    const eligible = { records, items, isAll }
    return { key, title, description, sample, protocol: protocolById(protocol).title, eligible }
  })
}

/** What there is to draw from. Kept under a print of the gold that is counted, whoever looks; print and gold are read as of one moment. */
async function countEligible(
  { id: projectId, protocolId, protocolVersion }: LoadedProject,
  audits: readonly Audit[],
  keptFrom: number,
): Promise<Counted> {
  const { counted, toKeep } = await atOneMoment(async (tx) => {
    // One more than are counted, on which it depends whether those are all.
    const { items, print } = await readPoolPrint(tx, projectId, MOST_COUNTED + 1)
    const version = [POOL_VERSION, protocolId, protocolVersion, items, print].join('/')
    const keptKey: KeptKey = { projectId, key: 'audits', version }
    const found = items < keptFrom ? null : await findKept(keptKey, keptSchema, tx)
    if (found) return { counted: found, toKeep: null }
    const { pools, isAll } = await readPools(tx, projectId, audits, MOST_COUNTED)
    const kinds = audits.map(({ key }, at) => {
      const places = pools[at] ?? []
      return [key, { records: places.length, items: new Set(places.map(({ itemId }) => itemId)).size }] as const
    })
    return { counted: { isAll, kinds: Object.fromEntries(kinds) }, toKeep: items < keptFrom ? null : keptKey }
  })
  if (toKeep) await keepFigures(toKeep, counted)
  return counted
}

async function auditsOf(tx: Tx, actor: Actor, { id, protocolId }: LoadedProject): Promise<AuditView[]> {
  const rows = await tx.audit.findMany({
    where: { projectId: id },
    orderBy: [{ createdAt: 'desc' }, { auditId: 'desc' }],
    include: { audit: { select: { name: true, protocolId: true, rollUpRule: true } } },
  })
  const visible = await visibleAmong(
    tx,
    actor,
    rows.map(({ auditId }) => auditId),
  )
  const audits: AuditView[] = []
  for (const { auditId, kind, size, seed, eligible, createdAt, audit } of rows) {
    const isOpen = visible.has(auditId)
    const panels = await panelsOf(tx, actor, { id: auditId, ...audit })
    audits.push({
      auditId,
      kind,
      size,
      seed,
      eligible,
      isOpen,
      name: audit.name,
      createdAt: createdAt.toISOString(),
      title: titleOf(protocolId, kind),
      progress: await progressOf(tx, auditId),
      // The items behind a figure are for those who may open them.
      panels: isOpen ? panels : panels.map(withoutItems),
    })
  }
  return audits
}

const titleOf = (protocolId: string, kind: string) =>
  protocolById(protocolId).audits?.find(({ key }) => key === kind)?.title ?? kind

const withoutItems = (panel: AuditView['panels'][number]) => ({
  ...panel,
  rows: panel.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, count: 0, items: null })) })),
})

/** Those that the reader may open; what annotators see of an audit is their own. */
async function visibleAmong(tx: Tx, actor: Actor, ids: string[]): Promise<Set<string>> {
  const roles = ['manager', 'reviewer', 'viewer'] as const
  const rows = await tx.project.findMany({
    where: { AND: [{ id: { in: ids } }, visibleProjectsWhere(actor, roles)] },
    select: { id: true },
  })
  return new Set(rows.map(({ id }) => id))
}

async function progressOf(tx: Tx, auditId: string): Promise<AuditView['progress']> {
  const [counts] = await tx.$queryRaw<AuditView['progress'][]>`
    select count(*)::int "items", (count(*) filter (where i.discarded_at is not null))::int "discarded",
      (count(*) filter (where i.discarded_at is null and not exists (
        select 1 from stages s left join tasks t on t.stage_id = s.id and t.item_id = i.id and t.state = 'gold'
        where s.project_id = i.project_id and t.id is null)))::int "gold"
    from items i where i.project_id = ${auditId}::uuid`
  return counts ?? { items: 0, gold: 0, discarded: 0 }
}

async function auditedBy(tx: Tx, actor: Actor, auditId: string): Promise<AuditsView['auditOf']> {
  const row = await tx.audit.findFirst({
    where: { auditId, project: visibleProjectsWhere(actor) },
    select: { kind: true, project: { select: { id: true, name: true, protocolId: true } } },
  })
  if (!row) return null
  const { id, name, protocolId } = row.project
  return { projectId: id, name, title: titleOf(protocolId, row.kind) }
}
