import type { EvaluationStateName } from './contract'

/** Is something under way, so that looking again soon is worth it? */
export const isUnderWay = (state: EvaluationStateName): boolean => state === 'uploading' || state === 'working'

/** The name of a system where the lines of its file name none: "gpt-4.jsonl" is gpt-4. */
export const nameOfFile = (fileName: string): string =>
  fileName.replace(/(?<=.)\.(jsonl|ndjson|json|csv|tsv|txt|eval)$/i, '')
