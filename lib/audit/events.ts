/** Everything that can happen, and what is remembered of it. Answers are in here: reading events needs what reading answers needs. */
import type { Json } from '@/lib/protocols/protocol'

interface Change {
  from: Json
  to: Json
}

/**
 * Why a share was taken from its holder: the reservation lapsed; a manager gave it to another, or back to the queue; or
 * the person left the project, was deactivated, or only views it now.
 */
export type ReleaseReason = 'lapsed' | 'reassigned' | 'taken_back' | 'left'

interface SearchedText {
  searchId: string
  rank: number
  sha256: string
  snapshotId: string | null
  documentId: string | null
}

export interface EventMap {
  'user.created': { userId: string; by: 'setup' | 'invitation' | 'identity-provider' | 'demo' | 'command-line' }
  'user.password_changed': { userId: string }
  'user.admin_changed': { userId: string; to: boolean }
  'user.deactivated': { userId: string }
  'user.reactivated': { userId: string }
  'user.removed': { userId: string; alias: string }
  'password_reset.created': { userId: string }
  'password_reset.used': { userId: string }
  'token.created': { tokenId: string; name: string }
  'token.revoked': { tokenId: string }
  'invitation.created': { invitationId: string; role: string | null; isAdmin: boolean }
  'invitation.accepted': { invitationId: string; userId: string }
  'invitation.revoked': { invitationId: string }
  'project.created': { name: string; protocolId: string; protocolVersion: number }
  'project.updated': Record<string, Change>
  'project.archived': Record<string, never>
  'project.unarchived': Record<string, never>
  'project.deleted': { name: string }
  'stage.updated': { stage: string; changes: Record<string, Change> }
  /** What annotators are shown of a question's suggestions. */
  'policy.updated': { stage: string; unitKind: string; question: string } & Change
  'member.added': { userId: string; role: string }
  'member.updated': { userId: string; changes: Record<string, Change> }
  'member.removed': { userId: string }
  'calibration.updated': Record<string, Change>
  'calibration.items_chosen': { stage: string; how: 'random' | 'positions' | 'filter'; tasks: number }
  'calibration.item_removed': { originalId: string }
  'calibration.waived': { userId: string; reason: string }
  'calibration.waiver_withdrawn': { userId: string }
  /** Of so many units, over all measures, so many were rated as gold says. */
  'calibration.judged': {
    userId: string
    passed: boolean
    tasks: number
    alike: number
    units: number
    leastPercent: number
  }
  /** A copy to be served blind; `userId`: to whom, of a repetition. */
  'task.copied': { originalId: string; purpose: string; userId: string | null }
  'guideline.published': { version: number; note: string }
  'import.uploaded': { importId: string; fileName: string }
  'run.imported': { runId: string; fileName: string; model: string; items: number; suggestions: number }
  'import.applied': { importId: string; fileName: string; items: number; duplicates: number; labels: string }
  'import.cancelled': { importId: string }
  'task.opened': Record<string, never>
  /** The stage before became gold. */
  'task.created': { units: number }
  'task.units_replaced': { from: number; to: number }
  'task.went_stale': { changes: number }
  /** The reason is empty where the gold before it came back to what it was. */
  'task.stale_settled': { reason: string }
  /** `changes`: StaleChange[] of lib/tasks/contract.ts. */
  'task.taken_over': { round: number; userIds: string[]; changes: Json[] }
  'task.resegmented': { from: string[]; to: string[] }
  'task.revealed': { round: number; disagreements: number }
  'task.adjudicated': { round: number }
  'task.approved': { round: number; goldVersion: number }
  'task.approval_refused': { comment: string }
  'task.reopened': { round: number; userIds: string[]; comment: string }
  /** `was`: the state of each of the item's tasks by its id, for taking it back. */
  'task.discarded': { reason: string; note: string; was: Record<string, string> }
  'task.restored': Record<string, never>
  /** Items that did not pass were discarded. Bounds by measure; `pool`: how many items they were held against. */
  'items.triaged': {
    runId: string
    bounds: Record<string, { least: number | null; most: number | null }>
    pool: number
    kept: number
    setAside: number
  }
  'task.batched': { batch: string }
  'assignment.reserved': { userId: string }
  'assignment.assigned': { userId: string; origin: string }
  'assignment.skipped': { userId: string; reason: string }
  'assignment.released': { userId: string; why: ReleaseReason }
  'annotation.started': { round: number }
  'annotation.submitted': { round: number; activeSeconds: number }
  'answer.saved': { unit: string; question: string; from: Json; to: Json; origin: string; revision: number }
  'answers.read': { where: 'consolidation' | 'export' | 'gold' | 'record' | 'agreement' }
  'disagreement.cause_set': { unit: string; question: string; cause: string | null }
  'disagreement.proposed': { unit: string; question: string; value: Json }
  /** A person accepts this value, whether somebody said it before or not. */
  'discussion.accepted': { unit: string; question: string; value: Json }
  'discussion.objected': { unit: string; question: string; value: Json }
  'discussion.taken_back': { unit: string; question: string }
  'discussion.third_rater_called': { round: number; reason: string }
  'resolution.saved': { unit: string; question: string; value: Json; how: string; lane: string | null; reason: string }
  'resolution.withdrawn': { unit: string; question: string }
  'gold.imported': { version: number; importId: string }
  /** The label of a whole item, set by hand; null takes that back. */
  'label.overridden': { stage: string; version: number; value: Json; reason: string }
  'comment.added': { commentId: string; reply: string | null }
  /** A run of pre-fill over so many items. */
  'run.started': { runId: string; name: string; items: number }
  /** `pause`, `resume`, `cancel` or `retry`; how many items the act set going or stopped. */
  'run.acted': { runId: string; act: string; items: number; budgetMicro: number | null }
  'prefill.updated': Record<string, Change>
  'export.downloaded': { format: string }
  'corpus.added': { fileName: string; documents: number }
  'corpus.removed': { documents: number }
  /** By a person at a task. Who may read the task's answers may read these. */
  'search.made': { searchId: string; unit: string | null; provider: string; query: string; hits: number }
  /** `sha256` is that of the text; `snapshotId` is null and `documentId` set for documents of the corpus. */
  'search.opened': SearchedText & { changed: boolean }
  /** Code points into the text. */
  'search.quoted': SearchedText & { start: number; end: number; quote: string }
}
export type EventType = keyof EventMap

/** What an event is about; ids only, so that it outlives its subject. */
export interface EventScope {
  actorId?: string | null
  projectId?: string | null
  itemId?: string | null
  taskId?: string | null
  annotationId?: string | null
}
