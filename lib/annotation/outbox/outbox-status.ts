import type { OutboxEntry } from './outbox-entry'

export type OutboxState = 'saved' | 'saving' | 'waiting' | 'signed-out' | 'refused' | 'conflict'

/** How an annotation's changes stand. */
export interface OutboxStatus {
  state: OutboxState
  /** Changes that the server does not have yet. */
  count: number
  /** The device keeps no copy of one of them (private window, storage full): only this tab holds it. */
  unkept: boolean
}

/** The one thing to say about an annotation's changes: what needs the person first, then what only takes time. */
export function stateOf(entries: readonly OutboxEntry[], trouble: 'waiting' | 'signed-out' | null): OutboxState {
  if (entries.length === 0) return 'saved'
  if (trouble === 'signed-out') return 'signed-out'
  if (entries.some((entry) => entry.conflict)) return 'conflict'
  if (entries.some((entry) => entry.refused)) return 'refused'
  return trouble ?? 'saving'
}
