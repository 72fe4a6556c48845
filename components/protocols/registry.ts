import { felmView } from './felm/view'
import type { ProtocolView } from './protocol-view'

const views: Record<string, ProtocolView> = { felm: felmView }

/** The forms of a protocol. Throws for one that has none. */
export function viewOf(protocolId: string): ProtocolView {
  const view = views[protocolId]
  if (!view) throw new Error(`There are no forms for the protocol "${protocolId}".`)
  return view
}
