import { z } from 'zod'
import type { Evaluation } from '@/generated/prisma/client'
import type { ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import { type EvaluationView, logChoiceSchema, missedSchema, predictionProblemSchema, systemSchema } from './contract'

const systemsSchema = z.array(systemSchema)
const problemsSchema = z.array(predictionProblemSchema)

/** An evaluation without its problems. */
export function presentEvaluation(row: Evaluation): EvaluationView {
  const { id, projectId, task, name, runId, sha256, state, matched, unmatched, problemCount, error } = row
  const size = Number(row.byteSize)
  return {
    id,
    projectId,
    task,
    name,
    runId,
    sha256,
    state,
    matched,
    unmatched,
    problemCount,
    error,
    byteSize: size,
    progress: size === 0 ? 0 : Math.min(1, Number(row.progress) / size),
    predictions: row.records,
    systems: systemsOf(row),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

export const systemsOf = ({ systems }: Pick<Evaluation, 'systems'>) => systemsSchema.catch([]).parse(systems)
/** How the file is read. */
export const verdictsOf = ({ log }: Pick<Evaluation, 'log'>): ReadingChoice => ({
  log: { as: 'verdicts', ...logChoiceSchema.catch({}).parse(log) },
})
export const problemsOf = (row: Evaluation) => problemsSchema.catch([]).parse(row.problems)
export const missedOf = (row: Evaluation) => missedSchema.catch([]).parse(row.missed)
