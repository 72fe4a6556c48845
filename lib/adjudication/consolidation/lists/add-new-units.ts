import 'server-only'
import type { LoadedConsolidation } from '@/lib/adjudication/consolidation/load-consolidation'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Json, Question } from '@/lib/protocols/protocol'
import { isNew } from './judge'

/** Makes units of the entries of a list that no annotator listed, the actor being their maker. */
export async function addNewUnits(
  tx: Tx,
  actor: Actor,
  { task }: LoadedConsolidation,
  { unit, question, value }: { unit: string; question: Question; value: Json },
): Promise<void> {
  const kind = question.list?.kind
  if (kind === undefined) return
  const keys = entriesOf(value)
    .filter(isNew)
    .map(({ key }) => key)
  if (keys.length === 0) return
  const there = await tx.unit.findMany({
    where: { taskId: task.id, key: { in: keys } },
    select: { key: true, kind: true, parentKey: true, makerId: true },
  })
  if (there.some((row) => row.makerId === null || row.kind !== kind || row.parentKey !== unit))
    throw new AppError('rule', 'The key of a new entry is in use already. Give the entry another key.')
  const fresh = keys.filter((key) => there.every((row) => row.key !== key))
  await tx.unit.createMany({
    data: fresh.map((key) => ({
      taskId: task.id,
      key,
      kind,
      position: 0,
      text: '',
      parentKey: unit,
      makerId: actor.userId,
    })),
  })
}
