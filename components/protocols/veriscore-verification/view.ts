import { type ProtocolView, viewHost } from '@/components/annotation/workbench/stage-view'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { veriscoreVerificationWork } from '@/lib/protocols/veriscore-verification/work'
import { bindings, handlers } from './keys'
import { VerificationPanel } from './panel'
import { ClaimOrigin, VerificationPane } from './reading-pane'

/** Claim and search results on the left; on the right the open result, and the claim with its parts. */
export const view: ProtocolView = {
  work: veriscoreVerificationWork,
  stages: {
    verify: {
      ReadingPane: VerificationPane,
      Panel: VerificationPanel,
      UnitForm: UnitQuestions,
      ItemForm: UnitQuestions,
      bindings,
      handlers,
      Around: ClaimOrigin,
    },
  },
}

export const Host = viewHost(view)
