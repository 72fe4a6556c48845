/** What the gold of Factcheck-Bench scores: the five subtasks, as unit tests of fact-checkers. */
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { revisionTask } from './revision'
import { stanceTask } from './stance'
import { correctionsTask, verificationTask } from './verification'
import { claimsTask, sentencesTask } from './worthiness'

export const factcheckBenchEvaluations: readonly EvaluationTask[] = [
  sentencesTask,
  claimsTask,
  stanceTask,
  verificationTask,
  correctionsTask,
  revisionTask,
]
