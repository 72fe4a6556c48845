import 'server-only'
import { panelsOf } from '@/lib/gold/dataset/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import type { AuditKind, AuditsView, AuditView } from './contract'
import { readPool } from './pool'

/** Gold of so many items is counted whenever somebody looks; of larger projects only the first are. */
const MOST_COUNTED = 2_000

/** The side audits of a project, for managers, reviewers and viewers. What audits found is read with their gold. */
export function listAudits(actor: Actor, projectId: string): Promise<AuditsView> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('items.browse', project, 'Audits are for managers, reviewers and viewers of a project.')
    const { role, archived } = project.subject
    return {
      canCreate: role === 'manager' && !archived,
      kinds: await kindsOf(tx, project),
      audits: await auditsOf(tx, actor, project),
      auditOf: await auditedBy(tx, actor, projectId),
    }
  })
}

async function kindsOf(tx: Tx, { id, protocolId }: LoadedProject): Promise<AuditKind[]> {
  const kinds: AuditKind[] = []
  for (const audit of protocolById(protocolId).audits ?? []) {
    const { key, title, description, sample, protocol } = audit
    const { places, isAll } = await readPool(tx, id, audit, MOST_COUNTED)
    const items = new Set(places.map(({ itemId }) => itemId)).size
    const eligible = { records: places.length, items, isAll }
    kinds.push({ key, title, description, sample, protocol: protocolById(protocol).title, eligible })
  }
  return kinds
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
