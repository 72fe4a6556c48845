/** The forms of each protocol, for the pages of the server that draw with them: they are found by the protocol's id. */
import type { ViewHost } from '@/components/annotation/workbench/stage-view'
import { isOfFile } from '@/lib/protocols/kept-protocols'

/**
 * Draws its child with the forms of a stage of this protocol: those of its folder beside this file, or the questions as they stand of one that a file
 * describes. Rejects for a protocol of neither.
 */
export async function hostOf(protocolId: string): Promise<ViewHost> {
  if (isOfFile(protocolId)) return (await import('./file-host')).FileHost
  const { Host }: { Host: ViewHost } = await import(`./${protocolId}/host.ts`)
  return Host
}
