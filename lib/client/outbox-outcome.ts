import type { Json } from '@/lib/protocols/protocol'
import type { OutboxEntry, OutboxOutcome } from './outbox-entry'

type Same = (left: Json, right: Json) => boolean

/**
 * What becomes of a field's entry after an answer to `sent`, an earlier state of it; null when the server has it all.
 * A later edit goes on from the revision that the answer tells of. A refusal on the ground of a value that this device
 * sent itself, without hearing back, is no conflict.
 */
export function afterOutcome(
  entry: OutboxEntry,
  sent: OutboxEntry,
  outcome: OutboxOutcome,
  same: Same,
): OutboxEntry | null {
  if (outcome.status === 'refused')
    return same(entry.value, sent.value) ? { ...entry, refused: outcome.message } : entry
  if (same(entry.value, outcome.value)) return null
  if (outcome.status === 'saved' || entry.sent.some((value) => same(value, outcome.value)))
    return { ...entry, base: Math.max(entry.base, outcome.revision), sent: [] }
  const outdated = entry.base !== sent.base && entry.base >= outcome.revision
  return outdated ? entry : { ...entry, conflict: { value: outcome.value, revision: outcome.revision } }
}

/** The entry as it is written down before it is sent: after a crash, the server may hold any of `sent`. */
export function asSent(entry: OutboxEntry, same: Same): OutboxEntry {
  return { ...entry, sent: [...entry.sent.filter((value) => !same(value, entry.value)), entry.value] }
}
