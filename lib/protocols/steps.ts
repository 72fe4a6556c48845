/** The registry of pipelines: what machines can do for each protocol. For servers only: prompts stay out of browsers. */
import { factcheckBenchPipeline } from './factcheck-bench/prefill'
import { factcheckBenchRevisionPipeline } from './factcheck-bench-revision/prefill'
import { factorGenerationPipeline } from './factor-generation/prefill'
import { factorValidationPipeline } from './factor-validation/prefill'
import { felmPipeline } from './felm/prefill'
import { felmReferenceAuditPipeline } from './felm-reference-audit/prefill'
import { felmResponseAuditPipeline } from './felm-response-audit/prefill'
import type { Pipeline } from './prefill'
import { veriscorePreferencePipeline } from './veriscore-preference/prefill'
import { veriscoreVerificationPipeline } from './veriscore-verification/prefill'

const pipelines: readonly Pipeline[] = [
  felmPipeline,
  factcheckBenchPipeline,
  factorValidationPipeline,
  factorGenerationPipeline,
  veriscoreVerificationPipeline,
  felmReferenceAuditPipeline,
  felmResponseAuditPipeline,
  veriscorePreferencePipeline,
  factcheckBenchRevisionPipeline,
]

/** The pipeline of a protocol; null where a machine can do nothing for it. */
export function pipelineOf(protocolId: string): Pipeline | null {
  return pipelines.find((pipeline) => pipeline.protocolId === protocolId) ?? null
}
