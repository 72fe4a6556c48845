/**
 * What the server last confirmed to this browser of each of the annotations worked on last: a field and its revision without its
 * value, or that it was submitted. The server may draw a page before a change is saved while the page reaches the browser after
 * that; neither the change nor the message about it is there any more then, and only this says that the page is out of date.
 */
import { z } from 'zod'
import { CONFIRMED_PREFIX } from '@/lib/platform/client/left-behind'
import { TASKS_KEPT } from './last-heard'

export const SUBMITTED = 'submitted'

const confirmedSchema = z.union([
  z.object({ unit: z.string(), question: z.string(), revision: z.number() }),
  z.literal(SUBMITTED),
])
export type Confirmed = z.infer<typeof confirmedSchema>

const listSchema = z.array(z.tuple([z.string(), confirmedSchema]))

/** The oldest first; nothing where the storage is forbidden or holds something else. */
function readList(name: string): z.infer<typeof listSchema> {
  try {
    return listSchema.parse(JSON.parse(localStorage.getItem(CONFIRMED_PREFIX + name) ?? '[]'))
  } catch {
    return []
  }
}

/** Writes down what the server confirmed of an annotation, under the name of the outbox that it was sent by. */
export function noteConfirmed(name: string, annotationId: string, what: Confirmed): void {
  const others = readList(name).filter(([id]) => id !== annotationId)
  const list = [...others, [annotationId, what]].slice(-TASKS_KEPT)
  try {
    localStorage.setItem(CONFIRMED_PREFIX + name, JSON.stringify(list))
  } catch {
    // A browser that keeps nothing draws such a page as it did before: the next reading corrects it.
  }
}

export function lastConfirmed(name: string, annotationId: string): Confirmed | null {
  return readList(name).find(([id]) => id === annotationId)?.[1] ?? null
}
