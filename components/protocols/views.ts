import { type ProtocolView, type StageView, stageView } from '@/components/annotation/workbench/stage-view'

// Each protocol's forms are loaded only by those who work with it. Apart from registry.ts, which draws them with the page:
// what is named in both, of two places of a page, is sent for under names that there are not.
const loaders: Record<string, () => Promise<ProtocolView>> = {
  felm: () => import('./felm/view').then(({ felmView }) => felmView),
  'factcheck-bench': () => import('./factcheck-bench/view').then(({ factcheckBenchView }) => factcheckBenchView),
  'factor-validation': () =>
    import('./factor-validation/view').then(({ factorValidationView }) => factorValidationView),
  'factor-generation': () =>
    import('./factor-generation/view').then(({ factorGenerationView }) => factorGenerationView),
  'veriscore-verification': () =>
    import('./veriscore-verification/view').then(({ veriscoreVerificationView }) => veriscoreVerificationView),
  'felm-reference-audit': () =>
    import('./felm-reference-audit/view').then(({ felmReferenceAuditView }) => felmReferenceAuditView),
  'felm-response-audit': () =>
    import('./felm-response-audit/view').then(({ felmResponseAuditView }) => felmResponseAuditView),
  'veriscore-preference': () =>
    import('./veriscore-preference/view').then(({ veriscorePreferenceView }) => veriscorePreferenceView),
  'factcheck-bench-revision': () =>
    import('./factcheck-bench-revision/view').then(({ factcheckBenchRevisionView }) => factcheckBenchRevisionView),
}

/** The forms of a protocol's stage. Rejects for a protocol that has none. */
export async function viewOf(protocolId: string, stageKey: string): Promise<StageView> {
  const load = loaders[protocolId]
  if (!load) throw new Error(`There are no forms for the protocol "${protocolId}".`)
  return stageView(await load(), stageKey)
}
