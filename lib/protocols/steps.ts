/** What machines can do for each protocol. For servers only: prompts stay out of browsers. */
import { manifests } from './index'
import { keptProtocol } from './kept-protocols'
import type { Pipeline } from './prefill'

/** The pipeline of a protocol; null where a machine can do nothing for it. */
export async function pipelineOf(protocolId: string): Promise<Pipeline | null> {
  const fileProtocol = keptProtocol(protocolId)
  if (fileProtocol)
    return (await import('./language/compile/pipeline')).compilePipeline(fileProtocol.definition, protocolId)
  const manifest = manifests.find(({ work }) => work.id === protocolId)
  return (await manifest?.pipeline?.()) ?? null
}
