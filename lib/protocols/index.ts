/** The registry: every protocol the product knows. Stored projects name theirs by id. */
import { factcheckBench } from './factcheck-bench/factcheck-bench'
import { factcheckBenchRevision } from './factcheck-bench-revision/factcheck-bench-revision'
import { factorGeneration } from './factor-generation/factor-generation'
import { factorValidation } from './factor-validation/factor-validation'
import { felm } from './felm/felm'
import { felmReferenceAudit } from './felm-reference-audit/felm-reference-audit'
import { felmResponseAudit } from './felm-response-audit/felm-response-audit'
import type { Protocol } from './protocol'
import { veriscorePreference } from './veriscore-preference/veriscore-preference'
import { veriscoreVerification } from './veriscore-verification/veriscore-verification'

export const protocols: readonly Protocol[] = [
  felm,
  factcheckBench,
  veriscoreVerification,
  veriscorePreference,
  factcheckBenchRevision,
  factorValidation,
  factorGeneration,
  felmReferenceAudit,
  felmResponseAudit,
]

/** The protocol a project uses. Throws for an id that is not in the registry, which only a newer database can hold. */
export function protocolById(id: string): Protocol {
  const protocol = protocols.find((each) => each.id === id)
  if (!protocol) throw new Error(`There is no protocol "${id}" in this version.`)
  return protocol
}

export { stageByKey } from './stage-by-key'
