import type { ImportStateName } from './contract'

const NOT_READY: Record<Exclude<ImportStateName, 'ready'>, string> = {
  uploading: 'The file is still on its way.',
  checking: 'The file is still being checked.',
  refused: 'The file has problems. Correct them and upload it again.',
  applying: 'The import is already being written.',
  done: 'The import is already written.',
  failed: 'The import failed. Upload the file again.',
  cancelled: 'The import was cancelled. Upload the file again.',
}

/** Why an import in this state cannot be written, or null. */
export const whyNotReady = (state: ImportStateName): string | null => (state === 'ready' ? null : NOT_READY[state])

/** Is something under way, so that looking again soon is worth it? */
export const isUnderWay = (state: ImportStateName): boolean =>
  state === 'uploading' || state === 'checking' || state === 'applying'
