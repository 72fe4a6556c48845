import type { EventType } from '@/lib/platform/events/events'
import { tellStored } from '@/lib/platform/server/read-stored'
import type { Json } from '@/lib/protocols/protocol'
import { describeEvent, HISTORY_EVENTS, PROGRESS_EVENTS } from '@/lib/workspace/items/history/rules'
import { withoutHashes } from '@/lib/workspace/items/withdrawn/contract'
import type { AuditKind } from './contract'
import { EVENT_WORDS } from './event-words'

type Data = Record<string, Json>

/** Everything that can happen. */
export const EVENT_TYPES = Object.keys(EVENT_WORDS)

const wordsOf = (type: string) => EVENT_WORDS[type as EventType]
export const kindOf = (type: string): AuditKind => wordsOf(type).kind

/** How far annotators are: whoever has a share of a task learns nothing of their partners' before the reveal. */
export const PROGRESS_TYPES = PROGRESS_EVENTS

const TELLING: readonly AuditKind[] = ['answers', 'consolidation', 'evidence']
/** What tells of answers, be it only that there are some: before the reveal it is nobody's but its maker's. */
export const BLIND_TYPES = EVENT_TYPES.filter(
  (type) => TELLING.includes(kindOf(type)) && !HISTORY_EVENTS.includes(type),
)

/** The types of a kind; of no kind, everything but single answers, of which there are too many to read. */
export function typesOf(kind: AuditKind | undefined): string[] {
  return EVENT_TYPES.filter((type) => (kind ? kindOf(type) === kind : kindOf(type) !== 'answers'))
}

/** Remarks that are no part of an item's history, by their key. Reasons of resolutions speak of answers and stay there. */
const REMARKS: Readonly<Record<string, string>> = {
  'guideline.published': 'note',
  'calibration.waived': 'reason',
  'practice.waived': 'reason',
}

/** Where an event was written in another shape than today's: that it came about is all that is said of it. */
const UNTOLD = 'Written by an earlier version of Assay, in a form that this version cannot show'

/** An event as a sentence, with the remark that was made. */
export function describeAudit(
  type: string,
  data: Data,
  names: ReadonlyMap<string, string>,
): { text: string; remark: string | null } {
  const tell = wordsOf(type).text as (data: Data, names: ReadonlyMap<string, string>) => string
  const storedRemark = data[REMARKS[type] ?? '']
  const remark = HISTORY_EVENTS.includes(type) ? describeEvent(type, data, names).remark : storedRemark
  return {
    text: withoutHashes(tellStored(`event of ${type}`, () => tell(data, names), UNTOLD)),
    remark: typeof remark === 'string' && remark !== '' ? withoutHashes(remark) : null,
  }
}
