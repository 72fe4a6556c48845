import 'server-only'
import type { OwnInquiry } from '@/lib/annotation/inquiries/contract'
import type { Arm, GivenArm, GivenSuggestion } from '@/lib/annotation/suggestions/contract'
import { inShownOrder } from '@/lib/protocols/shown-order'
import type { Stale } from '@/lib/workspace/tasks/contract'
import { type LoadedTask, shownContent, type TaskUnit, unitOf } from '@/lib/workspace/tasks/load-task'
import { shownOf } from '@/lib/workspace/tasks/shuffle-units'
import type { Held, Workbench } from './contract'
import type { OwnAnnotation } from './own-annotation'

interface Parts {
  task: LoadedTask
  annotation: OwnAnnotation
  held: Held | null
  takeBackSeconds: number
  units: readonly TaskUnit[]
  suggestions: readonly (GivenSuggestion & { arm: Arm })[]
  arms: GivenArm[]
  sentBack: { comment: string; at: Date } | null
  takenOver: Stale
  inquiries: readonly OwnInquiry[]
  mayAnnotate: boolean
  userId: string
}

/** The workbench on the wire: one's own answers and the machine's suggestions, never anybody else's work. */
export function presentWorkbench({
  task,
  annotation,
  held,
  takeBackSeconds,
  units,
  suggestions,
  arms,
  sentBack,
  takenOver,
  inquiries,
  mayAnnotate,
  userId,
}: Parts): Workbench {
  const shownOrder = shownOf(annotation.shown)
  const annotate = mayAnnotate && annotation.state === 'draft' && annotation.round === task.round
  return {
    userId,
    annotationId: annotation.id,
    taskId: task.id,
    projectId: task.projectId,
    projectName: task.projectName,
    protocolId: task.protocol.id,
    stageKey: task.stage.key,
    round: annotation.round,
    mode: annotate ? 'editing' : 'reading',
    submittedAt: annotation.submittedAt?.toISOString() ?? null,
    ...(held ? { held } : {}),
    ...(takeBackSeconds > 0 ? { takeBackSeconds } : {}),
    item: { position: task.position, ...task.item, content: shownContent(task) },
    units: inShownOrder(task.stage, units, shownOrder).map(unitOf),
    ...(shownOrder ? { shown: shownOrder } : {}),
    answers: annotation.answers,
    suggestions: suggestions.map(({ arm: _, ...suggestion }) => suggestion),
    arms,
    sentBack: sentBack && { comment: sentBack.comment, at: sentBack.at.toISOString() },
    ...(inquiries.length > 0 ? { inquiries: [...inquiries] } : {}),
    ...(task.stale ? { stale: task.stale } : {}),
    ...(takenOver ? { takenOver } : {}),
    guidelineVersion: annotation.guidelineVersion,
    expiresAt: task.assignment?.expiresAt?.toISOString() ?? null,
    abilities: { annotate },
  }
}
