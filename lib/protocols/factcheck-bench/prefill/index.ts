/** What machines can do for Factcheck-Bench. */
import type { Pipeline } from '@/lib/protocols/prefill'

export const factcheckBenchPipeline: Pipeline = { protocolId: 'factcheck-bench', steps: [], generated: null }
