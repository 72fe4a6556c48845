/** The forms of each protocol, for the pages of the server that draw with them: they are found by the protocol's id. */
import type { ViewHost } from '@/components/annotation/workbench/stage-view'

/** Draws its child with the forms of a stage of this protocol. Rejects for a protocol that has no folder beside this file. */
export async function hostOf(protocolId: string): Promise<ViewHost> {
  const { Host }: { Host: ViewHost } = await import(`./${protocolId}/host.ts`)
  return Host
}
