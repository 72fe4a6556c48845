/** The registry of evaluation tasks: what the gold of each protocol can score. */
import type { EvaluationTask } from './evaluation'
import { factcheckBenchEvaluations } from './factcheck-bench/evaluation'
import { factcheckBenchRevisionEvaluations } from './factcheck-bench-revision/evaluation'
import { factorValidationEvaluations } from './factor-validation/evaluation'
import { felmEvaluations } from './felm/evaluation'
import { veriscorePreferenceEvaluations } from './veriscore-preference/evaluation'
import { veriscoreVerificationEvaluations } from './veriscore-verification/evaluation'

const tasks: Readonly<Record<string, readonly EvaluationTask[]>> = {
  felm: felmEvaluations,
  'factcheck-bench': factcheckBenchEvaluations,
  'veriscore-verification': veriscoreVerificationEvaluations,
  'veriscore-preference': veriscorePreferenceEvaluations,
  'factcheck-bench-revision': factcheckBenchRevisionEvaluations,
  'factor-validation': factorValidationEvaluations,
}

/** The tasks of a protocol, in the order of its page; none where its gold scores nothing. */
export function evaluationTasks(protocolId: string): readonly EvaluationTask[] {
  return tasks[protocolId] ?? []
}
