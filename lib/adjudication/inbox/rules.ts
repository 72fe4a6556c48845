/** Where an inbox leads. */
import type { Decision, Inbox, OwnTask } from './contract'

/** How many lines of a section the inbox lists. */
export const LISTED = 50

/** The page on which it is decided. */
export function placeOf(decision: Decision): string {
  const project = `/projects/${decision.projectId}`
  if (decision.kind === 'inquiries') return `${project}/assignments`
  const isOwnWork = decision.kind === 'sent_back' || decision.kind === 'answered'
  return `${project}/tasks/${decision.taskId}/${isOwnWork ? 'annotate' : 'consolidate'}`
}

/** The workbench of a task in hand. */
export const benchOf = ({ projectId, taskId }: Pick<OwnTask, 'projectId' | 'taskId'>): string =>
  `/projects/${projectId}/tasks/${taskId}/annotate`

/** The page of what comes first, whatever it is; null where only a next task can be taken, or nothing. */
export function firstPlace({ decisions, work }: Pick<Inbox, 'decisions' | 'work'>): string | null {
  const [decision] = decisions.list
  if (decision) return placeOf(decision)
  const nextTask = work.list.find(({ standing }) => standing !== 'set_aside')
  return nextTask ? benchOf(nextTask) : null
}

/** The parts of a section put together: who has waited longest first, as many as are listed; null: all. */
export const longestFirst = <T extends { since: string }>(
  parts: readonly (readonly T[])[],
  most: number | null = LISTED,
): T[] =>
  parts
    .flat()
    .sort((one, other) => one.since.localeCompare(other.since))
    .slice(0, most ?? undefined)
