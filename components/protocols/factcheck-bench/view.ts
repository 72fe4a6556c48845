import { type ProtocolView, viewHost } from '@/components/annotation/workbench/stage-view'
import { factcheckBenchWork } from '@/lib/protocols/factcheck-bench/work'
import { decomposeView } from './decompose/view'
import { mergeView } from './merge/view'
import { verifyView } from './verify/view'

/** Factcheck-Bench on the workbench: one view a stage. */
export const view: ProtocolView = {
  work: factcheckBenchWork,
  stages: { decompose: decomposeView, verify: verifyView, merge: mergeView },
}

export const Host = viewHost(view)
