import type { Json } from '@/lib/protocols/protocol'
import { mergeLists } from './merge-lists'
import type { OutboxChange, OutboxEntry, OutboxOutcome } from './outbox-entry'

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
    return {
      ...entry,
      ...(outcome.revision >= entry.base ? { base: outcome.revision, baseValue: outcome.value } : {}),
      sent: [],
    }
  const outdated = entry.base !== sent.base && entry.base >= outcome.revision
  const merged = outdated ? null : withTheirs(entry, outcome.value)
  if (merged) return same(merged.value, outcome.value) ? null : { ...merged, base: outcome.revision }
  return outdated ? entry : { ...entry, conflict: { value: outcome.value, revision: outcome.revision } }
}

/** A list put together with what somebody else made of it meanwhile; null where it cannot be. */
function withTheirs(entry: OutboxEntry, theirs: Json): OutboxEntry | null {
  const merged = mergeLists(entry.baseValue, entry.value, theirs)
  if (!merged) return null
  // It is not what was suggested any more, nor what one hand chose alone.
  const value = merged.length === 0 ? null : merged
  return { ...entry, value, baseValue: theirs, sent: [], conflict: null, origin: 'chosen', suggestionId: null }
}

/** What the server holds in the place of the entry, as far as this device knows. */
export function heldIn({ base, baseValue, conflict }: OutboxEntry): Pick<OutboxEntry, 'base' | 'baseValue'> {
  return conflict ? { base: conflict.revision, baseValue: conflict.value } : { base, baseValue }
}

/** The entry as it is written down before it is sent: after a crash, the server may hold any of `sent`. */
export function asSent(entry: OutboxEntry, same: Same): OutboxEntry {
  return { ...entry, sent: [...entry.sent.filter((value) => !same(value, entry.value)), entry.value] }
}

/** A change of a list, with what another tab listed and has not sent yet: this one had not seen it. */
export function besideOthers(
  change: OutboxChange,
  unsent: OutboxEntry | undefined,
  seen: Json | undefined,
): OutboxChange {
  const merged = unsent && seen !== undefined ? mergeLists(seen, change.value, unsent.value) : null
  return merged ? { ...change, value: merged.length === 0 ? null : merged } : change
}
