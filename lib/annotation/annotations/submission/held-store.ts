/**
 * Which submissions of a person can still be taken back, as far as this browser knows: kept for all of its tabs, for as long as the server
 * holds them. What the server says counts; this only says what to offer.
 */
import { z } from 'zod'
import { CONFIRMED_PREFIX } from '@/lib/platform/client/left-behind'

const heldSubmissionSchema = z.object({
  projectId: z.string(),
  taskId: z.string(),
  annotationId: z.string(),
  /** Of its item in the project. */
  position: z.number(),
  /** In milliseconds of the device's time. */
  endsAt: z.number(),
})
export type HeldSubmission = z.infer<typeof heldSubmissionSchema>

// Signing out removes it with what the server confirmed.
const nameOf = (userId: string) => `${CONFIRMED_PREFIX}held/${userId}`
export const NONE: readonly HeldSubmission[] = []
const listeners = new Set<() => void>()
/** What was read last of each person, so that the same text is the same list; and all there is where storage is forbidden. */
const cachedLists = new Map<string, { text: string | null; list: readonly HeldSubmission[] }>()

export function readHeld(userId: string): readonly HeldSubmission[] {
  let text: string | null
  try {
    text = localStorage.getItem(nameOf(userId))
  } catch {
    return cachedLists.get(userId)?.list ?? NONE
  }
  const last = cachedLists.get(userId)
  if (last && last.text === text) return last.list
  const list = parse(text)
  cachedLists.set(userId, { text, list })
  return list
}

function parse(text: string | null): readonly HeldSubmission[] {
  try {
    return z.array(heldSubmissionSchema).parse(JSON.parse(text ?? '[]'))
  } catch {
    return NONE
  }
}

function write(userId: string, list: readonly HeldSubmission[]): void {
  const text = JSON.stringify(list)
  cachedLists.set(userId, { text, list })
  try {
    localStorage.setItem(nameOf(userId), text)
  } catch {
    // This tab still knows.
  }
  for (const listener of listeners) listener()
}

const others = (userId: string, annotationId: string) =>
  readHeld(userId).filter((each) => each.annotationId !== annotationId && each.endsAt > Date.now())

/** Offers it in all tabs until `endsAt`. */
export function noteHeld(userId: string, heldSubmission: HeldSubmission): void {
  write(userId, [...others(userId, heldSubmission.annotationId), heldSubmission])
}

/** It was taken back, or is frozen. */
export function forgetHeld(userId: string, annotationId: string): void {
  if (readHeld(userId).some((each) => each.annotationId === annotationId)) write(userId, others(userId, annotationId))
}

/** Calls `listener` when this tab or another has noted or forgotten one; returns how to end that. */
export function subscribeHeld(listener: () => void): () => void {
  // Only other tabs hear of it by the storage's own event.
  const hear = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(CONFIRMED_PREFIX)) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', hear)
  }
}
