import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import type { Answers, EarlierGold, Vote } from '@/lib/protocols/protocol'
import { listUnits, unitOf } from './load-task'

/** The current gold of an item's stages, by stage key, with the units it was made about; stages without gold are missing. */
export async function readEarlier(tx: Tx, itemId: string, stageKeys: readonly string[]): Promise<EarlierGold> {
  const golds = await tx.gold.findMany({
    where: { supersededAt: null, task: { itemId, stage: { key: { in: [...stageKeys] } } } },
    select: {
      taskId: true,
      round: true,
      answers: true,
      votes: true,
      task: { select: { stage: { select: { key: true } } } },
    },
  })
  const earlier: Record<string, EarlierGold[string]> = {}
  for (const { taskId, round, answers, votes, task } of golds) {
    const units = await listUnits(tx, { id: taskId, round })
    const voted = votes === null ? {} : { votes: votes as unknown as Vote[] }
    earlier[task.stage.key] = { units: units.map(unitOf), answers: answers as Answers, ...voted }
  }
  return earlier
}
