/** What is inconsistent in a project's gold. Gold may be read by everybody who may see this; what is told is remembered. */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import { type Checks, FINDINGS_PAGE_SIZE, type Findings, type FindingsQuery, type Kind } from './contract'
import { presentFindings } from './present'
import { headBatches } from './read-heads'
import { type CheckedItem, checkedItems, contradictionsIn, kindsOf } from './scan'

/** The longest list of positions; more are only counted. */
const TOLD = 200

/**
 * The items whose label contradicts itself and was settled by nobody: how many, and the first positions. A release needs
 * them settled. Reads in batches, however long the project.
 */
export async function unsettledContradictions(
  tx: Tx,
  projectId: string,
): Promise<{ count: number; positions: number[] }> {
  const { protocolId } = found(await tx.project.findUnique({ where: { id: projectId }, select: { protocolId: true } }))
  const protocol = protocolById(protocolId)
  const { itemLabel, rollUps } = protocol
  const unsettled = { count: 0, positions: [] as number[] }
  // One rule cannot differ from itself, and nothing is stored that could.
  if (!itemLabel || (rollUps.length < 2 && !itemLabel.stored)) return unsettled
  for await (const heads of headBatches(tx, projectId, itemLabel)) {
    const open = heads.filter((head) => {
      const [first] = contradictionsIn(protocol, head)
      return first && !first.label?.override?.stands
    })
    unsettled.count += open.length
    unsettled.positions.push(...open.slice(0, TOLD - unsettled.positions.length).map(({ position }) => position))
  }
  return unsettled
}

export { readGolds } from './read-golds'
// For releases, which hold what is found and where.
export { checkedItems, kindsOf } from './scan'

/** How much of what is inconsistent, for managers, reviewers and viewers. */
export async function getChecks(actor: Actor, projectId: string): Promise<Checks> {
  const project = await loadChecked(prisma(), actor, projectId)
  const protocol = protocolById(project.protocolId)
  const kinds = new Map(kindsOf(protocol).map((kind) => [kind.key, kind]))
  const counts = { items: 0, contradictory: 0, unsettled: 0 }
  for await (const { contradiction, found } of checkedItems(prisma(), projectId, protocol)) {
    counts.items++
    if (contradiction !== 'none') counts.contradictory++
    if (contradiction === 'unsettled') counts.unsettled++
    countIn(kinds, found)
  }
  const { role, archived } = project.subject
  return {
    project: { id: project.id, name: project.name, protocol: protocol.title },
    items: counts.items,
    kinds: [...kinds.values()],
    contradictions: { items: counts.contradictory, unsettled: counts.unsettled },
    rules: protocol.rollUps.map(({ key, title, description }) => ({ key, title, description })),
    values: protocol.itemLabel?.values.map((each) => ({ ...each })) ?? [],
    canSettle: (role === 'manager' || role === 'reviewer') && !archived,
  }
}

function countIn(kinds: ReadonlyMap<string, Kind>, found: CheckedItem['found']): void {
  for (const { kind } of found) {
    const counted = kinds.get(kind)
    if (counted) counted.findings++
  }
  for (const kind of new Set(found.map((finding) => finding.kind))) {
    const counted = kinds.get(kind)
    if (counted) counted.items++
  }
}

/** The inconsistencies of one kind, whole items at a time. */
export async function listFindings(
  actor: Actor,
  { projectId, kind }: { projectId: string; kind: string },
  query: FindingsQuery,
): Promise<Findings> {
  const project = await loadChecked(prisma(), actor, projectId)
  const protocol = protocolById(project.protocolId)
  if (!kindsOf(protocol).some(({ key }) => key === kind))
    throw new AppError('not_found', 'There is no check of that name.')
  const pageItems: CheckedItem[] = []
  let count = 0
  let more = false
  for await (const checked of checkedItems(prisma(), projectId, protocol, query.after)) {
    const wanted = query.unsettled === 'false' || checked.contradiction === 'unsettled'
    const found = checked.found.filter((finding) => finding.kind === kind)
    if (!wanted || found.length === 0) continue
    more = count >= FINDINGS_PAGE_SIZE
    if (more) break
    pageItems.push({ ...checked, found })
    count += found.length
  }
  return transaction(async (tx) => {
    await recordReadsOf(tx, actor, pageItems)
    const next = more ? (pageItems.at(-1)?.item.position ?? null) : null
    return { findings: await presentFindings(tx, protocol, pageItems), next }
  })
}

async function loadChecked(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('items.browse', project, 'Checks are for managers, reviewers and viewers of a project.')
  return project
}

/** What is found on an item tells what its gold says. */
async function recordReadsOf(tx: Tx, actor: Actor, items: readonly CheckedItem[]): Promise<void> {
  const itemId = { in: items.map(({ item }) => item.id) }
  const tasks = await tx.task.findMany({ where: { itemId, state: 'gold' }, select: { id: true } })
  await recordAnswerReads(
    tx,
    actor,
    tasks.map(({ id }) => id),
    'gold',
  )
}
