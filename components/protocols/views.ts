import { type ProtocolView, type StageView, stageView } from '@/components/annotation/workbench/stage-view'
import { fileWork, isOfFile } from '@/lib/protocols/kept-protocols'

// Apart from the hosts, which draw the forms with the page: what both name, of two places of a page, Next sends for twice.

/** All forms of a protocol, in browsers. Rejects for a protocol that has no folder beside this file and that no file describes. */
export async function protocolView(protocolId: string): Promise<ProtocolView> {
  if (isOfFile(protocolId)) return { work: fileWork(protocolId), stages: {} }
  const { view }: { view: ProtocolView } = await import(`./${protocolId}/view.ts`)
  return view
}

/** The forms of a protocol's stage. */
export const viewOf = async (protocolId: string, stageKey: string): Promise<StageView> =>
  stageView(await protocolView(protocolId), stageKey)
