/** The gold of an item in a stage, as practice can take it in. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { notChosen } from '@/lib/quality/calibration/candidates'

/** @throws `rule` where there is no such item, or it is no gold of the stage, or serves for calibration or practice already. */
export async function findGold(
  tx: Tx,
  projectId: string,
  { stage, position }: { stage: string; position: number },
): Promise<{ taskId: string; title: string }> {
  const rows = await tx.$queryRaw<{ taskId: string; title: string }[]>`
    select t.id "taskId", i.title from tasks t join items i on i.id = t.item_id join stages s on s.id = t.stage_id
    where s.key = ${stage} and t.position = ${position} and ${notChosen(projectId)}`
  const [gold] = rows
  if (!gold)
    throw new AppError(
      'rule',
      `Item ${position} is not gold in this stage, is discarded, or serves for calibration or practice already.`,
    )
  return gold
}
