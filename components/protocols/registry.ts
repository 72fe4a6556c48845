import dynamic from 'next/dynamic'
import { createElement } from 'react'
import { type ViewHost, type ViewOfProtocol, viewHost } from '@/components/annotation/workbench/stage-view'

// They come with the page; the imports have to be spelled out here for that.
const hosts: Record<string, ViewHost> = {
  felm: dynamic(() => import('./felm/view').then(({ felmView }) => viewHost(felmView))),
  'factcheck-bench': dynamic(() =>
    import('./factcheck-bench/view').then(({ factcheckBenchView }) => viewHost(factcheckBenchView)),
  ),
  'factor-validation': dynamic(() =>
    import('./factor-validation/view').then(({ factorValidationView }) => viewHost(factorValidationView)),
  ),
  'factor-generation': dynamic(() =>
    import('./factor-generation/view').then(({ factorGenerationView }) => viewHost(factorGenerationView)),
  ),
  'veriscore-verification': dynamic(() =>
    import('./veriscore-verification/view').then(({ veriscoreVerificationView }) =>
      viewHost(veriscoreVerificationView),
    ),
  ),
  'felm-reference-audit': dynamic(() =>
    import('./felm-reference-audit/view').then(({ felmReferenceAuditView }) => viewHost(felmReferenceAuditView)),
  ),
  'felm-response-audit': dynamic(() =>
    import('./felm-response-audit/view').then(({ felmResponseAuditView }) => viewHost(felmResponseAuditView)),
  ),
  'veriscore-preference': dynamic(() =>
    import('./veriscore-preference/view').then(({ veriscorePreferenceView }) => viewHost(veriscorePreferenceView)),
  ),
  'factcheck-bench-revision': dynamic(() =>
    import('./factcheck-bench-revision/view').then(({ factcheckBenchRevisionView }) =>
      viewHost(factcheckBenchRevisionView),
    ),
  ),
}

/** Draws its child with the forms of a protocol's stage and the protocol. Throws for a protocol that has none. */
export const WithView: ViewOfProtocol = ({ protocolId, stageKey, children }) => {
  const Host = hosts[protocolId]
  if (!Host) throw new Error(`There are no forms for the protocol "${protocolId}".`)
  return createElement(Host, { stageKey, children })
}
