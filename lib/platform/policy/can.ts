/**
 * Who may do what, as sentences. Pure: a command loads the subject inside its transaction and asks; what it may see at
 * all was already decided in SQL (lib/platform/policy/visible.ts). An unknown role or action is refused.
 */
import type { Actor } from './actor'

export type Role = 'manager' | 'annotator' | 'reviewer' | 'viewer'

export interface ProjectSubject {
  /** The actor's role here, from `effectiveRole`; null for outsiders. */
  role: Role | null
  archived: boolean
}

export interface TaskSubject extends ProjectSubject {
  state: 'preparing' | 'open' | 'consolidating' | 'approving' | 'gold' | 'discarded'
  /** Was the item discarded? Its tasks that were gold stay so. */
  itemDiscarded: boolean
  /** The actor's own assignment, where it holds a place. */
  assignment: 'reserved' | 'assigned' | 'submitted' | null
  /** Has the actor submitted their annotation of this round, and can still take that back? Nothing is asked of it meanwhile. */
  held: boolean
  /** Has the actor annotated this item, in any stage or round? */
  annotatedItem: boolean
  /** Is the actor an annotator of this very task who has submitted? */
  submittedHere: boolean
  /** Does a resolution of the task's current round stand that the actor made? */
  settledHere: boolean
  adjudicatorId: string | null
  /** How its annotators' values become one. */
  policy: 'discussion' | 'reviewer' | 'majority' | 'votes'
  /** In a discussion: from the start, or once called because the partners cannot agree. */
  thirdRater: 'always' | 'deadlock'
  thirdRaterCalled: boolean
}

export type ProjectAction =
  | 'project.view'
  | 'project.manage'
  | 'project.export'
  | 'project.agreement'
  | 'items.browse'
  | 'members.view'
  | 'queue.take'

export type TaskAction =
  | 'task.annotate'
  | 'task.prepare'
  | 'task.readAnswers'
  | 'task.readGold'
  | 'task.comment'
  | 'task.reply'
  | 'task.discuss'
  | 'task.callThirdRater'
  | 'task.adjudicate'
  | 'task.approve'
  | 'task.sendBack'
  | 'task.settleStale'
  | 'task.discard'
  | 'task.overrideLabel'

const PROJECT: Record<ProjectAction, readonly Role[]> = {
  'project.view': ['manager', 'annotator', 'reviewer', 'viewer'],
  'project.manage': ['manager'],
  'project.export': ['manager', 'reviewer', 'viewer'],
  'project.agreement': ['manager', 'reviewer', 'viewer'],
  'items.browse': ['manager', 'reviewer', 'viewer'],
  'members.view': ['manager', 'reviewer'],
  'queue.take': ['annotator', 'reviewer', 'manager'],
}
const READ_ONLY: readonly ProjectAction[] = [
  'project.view',
  'project.export',
  'project.agreement',
  'items.browse',
  'members.view',
]

/** A membership's role; an administrator who is no member counts as a manager. */
export function effectiveRole(actor: Actor, membership: Role | null | undefined): Role | null {
  return membership ?? (actor.isAdmin ? 'manager' : null)
}

export function canProject(action: ProjectAction, subject: ProjectSubject): boolean {
  if (!subject.role || !PROJECT[action]?.includes(subject.role)) return false
  return !subject.archived || READ_ONLY.includes(action) || action === 'project.manage'
}

/** The states of a task whose annotators have all submitted. */
export const REVEALED_STATES = ['consolidating', 'approving', 'gold'] as const
/** The same as a list in SQL: `state in (...)`. */
export const REVEALED_SQL = REVEALED_STATES.map((state) => `'${state}'`).join(', ')

/** Have all annotators of the task submitted? Until then nobody sees anyone else's answers, comments or progress. */
export const isRevealed = (state: TaskSubject['state']): state is (typeof REVEALED_STATES)[number] =>
  REVEALED_STATES.some((revealed) => revealed === state)

