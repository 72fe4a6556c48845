/** What the gold of each protocol can score. */
import { withDistributions } from './evaluating/distributions'
import type { EvaluationTask } from './evaluation'
import { manifests } from './index'
import { keptProtocol } from './kept-protocols'

/** The tasks of a protocol, in the order of its page; none where its gold scores nothing. */
export async function evaluationTasks(protocolId: string): Promise<readonly EvaluationTask[]> {
  const fileProtocol = keptProtocol(protocolId)
  if (fileProtocol) return (await import('./language/compile/evaluation')).compileEvaluations(fileProtocol.definition)
  const manifest = manifests.find(({ work }) => work.id === protocolId)
  return withDistributions((await manifest?.scoring?.()) ?? [], manifest?.definition.stages ?? [])
}
