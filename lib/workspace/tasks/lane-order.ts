import { createHash } from 'node:crypto'
import { v5 as uuidv5 } from 'uuid'
import type { LoadedTask } from './load-task'

/**
 * Annotations in an order of their own for every task, the same at each reading: by a hash of the annotation's id, which
 * no third person ever sees.
 */
export function inLaneOrder<T extends { id: string }>(taskId: string, annotations: readonly T[]): T[] {
  const place = (id: string) => createHash('sha256').update(`${taskId} ${id}`).digest('hex')
  return annotations
    .map((annotation) => ({ annotation, place: place(annotation.id) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ annotation }) => annotation)
}

/** May the reader know whose lane is whose? Managers, once the task is gold: until then nobody, nor by the hours of a lane. */
export const areNamesOpen = ({ state, subject }: Pick<LoadedTask, 'state' | 'subject'>): boolean =>
  state === 'gold' && subject.role === 'manager'

/** What a row in somebody else's lane is called while names are not open: its own id would tell when it was made. */
export const nameInLane = (taskId: string, id: string): string => uuidv5(id, taskId)
