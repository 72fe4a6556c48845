/** What machines can do for FELM. */
import type { Pipeline } from '@/lib/protocols/prefill'

export const felmPipeline: Pipeline = { protocolId: 'felm', steps: [], generated: null }
