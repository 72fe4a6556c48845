/** What machines can do for Factcheck-Bench: the steps of its automatic fact-checker, as suggestions. */
import type { Pipeline } from '@/lib/protocols/prefill'
import { checkworthyStep } from './checkworthy'
import { claimsStep } from './claims'
import { correctionStep } from './correction'
import { decontextStep } from './decontext'
import { enoughStep } from './enough'
import { evidenceStep } from './evidence'
import { importanceStep } from './importance'
import { mergeStep } from './merge'
import { queriesStep } from './queries'
import { referencesStep } from './references'
import { revisionStep } from './revision'
import { stanceStep } from './stance'
import { triage, triageStep } from './triage'
import { verdictStep } from './verdict'
import { withEvidence } from './with-evidence'

const decompose = [decontextStep, claimsStep, checkworthyStep, importanceStep, triageStep]
const verify = [queriesStep, evidenceStep, stanceStep, enoughStep, verdictStep, correctionStep, referencesStep]
const merge = [mergeStep, revisionStep]

export const factcheckBenchPipeline: Pipeline = {
  protocolId: 'factcheck-bench',
  steps: [...decompose, ...verify, ...merge],
  withEvidence,
  generated: ({ prompt, response, model, externalId }) => ({ prompt, response, source: model, id: externalId }),
  triage,
}
