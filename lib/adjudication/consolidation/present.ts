import 'server-only'
import type { DisagreementCause } from '@/generated/prisma/client'
import type { Note } from '@/lib/annotation/comments/contract'
import type { GivenSuggestion } from '@/lib/annotation/suggestions/contract'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import type { Settled } from '@/lib/protocols/consolidation'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, UnitDraft } from '@/lib/protocols/protocol'
import type { Stale } from '@/lib/workspace/tasks/contract'
import { areNamesOpen, nameInLane } from '@/lib/workspace/tasks/lane-order'
import { shownContent, unitOf } from '@/lib/workspace/tasks/load-task'
import { REASON } from '@/lib/workspace/tasks/write-outcome'
import type { Author, ConsolidationView, SettledValue } from './contract'
import type { LoadedConsolidation } from './load-consolidation'
import type { StandingReply } from './standing-replies'

/** What is read beside the consolidation itself. */
export interface Surroundings {
  disagreements: {
    id: string
    question: string
    cause: DisagreementCause | null
    proposal: Json
    unit: { key: string }
  }[]
  replies: StandingReply[]
  /** As they were made. `blind`: while the task was open. */
  comments: { note: Note; userId: string; blind: boolean }[]
  adjudicated: { userId: string; at: Date } | null
  approved: { userId: string; at: Date } | null
  sentBack: { userId: string; at: Date; comment: string } | null
  /** Set where gold was imported: then nothing was settled here. */
  importedGold: Answers | null
  stale: Stale
  suggestions: GivenSuggestion[]
  /** Names by user id; empty unless the reader may know them. */
  names: Map<string, string>
}

const AGREEMENT: Author = { kind: 'agreement', lane: null, name: null }

/** The wire shape; ids of annotations and other people stay behind. */
export function presentConsolidation(
  actor: Actor,
  loaded: LoadedConsolidation,
  around: Surroundings,
): ConsolidationView {
  const { task, lanes, outcome } = loaded
  const can = (action: Parameters<typeof canTask>[1]) => canTask(actor, action, task.subject)
  const author = (userId: string): Author => authorOf(actor, loaded, around.names, userId)
  const sign = ({ userId, at }: { userId: string; at: Date }) => ({ by: author(userId), at: at.toISOString() })
  const mark = (signed: Surroundings['approved']) => signed && sign(signed)
  return {
    userId: actor.userId,
    taskId: task.id,
    itemId: task.itemId,
    projectId: task.projectId,
    projectName: task.projectName,
    protocolId: task.protocol.id,
    stageKey: task.stage.key,
    state: task.state as ConsolidationView['state'],
    round: task.round,
    revision: task.revision,
    item: { position: task.position, ...task.item, content: shownContent(task) },
    units: presentUnits(loaded, around.importedGold),
    lanes: lanes.map(({ id, userId, answers, listed }) => ({
      id,
      own: userId === actor.userId,
      name: around.names.get(userId) ?? null,
      answers,
      listed,
    })),
    settled: around.importedGold
      ? presentImported(around.importedGold)
      : outcome.settled.map((settled) => presentSettled(loaded, settled, author)),
    open: around.importedGold ? [] : outcome.open,
    disagreements: around.disagreements.map(({ id, unit, ...disagreement }) => ({
      ...disagreement,
      unit: unit.key,
      replies: presentReplies(actor, loaded, around.replies, id),
    })),
    comments: inOrder(loaded, around.comments).map(({ note, userId }) => presentRemark(task, note, author(userId))),
    discussion:
      task.stage.consolidation === 'discussion'
        ? { thirdRater: task.stage.thirdRater, calledAt: task.thirdRaterAt?.toISOString() ?? null }
        : null,
    words: loaded.accepted.map(({ unit, question, userId, value }) => ({ unit, question, by: author(userId), value })),
    ...(around.suggestions.length > 0 ? { suggestions: around.suggestions } : {}),
    ...(around.stale ? { stale: around.stale } : {}),
    ...(around.sentBack ? { sentBack: { ...sign(around.sentBack), comment: around.sentBack.comment } } : {}),
    adjudicated: mark(around.adjudicated),
    approved: mark(around.approved),
    abilities: {
      comment: can('task.comment'),
      reply: can('task.reply'),
      discuss: can('task.discuss'),
      callThirdRater: can('task.callThirdRater'),
      adjudicate: can('task.adjudicate'),
      approve: can('task.approve'),
      sendBack: can('task.sendBack'),
      settleStale: can('task.settleStale'),
      discard: can('task.discard'),
    },
  }
}

