import type { ProtocolView } from '@/components/protocols/protocol-view'

/** Factcheck-Bench on the workbench: one view a stage. */
export const factcheckBenchView: ProtocolView = { stages: {} }
