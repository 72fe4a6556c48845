/** What the gold of each protocol can score. */
import type { EvaluationTask } from './evaluation'
import { manifests } from './index'

/** The tasks of a protocol, in the order of its page; none where its gold scores nothing. */
export async function evaluationTasks(protocolId: string): Promise<readonly EvaluationTask[]> {
  const manifest = manifests.find(({ work }) => work.id === protocolId)
  return (await manifest?.scoring?.()) ?? []
}
