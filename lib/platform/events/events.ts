/** Everything that can happen, and what is remembered of it. Answers are in here: reading events needs what reading answers needs. */
import type { Json } from '@/lib/protocols/protocol'

interface OwnFacts {
  domain: string | null
  source: string | null
  tags: string[]
}

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
  /** `tokensEnded` is missing where it was written before tokens ended with a password. */
  'user.password_changed': { userId: string; tokensEnded?: number }
  'user.identity_linked': { userId: string }
  /** An identity of before issuers were stored belongs to this issuer from now on. */
  'user.identity_claimed': { userId: string; issuer: string }
  'user.admin_changed': { userId: string; to: boolean }
  /** The right to create projects. */
  'user.project_creation_changed': { userId: string; to: boolean }
  'user.deactivated': { userId: string }
  'user.reactivated': { userId: string }
  /** Somebody took what is stored about them as a file. */
  'user.data_downloaded': { userId: string }
  'user.removed': { userId: string; alias: string }
  'password_reset.created': { userId: string }
  'password_reset.used': { userId: string; tokensEnded?: number }
  'session.started': { how: 'password' | 'identity-provider' }
  'session.ended': Record<string, never>
  /** A wrong password; only of accounts that there are. What was typed is not kept. */
  'sign_in.failed': { userId: string }
  /** Once a window, of an account once a wait. An address is not kept, and an account only where there is one. */
  'sign_in.locked': { by: 'account' | 'address'; userId: string | null }
  'token.created': { tokenId: string; name: string }
  'token.revoked': { tokenId: string }
  /** What is kept for so many days was removed, so many of them. */
  'retention.removed': { what: string; count: number; days: number }
  /** Keys of providers; never the key, nor any of its characters. */
  'provider_key.set': { provider: string }
  'provider_key.removed': { provider: string }
  'provider_key.tested': { provider: string; works: boolean }
  /** `places`: how many people it lets in; one where it is missing. */
  'invitation.created': {
    invitationId: string
    role: string | null
    isAdmin: boolean
    canCreateProjects?: boolean
    places?: number
  }
  /** One link for each of many addresses, in one act. */
  'invitation.many_created': { invitationIds: string[] }
  /** Another link in the place of the one before. */
  'invitation.renewed': { invitationId: string }
  'invitation.accepted': { invitationId: string; userId: string }
  'invitation.revoked': { invitationId: string }
  /** A version of a protocol file; `hash` is that of its text. */
  'protocol.published': { id: string; version: number; hash: string }
  'protocol.removed': { id: string; version: number }
  'project.created': { name: string; protocolId: string; protocolVersion: number }
  'project.updated': Record<string, Change>
  /** Another version of its protocol file: the names of both, `id@version`, and how many answers that touched where it touched any. */
  'project.protocol_changed': {
    from: string
    to: string
    renamed?: number
    dropped?: number
    asked?: number
    undone?: boolean
  }
  'project.archived': Record<string, never>
  'project.unarchived': Record<string, never>
  'project.deleted': { name: string }
  'stage.updated': { stage: string; changes: Record<string, Change> }
  /** What annotators are shown of a question's suggestions. */
  'policy.updated': { stage: string; unitKind: string; question: string } & Change
  /** What a group of the identity provider gives at sign-in: a role in the event's project, a place in a team, or administration. */
  'group_mapping.created': {
    mappingId: string
    group: string
    role: string | null
    teamId: string | null
    administrator: boolean
  }
  'group_mapping.deleted': { mappingId: string; group: string }
  /** At a sign-in: what came and went by the groups of the identity provider. */
  'user.groups_applied': { userId: string; given: string[]; taken: string[] }
  'team.created': { teamId: string; name: string; userIds: string[] }
  'team.updated': { teamId: string; name: string; changes: Record<string, Change>; added: string[]; removed: string[] }
  'team.deleted': { teamId: string; name: string }
  /** A team works on a project from now on; `userIds` became members by it. */
  'team.joined': { teamId: string; name: string; role: string; userIds: string[] }
  /** What has changed in a team since was taken over in a project. */
  'team.changes_taken': { teamId: string; name: string; joined: string[]; left: string[] }
  /** It no longer works on the project; its people stay members. */
  'team.left': { teamId: string; name: string }
  'member.added': { userId: string; role: string }
  'member.updated': { userId: string; changes: Record<string, Change> }
  'member.removed': { userId: string }
  'calibration.updated': Record<string, Change>
  /** How much is adjudicated a second time, and by which seed it is drawn. */
  'seconds.updated': Record<string, Change>
  'calibration.items_chosen': {
    stage: string
    how: 'random' | 'labels' | 'positions' | 'filter' | 'selection'
    tasks: number
  }
  'calibration.item_removed': { originalId: string }
  'calibration.waived': { userId: string; reason: string }
  'calibration.waiver_withdrawn': { userId: string }
  /** Of so many units, over all measures, so many were rated as gold says. `missed`: bars that were not reached. */
  'calibration.judged': {
    userId: string
    passed: boolean
    tasks: number
    alike: number
    units: number
    /** Of judgements from when one percentage held for all questions together. */
    leastPercent?: number
    missed?: string[]
  }
  'practice.updated': Record<string, Change>
  /** Gold that is practised with from now on, or no more. */
  'practice.item_added': { stage: string; practiceItemId: string }
  'practice.item_removed': { practiceItemId: string }
  /** A manager lets somebody begin without practice, or no more. */
  'practice.waived': { userId: string; reason: string }
  'practice.waiver_withdrawn': { userId: string }
  /** Somebody answered an item to practise with: of so many answers that were held against what is expected, so many say the same. */
  'practice.attempted': { stage: string; item: string; asExpected: number; judged: number }
  /** A copy to be served blind; `userId`: to whom, of a repetition. */
  'task.copied': { originalId: string; purpose: string; userId: string | null }
  'guideline.published': { version: number; note: string }
  /** Somebody says that they have read them. */
  'guideline.confirmed': { version: number }
  'import.uploaded': { importId: string; fileName: string }
  'run.imported': { runId: string; fileName: string; model: string; items: number; suggestions: number }
  /** `joined`: so many items that were here got labels, as the work of the person `userId`. */
  'import.applied': {
    importId: string
    fileName: string
    items: number
    duplicates: number
    labels: string
    joined?: number
    userId?: string
  }
  'import.cancelled': { importId: string }
  'task.opened': Record<string, never>
  /** The stage before became gold. */
  'task.created': { units: number }
  'task.units_replaced': { from: number; to: number }
  'task.went_stale': { changes: number }
  /** The reason is empty where the gold before it came back to what it was. */
  'task.stale_settled': { reason: string }
  /** `changes`: StaleChange[] of lib/workspace/tasks/contract.ts. */
  'task.taken_over': { round: number; userIds: string[]; changes: Json[] }
  /** A lead's own domain, source and tags. */
  'item.facts_changed': { from: OwnFacts; to: OwnFacts }
  /** Many at once. `change`: ItemChange of lib/workspace/items/edits/contract.ts; what was before is kept with the act. */
  'items.edited': { editId: string; change: Json; changed: number; left: number }
  /** `stay`: items that others had changed since. */
  'items.edit_undone': { editId: string; undoes: string; changed: number; stay: number }
  'items.downloaded': { format: string; items: number }
  /** A saved list of items, new, renamed, saved over, or shared. */
  'item_view.saved': { viewId: string; name: string; shared: boolean }
  'item_view.deleted': { viewId: string; name: string }
  'task.resegmented': { from: string[]; to: string[] }
  'task.revealed': { round: number; disagreements: number }
  'task.adjudicated': { round: number }
  /** `tallied`: by votes, of which nothing becomes gold. */
  'task.approved': { round: number; goldVersion: number; tallied?: true }
  'task.approval_refused': { comment: string }
  'task.reopened': { round: number; userIds: string[]; comment: string }
  /** The project went back to the version before the one that asked: the task is gold again as it was. */
  'task.reopening_taken_back': { round: number }
  /** `was`: the state of each of the item's tasks by its id, for taking it back. */
  /** Its texts were taken out for good, by an administrator on the server. */
  'item.withdrawn': { reason: string }
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
  /** A sample of the gold became a project of its own. */
  'audit.created': { auditId: string; kind: string; seed: number; size: number; eligible: number }
  /** Items of sets (by source or domain) were set aside, so that so many of each stay. */
  'items.sampled': { by: string; counts: Record<string, number>; seed: number; kept: number; setAside: number }
  'items.sample_restored': { items: number }
  'task.batched': { batch: string }
  'assignment.reserved': { userId: string }
  'assignment.assigned': { userId: string; origin: string }
  /**
   * Many tasks by rule, in one act; each share has its `assigned` beside it. `people`: how many each of them got; `pairLimit` in percent.
   * The same seed on the same state gives the same shares.
   */
  'assignment.given_by_rule': {
    stage: string
    items: number
    people: Record<string, number>
    perTask: number | null
    pairLimit: number | null
    seed: number
    batch: string
  }
  /** All that `userId` held, in one act: `people` got so many each, the rest went back to the queue. Each share has its own events beside it. */
  'assignment.handed_over': { userId: string; moved: number; people: Record<string, number> }
  'assignment.skipped': { userId: string; reason: string }
  'assignment.released': { userId: string; why: ReleaseReason }
  /** With a question to the managers, which the holder of the share asked, somebody answered, or the holder took back. */
  'assignment.set_aside': { userId: string; question: string }
  'assignment.question_answered': { userId: string; answer: string }
  'assignment.question_withdrawn': { userId: string }
  'annotation.started': { round: number }
  'annotation.submitted': { round: number; activeSeconds: number }
  /**
   * `was`: how the value before came about, where there was one. `step`: what it is a part of for its maker, and whether it
   * does, takes back or repeats that; events of former versions say neither.
   */
  'answer.saved': {
    unit: string
    question: string
    from: Json
    to: Json
    origin: string
    suggestionId?: string
    was?: { origin: string; suggestionId?: string }
    step?: { id: string; way: 'do' | 'undo' | 'redo' }
    revision: number
  }
  /** Of one task; of a look at figures, which is `agreement`, one of the project with the number of tasks. */
  'answers.read': { where: 'consolidation' | 'export' | 'gold' | 'record' | 'agreement'; tasks?: number }
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
  /** By itself: its first items, so many, all failed for this reason. */
  'run.paused': { runId: string; name: string; items: number; reason: string }
  'prefill.updated': Record<string, Change>
  /** What an hour is paid, in hundredths of the currency; `people`: whose own rate is another. */
  'hours.rates_changed': {
    currency: Change
    rate: Change
    people: { userId: string; from: number | null; to: number | null }[]
  }
  'export.downloaded': { format: string }
  'release.card_saved': { revision: number }
  'release.started': { number: number; contradictionsReason: string | null }
  'release.retried': { number: number }
  'release.built': { number: number; digest: string }
  'release.removed': { number: number }
  /** It is downloaded no more, by an administrator on the server. */
  'release.withdrawn': { number: number; reason: string }
  /** Its public page; the secret is nowhere but in the link. */
  'release.link_made': { number: number }
  'release.link_revoked': { number: number }
  /** Somebody came by the link; written down once an hour. */
  'release.link_opened': { number: number }
  /** The labels of held-out items may go out from now on. */
  'held_out.opened': Record<string, never>
  'held_out.limits_changed': Record<string, Change>
  /** Of which release, by what name; what it came to is kept with the submission. */
  'held_out.submitted': { number: number; system: string }
  /** Its files are on their way to a place outside, there, or not there; credentials are nowhere in it. */
  'release.push_started': { number: number; place: string }
  'release.pushed': { number: number; place: string; revision: string | null; digest: string }
  'release.push_cancelled': { number: number; place: string }
  'audit_log.downloaded': { format: string }
  /** A file of predictions, or a run whose proposals are taken as predictions. */
  'evaluation.uploaded': { evaluationId: string; task: string; name: string }
  'evaluation.removed': { evaluationId: string; task: string; name: string }
  'corpus.added': { fileName: string; documents: number }
  'corpus.removed': { documents: number }
  /** Items were made of its documents, in preparation. */
  'corpus.items_made': { items: number }
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
