import { createHash } from 'node:crypto'

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