/** Item histories tell by name who was at work first: until names are open, notes from before a reveal stand lane by lane. */
function inOrder({ task, lanes }: LoadedConsolidation, comments: Surroundings['comments']): Surroundings['comments'] {
  if (areNamesOpen(task)) return comments
  const laneOf = (userId: string) => lanes.findIndex((lane) => lane.userId === userId)
  const runs: Surroundings['comments'][] = []
  for (const comment of comments) {
    const run = runs.at(-1)
    if (comment.blind && run?.[0]?.blind) run.push(comment)
    else runs.push([comment])
  }
  return runs.flatMap((run) => run.toSorted((one, other) => laneOf(one.userId) - laneOf(other.userId)))
}

/** Item histories tell hours by name: until names are open, what stands in somebody else's lane has its order only. */
function presentRemark(
  task: LoadedConsolidation['task'],
  note: Note,
  author: Author,
): ConsolidationView['comments'][number] {
  if (author.kind !== 'lane' || areNamesOpen(task)) return { ...note, author }
  return { ...note, id: nameInLane(task.id, note.id), createdAt: null, author }
}

/** What imported gold lists was listed by nobody here: it follows from the gold. */
function presentUnits({ task, units }: LoadedConsolidation, importedGold: Answers | null): UnitDraft[] {
  const taskUnits = units.map(unitOf)
  if (!importedGold) return taskUnits
  return [...withMadeUnits(task.stage, { content: task.item.content, units: taskUnits }, importedGold).units]
}

function authorOf(actor: Actor, { lanes }: LoadedConsolidation, names: Map<string, string>, userId: string): Author {
  const lane = lanes.find((each) => each.userId === userId)?.id ?? null
  const kind = userId === actor.userId ? 'you' : lane ? 'lane' : 'reviewer'
  return { kind, lane, name: names.get(userId) ?? null }
}

function presentReplies(actor: Actor, { lanes }: LoadedConsolidation, replies: readonly StandingReply[], id: string) {
  return lanes.flatMap((lane) =>
    replies
      .filter((each) => each.disagreementId === id && each.userId === lane.userId)
      .map(({ reply, userId }) => ({ lane: lane.id, own: userId === actor.userId, reply })),
  )
}

function presentSettled(
  { task, rows, lanes }: LoadedConsolidation,
  settled: Settled,
  author: (userId: string) => Author,
): SettledValue {
  const { unit, question, value } = settled
  const row = rows.find((each) => each.unit === unit && each.question === question)
  if (settled.how !== 'resolved' || !row) {
    const common = { unit, question, value, lane: settled.lane, by: AGREEMENT, at: null }
    if (settled.how === 'majority' || settled.how === 'median' || settled.how === 'tied')
      return { ...common, how: 'majority', reason: REASON[settled.how] ?? '' }
    const how = settled.how === 'merged' ? 'merged' : settled.lane === null ? 'agreed' : 'single'
    return { ...common, how, reason: '' }
  }
  return {
    unit,
    question,
    value,
    how: row.how === 'discussed' || row.how === 'edited' ? row.how : 'lane',
    lane: lanes.find((lane) => lane.annotationId === row.annotationId)?.id ?? null,
    by: row.resolvedById ? author(row.resolvedById) : AGREEMENT,
    // What partners accepted stands by the last of their words, which is in a lane.
    at: row.how === 'discussed' && !areNamesOpen(task) ? null : row.resolvedAt.toISOString(),
    reason: row.reason,
  }
}

function presentImported(answers: Answers): SettledValue[] {
  const common = { how: 'imported', lane: null, by: AGREEMENT, at: null, reason: '' } as const
  return Object.entries(answers).flatMap(([unit, values]) =>
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([question, value]) => ({ unit, question, value, ...common })),
  )
}
