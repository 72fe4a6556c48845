import type { FailureCode } from '@/lib/protocols/prefill'
import type { RunItemState, RunView } from './contract'
import { MOST_MICRO } from './settings/contract'

interface Pace {
  waiting: number
  running: number
  /** Items that ended in the last minutes, and when the first and last of them did. */
  recent: number
  firstRecent: Date | null
  lastRecent: Date | null
}

/** Fewest items that ended lately from which a pace can be told. */
const FEWEST = 3

/** When the rest will be done at the pace of the last minutes (ISO time, UTC); null where that cannot be told. */
export function expectedEnd({ waiting, running, recent, firstRecent, lastRecent }: Pace, now: Date): string | null {
  if (recent < FEWEST || !firstRecent || !lastRecent) return null
  const took = lastRecent.getTime() - firstRecent.getTime()
  if (took <= 0) return null
  // Between `recent` ends there are one fewer pauses.
  const each = took / (recent - 1)
  return new Date(now.getTime() + each * (waiting + running)).toISOString()
}

/** Millionths of a dollar in a dollar. */
export const MICRO = 1_000_000

const dollars = (micro: number, fewest: number, most: number) =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: fewest,
    maximumFractionDigits: most,
  }).format(micro / MICRO)

/** Micro-dollars in words: "$12.30", "$0.0123", "less than $0.0001"; four places below a dollar, two above. */
export function moneyText(micro: number): string {
  if (micro > 0 && micro < MICRO / 10_000) return 'less than $0.0001'
  return micro > 0 && micro < MICRO ? dollars(micro, 2, 4) : dollars(micro, 2, 2)
}

/** Micro-dollars as one types dollars: "1.5"; nothing for null. The inverse of `parseDollars`. */
export function dollarsInput(micro: number | null): string {
  if (micro === null) return ''
  const rest = String(micro % MICRO)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${Math.floor(micro / MICRO)}${rest === '' ? '' : `.${rest}`}`
}

/** Typed dollars as micro-dollars, exactly; null for nothing, undefined for what is no sum up to a million dollars. */
export function parseDollars(text: string): number | null | undefined {
  const trimmed = text.trim().replace(/^\$\s*/, '')
  if (trimmed === '') return text.trim() === '' ? null : undefined
  const parts = /^(\d{1,7})?(?:\.(\d{0,6}))?$/.exec(trimmed)
  if (!parts || (parts[1] === undefined && !parts[2])) return undefined
  const micro = Number(parts[1] ?? 0) * MICRO + Number((parts[2] ?? '').padEnd(6, '0'))
  return micro <= MOST_MICRO ? micro : undefined
}

export interface RunProgress {
  total: number
  /** Items that nothing more will happen to. */
  ended: number
  /** Of all items, from 0 to 1; a run over nothing has come to its end. */
  share: number
}

/** How far a run has come, by its counts. */
export function runProgress(items: RunView['items']): RunProgress {
  const total = Object.values(items).reduce((sum, count) => sum + count, 0)
  const ended = total - (items.waiting ?? 0) - (items.running ?? 0)
  return { total, ended, share: total === 0 ? 1 : ended / total }
}

/** Can something still happen to a run by itself? */
export const isUnderWay = (run: Pick<RunView, 'state'>): boolean => run.state === 'running'

export const RUN_KIND_TEXT: Record<RunView['kind'], string> = {
  pipeline: 'Suggestions',
  evaluation: 'Evaluation on gold',
  generation: 'Generated responses',
  import: 'From a file',
}

/** What a run makes, as a heading: what is made to be scored is no suggestion. */
export const madeText = ({ kind }: Pick<RunView, 'kind'>): string =>
  kind === 'evaluation' ? 'Predictions' : 'Suggestions'

export const RUN_STATE_TEXT: Record<RunView['state'], string> = {
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  cancelled: 'Cancelled',
}

export const ITEM_STATE_TEXT: Record<RunItemState, string> = {
  waiting: 'Waiting',
  running: 'Being worked on',
  done: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
}

const REASONS: Record<string, string> = {
  budget:
    'The ceiling of the run or of the project is reached: the next call would have passed it, so it was not sent. Raise it (the project’s in the settings), then resume.',
  person: 'Somebody paused it. Nothing is lost; resume when you like.',
  archived: 'The project was archived. Nothing is lost; take the project out of the archive, then resume.',
  died: 'The process that worked on it ended again and again while it did, so nothing is tried again by itself. What was done is kept; look at the server’s log, then resume.',
  provider:
    'The provider refuses every call, so the items wait. See the failures below, correct the settings of the server, then resume.',
}

/** When so many items have failed for one reason, and none has ended otherwise, a run is paused. */
export const FIRST_ITEMS = 10

/** Why such a run was paused, with the words of the last failure. */
export const firstFailuresText = (reason: string): string =>
  `Paused: the first ten items failed for the same reason: ${reason}`

/** Why a run stands still, and what to do; null while it does not. */
export function standstillText(run: Pick<RunView, 'state' | 'stateReason' | 'stateDetail'>): string | null {
  if (run.state !== 'paused') return null
  if (run.stateDetail !== null)
    return `${run.stateDetail} Remove the cause, then resume for the items that wait; those that failed can be tried again. If the next ten fail for one reason, the run is paused again.`
  return REASONS[run.stateReason ?? ''] ?? 'It is paused. Resume it when you like.'
}

/** What went wrong, as a heading over the provider's or step's own words. */
export const FAILURE_TEXT: Record<FailureCode, string> = {
  no_key: 'No key is set for the provider',
  wrong_key: 'The provider refuses the key',
  unreachable: 'The provider cannot be reached',
  timeout: 'No answer in time',
  rate_limited: 'Too many calls for the provider',
  server_error: 'The provider failed',
  bad_request: 'The provider refuses the request',
  refused: 'The model refused to answer',
  truncated: 'The answer was cut off',
  malformed: 'The answer does not have the form asked for',
  blocked_address: 'The address may not be fetched',
  page_failed: 'A page could not be read',
  budget: 'The ceiling is reached',
  cancelled: 'Cancelled while under way',
  rejected: 'The answer broke a rule and was not taken',
  internal: 'Assay itself failed',
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Milliseconds in words, as coarse as one cares: "350 ms", "4.2 seconds", "3 minutes", "2 hours 5 minutes". */
export function durationText(millis: number): string {
  if (millis < 1000) return `${Math.round(millis)} ms`
  const seconds = millis / 1000
  const tenths = Math.round(seconds * 10) / 10
  if (seconds < 10) return `${tenths.toLocaleString('en')} second${tenths === 1 ? '' : 's'}`
  if (seconds < 60) return plural(Math.round(seconds), 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return plural(minutes, 'minute')
  const rest = minutes % 60
  const hours = plural(Math.floor(minutes / 60), 'hour')
  return rest === 0 ? hours : `${hours} ${plural(rest, 'minute')}`
}

/** An inclusive range; null: open on that side. */
export interface Bound {
  least: number | null
  most: number | null
}

/** Does an item pass every bound? One without the number of a bounded measure does not. */
export function passesBounds(
  scores: Readonly<Record<string, number | null>>,
  bounds: Readonly<Record<string, Bound>>,
): boolean {
  return Object.entries(bounds).every(([measure, { least, most }]) => {
    if (least === null && most === null) return true
    const score = scores[measure]
    if (score === undefined || score === null) return false
    return (least === null || score >= least) && (most === null || score <= most)
  })
}
