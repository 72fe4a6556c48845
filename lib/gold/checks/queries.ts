/** What is inconsistent in a project's gold. Gold may be read by everybody who may see this; what is told is remembered. */
import 'server-only'
import type { z } from 'zod'
import type { Actor } from '@/lib/platform/policy/actor'
import { atOneMoment, type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { sharedWork } from '@/lib/platform/server/shared-work'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import type { KeptKey } from '@/lib/quality/agreement/queries'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import {
  type Block,
  countChanged,
  KEEPING,
  type Keeping,
  type KeptBlocks,
  keepBlocks,
  openBlocks,
  positionsIn,
  type Tally,
  tallyOf,
} from './blocks'
import {
  type Checks,
  type checksPageQuerySchema,
  FINDINGS_PAGE_SIZE,
  type Findings,
  type FindingsQuery,
} from './contract'
import { presentFindings } from './present'
import { headBatches } from './read-heads'
import { shownKind } from './rules'
import { type CheckedItem, checkedItems, contradictionsIn, kindsOf } from './scan'

/** The longest list of positions; more are only counted. */
const TOLD = 200
/** All gold of a large project is gone through the first time. */
const MINUTES = 5

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
export const getChecks = (actor: Actor, projectId: string, keeping: Keeping = KEEPING): Promise<Checks> =>
  withChecks(actor, projectId, keeping, countAll)

/** The inconsistencies of one kind, whole items at a time. */
export async function listFindings(
  actor: Actor,
  { projectId, kind }: { projectId: string; kind: string },
  query: FindingsQuery,
  keeping: Keeping = KEEPING,
): Promise<Findings> {
  const page = await withChecks(actor, projectId, keeping, (tx, opened) => readPage(tx, opened, { kind, ...query }))
  return presentPage(actor, page)
}

/** Both as of one moment, with the kind asked for or else the first that was found. */
export async function getChecksPage(
  actor: Actor,
  projectId: string,
  { kind: requestedKind, ...query }: z.output<typeof checksPageQuerySchema>,
): Promise<{ checks: Checks; kind: string | undefined; found: Findings | null }> {
  const { checks, kind, page } = await withChecks(actor, projectId, KEEPING, async (tx, opened) => {
    const checks = await countAll(tx, opened)
    const kind = requestedKind ?? shownKind(checks.kinds)?.key
    return { checks, kind, page: kind === undefined ? null : await readPage(tx, opened, { kind, ...query }) }
  })
  return { checks, kind, found: page && (await presentPage(actor, page)) }
}

interface OpenChecks {
  project: LoadedProject
  protocol: Protocol
  keeping: Keeping
  /** null: too little gold to keep anything of it. */
  blocks: readonly Block[] | null
}

/**
 * So many times a visit waits for what has changed to be gone through for all who look. What changes meanwhile, which is little, it then goes through
 * by itself, so that nobody waits for ever where somebody writes all the time.
 */
const MOST_SHARED = 2

/** Does `work` as of one moment, with what is kept of the project's checks brought up to date. */
async function withChecks<T>(
  actor: Actor,
  projectId: string,
  keeping: Keeping,
  work: (tx: Tx, opened: OpenChecks) => Promise<T>,
): Promise<T> {
  let computed: KeptBlocks | null = null
  for (let shared = 0; ; shared++) {
    const visit: Visit<T> = await atOneMoment(async (tx) => {
      const project = await loadChecked(tx, actor, projectId)
      const protocol = protocolById(project.protocolId)
      const opened = await openBlocks(tx, project, keeping, computed)
      const hasChanged = opened !== null && opened.changed.length > 0
      if (hasChanged && shared < MOST_SHARED) return { awaited: { project, protocol, key: opened.key } }
      if (hasChanged) await countChanged(tx, protocol, opened)
      const result = await work(tx, { project, protocol, keeping, blocks: opened?.blocks ?? null })
      return { result, toKeep: hasChanged ? opened : null }
    }, MINUTES)
    if ('result' in visit) {
      if (visit.toKeep) await keepBlocks(visit.toKeep)
      return visit.result
    }
    const { awaited } = visit
    computed = await countOnce(awaited.key, () => countAndKeep(awaited, keeping))
  }
}

/** What came of a look at the blocks: the result, or what has to be gone through first. */
type Visit<T> =
  | { result: T; toKeep: KeptBlocks | null }
  | { awaited: { project: LoadedProject; protocol: Protocol; key: KeptKey } }

/**
 * Gold is gone through once for all who look at the same time: whoever waits has no connection to the database meanwhile. By project and not by print:
 * an edit in the meantime does not have it gone through from the beginning by the next visitor.
 */
const countOnce = sharedWork<KeptBlocks | null>('checks')

async function countAndKeep(
  { project, protocol }: { project: LoadedProject; protocol: Protocol },
  keeping: Keeping,
): Promise<KeptBlocks | null> {
  const counted = await atOneMoment(async (tx) => {
    const opened = await openBlocks(tx, project, keeping)
    if (opened) await countChanged(tx, protocol, opened)
    return opened
  }, MINUTES)
  if (counted && counted.changed.length > 0) await keepBlocks(counted)
  return counted
}

async function countAll(tx: Tx, { project, protocol, blocks }: OpenChecks): Promise<Checks> {
  const tallies = blocks ?? [await tallyOf(checkedItems(tx, project.id, protocol))]
  const sum = (of: (tally: Tally) => number | undefined) =>
    tallies.reduce((total, tally) => total + (of(tally) ?? 0), 0)
  const { role, archived } = project.subject
  return {
    project: { id: project.id, name: project.name, protocol: protocol.title },
    items: sum(({ items }) => items),
    kinds: kindsOf(protocol).map((kind) => ({
      ...kind,
      findings: sum(({ kinds }) => kinds[kind.key]?.findings),
      items: sum(({ kinds }) => kinds[kind.key]?.items),
    })),
    contradictions: {
      items: sum(({ contradictory }) => contradictory),
      unsettled: sum(({ unsettled }) => unsettled),
    },
    rules: protocol.rollUps.map(({ key, title, description }) => ({ key, title, description })),
    values: protocol.itemLabel?.values.map((each) => ({ ...each })) ?? [],
    canSettle: (role === 'manager' || role === 'reviewer') && !archived,
  }
}

interface Page {
  protocol: Protocol
  items: CheckedItem[]
  isLast: boolean
}

/** The first items behind a position on which something of the kind was found, with that alone, until the page is full. */
async function readPage(
  tx: Tx,
  { project, protocol, keeping, blocks }: OpenChecks,
  { kind, after, unsettled }: FindingsQuery & { kind: string },
): Promise<Page> {
  if (!kindsOf(protocol).some(({ key }) => key === kind))
    throw new AppError('not_found', 'There is no check of that name.')
  const asked = { kind, after, unsettled: unsettled === 'true' }
  const candidates = blocks
    ? itemsAt(tx, project, protocol, positionsIn(blocks, keeping, asked))
    : checkedItems(tx, project.id, protocol, { after })
  const items: CheckedItem[] = []
  let count = 0
  for await (const checked of candidates) {
    const isWanted = !asked.unsettled || checked.contradiction === 'unsettled'
    const found = checked.found.filter((finding) => finding.kind === kind)
    if (!isWanted || found.length === 0) continue
    if (count >= FINDINGS_PAGE_SIZE) return { protocol, items, isLast: false }
    items.push({ ...checked, found })
    count += found.length
  }
  return { protocol, items, isLast: true }
}

/** The findings in words; that they were read is remembered. */
const presentPage = (actor: Actor, { protocol, items, isLast }: Page): Promise<Findings> =>
  transaction(async (tx) => {
    await recordReadsOf(tx, actor, items)
    const next = isLast ? null : (items.at(-1)?.item.position ?? null)
    return { findings: await presentFindings(tx, protocol, items), next }
  })

/** The items at these positions, a page's at a time: most of what is asked for ends with the first. */
async function* itemsAt(
  tx: Tx,
  { id }: LoadedProject,
  protocol: Protocol,
  positions: readonly number[],
): AsyncGenerator<CheckedItem> {
  const step = FINDINGS_PAGE_SIZE + 1
  for (let start = 0; start < positions.length; start += step)
    yield* checkedItems(tx, id, protocol, { only: positions.slice(start, start + step) })
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
