import type { FileCounts, ImportDetail, ImportOptions, ImportStateName, NotJoinedReason } from './contract'

const NOT_READY: Record<Exclude<ImportStateName, 'ready'>, string> = {
  uploading: 'The file is still on its way.',
  checking: 'The file is still being checked.',
  refused: 'The file has problems. Correct them and upload it again, or import the records without problems.',
  applying: 'The import is already being written.',
  done: 'The import is already written.',
  failed: 'The import failed. Upload the file again.',
  cancelled: 'The import was cancelled. Upload the file again.',
}

/** Why an import in this state cannot be written, or null. `good`: records without problems that are to be written alone. */
export const whyNotReady = (state: ImportStateName, good = 0): string | null =>
  state === 'ready' || (state === 'refused' && good > 0) ? null : NOT_READY[state]

/** Is something under way, so that looking again soon is worth it? */
export const isUnderWay = (state: ImportStateName): boolean =>
  state === 'uploading' || state === 'checking' || state === 'applying'

/** Why labels of an item that is here are left out, after "of 3 items, because". */
export const NOT_JOINED_TEXT: Readonly<Record<NotJoinedReason, string>> = {
  settled: 'everybody asked for has submitted: what they differ on is being settled, or is gold',
  reopened: 'the item was sent back to its annotators',
  discarded: 'the item is discarded here',
  units: 'the text is cut into other units here, so that labels have no place',
  votes: 'votes come only with new items',
  unclear: 'several items here have this content, and the record has no id to choose by',
  twice: 'an earlier record of the file is about the same item',
  submitted: 'labels of this person are here already',
  held: 'this person has a share of the item here',
  read: 'this person has read what others answered',
  apart:
    'they stand far behind the first record of the item, which has none: put the records of an item behind each other',
  text: 'the record has another text than the first one of the item, which has no labels',
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']

/** "the second person’s work": what labels become on items where so many people's labels are. */
export function nextPersonsWork({ here }: Pick<FileCounts, 'here'>): string {
  const ordinal = ORDINALS[here.submitted.length]
  return ordinal ? `the ${ordinal} person’s work` : 'another person’s work'
}

/** What the check counted under the rule of identity that was chosen. */
export const countsUnder = (
  { byContent, byId }: Pick<ImportDetail, 'byContent' | 'byId'>,
  identity: ImportOptions['identity'] | undefined,
): FileCounts => (identity === 'id' && byId) || byContent
