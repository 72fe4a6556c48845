import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'
import { type CauseCount, type CauseKey, type Causes, causeKeys } from './contract'
import { openStage } from './open-stage'

interface Row extends CauseCount {
  /** null: of all. */
  unitKind: string | null
  question: string | null
  cause: CauseKey | null
}

/** Why annotators disagreed, by question; every disagreement of a revealed task counts, in whichever round. */
export function getCauses(actor: Actor, projectId: string, stage: string): Promise<Causes> {
  return transaction(async (tx) => {
    const { head, at } = await openStage(tx, actor, projectId, stage)
    const rows = await readCounts(tx, at.id)
    const cell = (of: { unit: string; key: string } | null, cause: CauseKey | null): CauseCount => {
      const [kind, question] = [of?.unit ?? null, of?.key ?? null]
      const row = rows.find((each) => each.unitKind === kind && each.question === question && each.cause === cause)
      return { count: row?.count ?? 0, inItems: row?.inItems ?? 0 }
    }
    const total = cell(null, null)
    const { questions, unitKinds } = at.stage
    return {
      ...head,
      total,
      named: total.count - cell(null, 'none').count,
      causes: causeKeys.map((cause) => ({ cause, all: cell(null, cause) })),
      questions: questions
        .filter((question) => cell(question, null).count > 0)
        .map(({ key, title, unit }) => ({
          key,
          title,
          unitKind: unit,
          unitText: unitKinds.find(({ kind }) => kind === unit)?.text ?? unit,
          all: cell({ key, unit }, null),
          cells: causeKeys.map((cause) => ({ cause, cell: cell({ key, unit }, cause) })),
        })),
    }
  })
}

const readCounts = (tx: Tx, stageId: string) => tx.$queryRaw<Row[]>`
  with disputed as (
    select u.kind, d.question, coalesce(d.cause::text, 'none') cause, t.item_id
    from disagreements d join units u on u.id = d.unit_id join tasks t on t.id = d.task_id join items i on i.id = t.item_id
    where t.stage_id = ${stageId}::uuid and ${COUNTED}
  )
  select kind "unitKind", question, cause, count(*)::int "count", count(distinct item_id)::int "inItems"
  from disputed group by grouping sets ((kind, question, cause), (kind, question), (cause), ())`
