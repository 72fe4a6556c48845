import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject, canTask, isRevealed } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Protocol, UnitDraft, Vote } from '@/lib/protocols/protocol'
import { inShownOrder, shuffledKeys } from '@/lib/protocols/shown-order'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import { type LoadedTask, listUnits, loadTask, subjectOf } from '@/lib/workspace/tasks/load-task'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import type { ItemTask, ItemView } from './contract'
import { labelsInRecord } from './labelled-stages'
import { wholeText } from './rules'
import { presentWithdrawal } from './withdrawn/contract'

/** Reads and presents one item. The caller has made sure that the actor may browse its project. */
export async function readItem(tx: Tx, actor: Actor, project: LoadedProject, itemId: string): Promise<ItemView> {
  const item = found(
    await tx.item.findUnique({
      where: { id: itemId },
      include: {
        import: { select: { fileName: true } },
        withdrawal: true,
        tasks: { orderBy: { stage: { position: 'asc' } }, select: { id: true } },
      },
    }),
  )
  const protocol = protocolById(project.protocolId)
  const about = {
    id: item.id,
    projectId: item.projectId,
    protocolId: protocol.id,
    position: item.position,
    externalId: item.externalId,
    title: item.title,
    domain: item.domain,
    source: item.source,
    own: { domain: item.ownDomain, source: item.ownSource, tags: item.tags },
    createdAt: item.createdAt.toISOString(),
    fileName: item.import?.fileName ?? null,
    escaped: item.escaped,
    formatTitle: protocol.formats.find((format) => format.key === item.format)?.title ?? item.format,
    discarded: await presentDiscard(tx, item, protocol.discardReasons),
    withdrawn: presentWithdrawal(item.withdrawal),
    ...(await neighbours(tx, item)),
  }
  if (item.withdrawal) return { ...about, mayChangeFacts: false, parts: [], record: null, recordLeftOut: [], tasks: [] }
  const loaded: LoadedTask[] = []
  for (const { id } of item.tasks) loaded.push(await loadTask(tx, actor, id))
  const readableParts = protocol.present(readableContent(actor, protocol, item.content as Json, loaded))
  const parts = readableParts.map(({ title, text }) => ({ title, text }))
  const tasks: ItemTask[] = []
  for (const task of loaded) tasks.push(await readTask(tx, actor, task, parts))
  await recordAnswerReads(
    tx,
    actor,
    tasks.filter((task) => task.gold).map((task) => task.id),
    'gold',
  )
  const { record, leftOut } = await readRecord(tx, actor, protocol, item, loaded)
  return {
    ...about,
    mayChangeFacts: canProject('project.manage', project.subject),
    parts,
    record,
    recordLeftOut: leftOut,
    tasks,
  }
}

const mayReadLabels = (actor: Actor, { subject }: LoadedTask): boolean =>
  canTask(actor, 'task.readAnswers', subject) || canTask(actor, 'task.readGold', subject)

/** The stages whose annotators see units without a word of which is which. */
const tellingStages = ({ stages }: Protocol) => stages.filter(({ shuffles }) => shuffles !== undefined)

/** The content, without what its annotators are not to know as long as the reader may still become one. */
function readableContent(actor: Actor, protocol: Protocol, content: Json, tasks: readonly LoadedTask[]): Json {
  const blind = tellingStages(protocol).find(({ key }) => {
    const task = tasks.find(({ stage }) => stage.key === key)
    return !task || !mayReadLabels(actor, task)
  })
  return blind?.shows?.(content) ?? content
}

interface ReadRecord {
  record: string | null
  /** Fields that it is shown without. */
  leftOut: string[]
}

/**
 * The record as it stood in the file. Labels in it are answers: they are read by whoever may read the answers to the
 * tasks of all stages that it has labels of, and then remembered as read. So is a record that tells which of the units
 * that annotators see shuffled is which. Discarded tasks are as closed as open ones: they can be restored. Fields that nothing was
 * read from may hold labels too: without the right to read answers to the first stage, the record is shown without them.
 */
async function readRecord(
  tx: Tx,
  actor: Actor,
  protocol: Protocol,
  item: { format: string; record: string },
  tasks: readonly LoadedTask[],
): Promise<ReadRecord> {
  const telling = tellingStages(protocol).map(({ key }) => key)
  const recordLabels = labelsInRecord(protocol, item)
  if (!recordLabels) {
    const isOpen = await readLabelled(tx, actor, null, tasks)
    return { record: isOpen ? item.record : null, leftOut: [] }
  }
  const sure = [...recordLabels.stages, ...telling]
  const possible = recordLabels.unread.length > 0 ? [protocol.stages[0].key] : []
  if (await readLabelled(tx, actor, [...sure, ...possible], tasks)) return { record: item.record, leftOut: [] }
  const isShown = possible.length > 0 && (await readLabelled(tx, actor, sure, tasks))
  if (!isShown) return { record: null, leftOut: [] }
  return { record: JSON.stringify(recordLabels.shown), leftOut: recordLabels.unread }
}

