/** The registry of pipelines: what machines can do for each protocol. For servers only: prompts stay out of browsers. */
import { factcheckBenchPipeline } from './factcheck-bench/prefill'
import { felmPipeline } from './felm/prefill'
import type { Pipeline } from './prefill'

const pipelines: readonly Pipeline[] = [felmPipeline, factcheckBenchPipeline]

/** The pipeline of a protocol; null where a machine can do nothing for it. */
export function pipelineOf(protocolId: string): Pipeline | null {
  return pipelines.find((pipeline) => pipeline.protocolId === protocolId) ?? null
}