const reviews = (subject: TaskSubject) => subject.role === 'reviewer' || subject.role === 'manager'

/** Does a third person take part? In a discussion the partners may settle it without. */
export const isThirdRaterIn = (subject: Pick<TaskSubject, 'policy' | 'thirdRater' | 'thirdRaterCalled'>): boolean =>
  subject.policy !== 'discussion' || subject.thirdRater === 'always' || subject.thirdRaterCalled

const TASK: Record<TaskAction, (subject: TaskSubject, actor: Actor) => boolean> = {
  // Whoever holds a place in an open task annotates it, until they submit.
  'task.annotate': (s) => s.state === 'open' && !s.held && (s.assignment === 'reserved' || s.assignment === 'assigned'),
  // Managers and reviewers repair units while the task is being prepared.
  'task.prepare': (s) => reviews(s) && s.state === 'preparing',
  // Once all have submitted: reviewers, managers, and the task's own annotators.
  'task.readAnswers': (s) => isRevealed(s.state) && (reviews(s) || s.submittedHere),
  'task.readGold': (s) => s.state === 'gold' && (s.role === 'viewer' || reviews(s) || s.submittedHere),
  // Remarks: annotators at work keep notes of their own; after the reveal everyone concerned talks.
  'task.comment': (s) => (isRevealed(s.state) ? reviews(s) || s.submittedHere : s.assignment !== null || reviews(s)),
  // Accepting or objecting to a proposal is the annotators' part of the discussion.
  'task.reply': (s) => s.policy !== 'discussion' && s.state === 'consolidating' && s.submittedHere,
  // Where partners discuss, they settle together what they accept alike.
  'task.discuss': (s) => s.policy === 'discussion' && s.state === 'consolidating' && s.submittedHere,
  // Partners who cannot agree call a third rater; a manager does where partners have left.
  'task.callThirdRater': (s) =>
    s.state === 'consolidating' && !isThirdRaterIn(s) && (s.submittedHere || s.role === 'manager'),
  // A third person decides: never one who annotated the item, and in a discussion not before they are called.
  'task.adjudicate': (s) => reviews(s) && s.state === 'consolidating' && !s.annotatedItem && isThirdRaterIn(s),
  // The second pair of eyes neither annotated, nor settled any of it, nor confirmed it.
  'task.approve': (s, a) =>
    reviews(s) && s.state === 'approving' && !s.annotatedItem && !s.settledHere && s.adjudicatorId !== a.userId,
  'task.sendBack': (s) =>
    reviews(s) &&
    isRevealed(s.state) &&
    !s.itemDiscarded &&
    !s.annotatedItem &&
    (s.state !== 'consolidating' || isThirdRaterIn(s)),
  // What newer gold of an earlier stage means for this one. Nobody's answers are shown for it.
  'task.settleStale': (s) =>
    reviews(s) &&
    s.state !== 'discarded' &&
    s.state !== 'preparing' &&
    !s.itemDiscarded &&
    (!s.annotatedItem || s.role === 'manager'),
  // Setting the item's label by hand is a third person's word, like settling.
  'task.overrideLabel': (s) => reviews(s) && s.state === 'gold' && !s.itemDiscarded && !s.annotatedItem,
  'task.discard': (s) =>
    s.state !== 'discarded' &&
    s.state !== 'gold' &&
    (s.role === 'manager' ||
      (s.role === 'reviewer' && !s.annotatedItem && (s.state !== 'consolidating' || isThirdRaterIn(s)))),
}

/** Archived projects are for reading only. */
const READING: readonly TaskAction[] = ['task.readAnswers', 'task.readGold']

export function canTask(actor: Actor, action: TaskAction, subject: TaskSubject): boolean {
  if (!subject.role || (subject.archived && !READING.includes(action))) return false
  return TASK[action]?.(subject, actor) ?? false
}