/** May the actor read labels of all of these stages (null: of whatever stage)? Then it is remembered that this person has. */
async function readLabelled(
  tx: Tx,
  actor: Actor,
  stages: readonly string[] | null,
  tasks: readonly LoadedTask[],
): Promise<boolean> {
  if (stages?.length === 0) return true
  const concerned = stages === null ? tasks : tasks.filter(({ stage }) => stages.includes(stage.key))
  // A stage that has not begun will be as blind as any.
  if ((stages && concerned.length < new Set(stages).size) || !concerned.every((task) => mayReadLabels(actor, task)))
    return false
  await recordAnswerReads(
    tx,
    actor,
    concerned.map(({ id }) => id),
    'record',
  )
  return true
}

type Discard = Pick<
  NonNullable<Awaited<ReturnType<Tx['item']['findUnique']>>>,
  'discardedAt' | 'discardReason' | 'discardNote' | 'discardedById'
>

async function presentDiscard(
  tx: Tx,
  item: Discard,
  reasons: readonly { value: string; text: string }[],
): Promise<ItemView['discarded']> {
  if (!item.discardedAt || !item.discardReason) return null
  const by = item.discardedById
    ? await tx.user.findUnique({ where: { id: item.discardedById }, select: { name: true } })
    : null
  return {
    at: item.discardedAt.toISOString(),
    reason: reasons.find((reason) => reason.value === item.discardReason)?.text ?? item.discardReason,
    note: item.discardNote,
    by: by?.name ?? null,
  }
}

async function neighbours(tx: Tx, { projectId, position }: { projectId: string; position: number }) {
  const previous = await tx.item.findFirst({
    where: { projectId, position: { lt: position } },
    orderBy: { position: 'desc' },
    select: { id: true },
  })
  const next = await tx.item.findFirst({
    where: { projectId, position: { gt: position } },
    orderBy: { position: 'asc' },
    select: { id: true },
  })
  return { previousId: previous?.id ?? null, nextId: next?.id ?? null }
}

async function readTask(tx: Tx, actor: Actor, task: LoadedTask, parts: readonly { text: string }[]): Promise<ItemTask> {
  const listed = (await listUnits(tx, task)).map(({ position: _, ...unit }) => unit)
  const units = isRevealed(task.state) ? listed : inShownOrder(task.stage, listed, byKey(task, listed))
  return {
    id: task.id,
    stage: task.stage.key,
    stageTitle: task.stage.title,
    state: task.state,
    votes: task.stage.consolidation === 'votes',
    round: task.round,
    raters: task.raters,
    revision: task.revision,
    stale: task.stale,
    units,
    segmented: await presentSegmented(tx, task, units, parts),
    gold: canTask(actor, 'task.readGold', task.subject) ? await readGold(tx, task) : null,
    abilities: presentAbilities(actor, task),
  }
}

/** As long as somebody may still be asked, the order in which units stand must not tell which is which. */
const byKey = ({ stage }: LoadedTask, units: readonly UnitDraft[]): string[] | null =>
  shuffledKeys(stage, units)?.toSorted() ?? null

async function presentSegmented(
  tx: Tx,
  task: LoadedTask,
  units: readonly { kind: string; text: string }[],
  parts: readonly { text: string }[],
): Promise<ItemTask['segmented']> {
  const kind = task.stage.resegments
  if (kind === null) return null
  const segments = units.filter((unit) => unit.kind === kind).map((unit) => unit.text)
  const changed = await tx.event.count({ where: { taskId: task.id, type: 'task.resegmented' } })
  return { kind, whole: wholeText(parts, segments), changed: changed > 0 }
}

async function readGold(tx: Tx, task: LoadedTask): Promise<ItemTask['gold']> {
  const gold = await tx.gold.findFirst({ where: { taskId: task.id, supersededAt: null } })
  if (!gold) return null
  const answers = gold.answers as Answers
  const subject = subjectOf(task, await listUnits(tx, { id: task.id, round: gold.round }))
  return {
    version: gold.version,
    origin: gold.origin,
    createdAt: gold.createdAt.toISOString(),
    units: [...withMadeUnits(task.stage, subject, answers).units],
    answers,
    votes: gold.votes === null ? null : (gold.votes as unknown as Vote[]).map(presentVote),
    rollUp: gold.rollUp as Record<string, Json>,
  }
}

const presentVote = ({ shown, answers }: Vote, index: number) => ({
  number: index + 1,
  answers,
  shown: shown && [...shown],
})

function presentAbilities(actor: Actor, { subject }: LoadedTask): ItemTask['abilities'] {
  const can = (action: Parameters<typeof canTask>[1]) => canTask(actor, action, subject)
  return {
    prepare: can('task.prepare'),
    annotate: can('task.annotate'),
    adjudicate: can('task.adjudicate'),
    approve: can('task.approve'),
    readAnswers: can('task.readAnswers') && subject.policy !== 'votes',
    sendBack: can('task.sendBack'),
    settleStale: can('task.settleStale'),
    discard: can('task.discard'),
    // As lib/workspace/tasks/restore-task.ts decides.
    restore: subject.role === 'manager' && !subject.archived && subject.state === 'discarded',
  }
}
