import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { ratedKeysOf } from '@/lib/protocols/made-units'
import { refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { COUNTED, LEDGER_VERSION } from '@/lib/quality/agreement/ledger/version'
import { shannonEntropy } from '@/lib/stats/shannon-entropy'
import type { ItemTask, ItemView } from '@/lib/workspace/items/contract'
import { getItem } from '@/lib/workspace/items/queries'
import { loadProject } from '@/lib/workspace/projects/queries'
import type { UnitDistribution } from './contract'

/**
 * How annotators rated the units of an item's gold, for managers and reviewers, who are remembered as having read that gold; what is not gold
 * yet is not told. @throws `not_found` when hidden, `forbidden` for viewers and annotators.
 */
export async function listItemDistributions(actor: Actor, itemId: string): Promise<UnitDistribution[]> {
  const found = await distributionsBeside(actor, await getItem(actor, itemId))
  if (!found) throw new AppError('forbidden', 'How single units were answered is for managers and reviewers.')
  return found
}

interface RatedRow {
  taskId: string
  measure: string
  unit: string
  codes: number[]
  asked: number
}

/** Beside an item that was read already; null for viewers and annotators. */
export function distributionsBeside(actor: Actor, item: ItemView): Promise<UnitDistribution[] | null> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, item.projectId)
    if (!canProject('project.agreement', project.subject) || project.subject.role === 'viewer') return null
    const tasks = item.tasks.filter(({ gold, votes }) => gold && !votes)
    if (tasks.length === 0) return []
    const ids = tasks.map(({ id }) => id)
    if (await isAnyUnrated(tx, ids)) await refreshRatings(tx, project)
    const rows = await tx.$queryRaw<RatedRow[]>`
      select u.task_id "taskId", u.measure, u.unit_key "unit", u.codes, r.annotations::int "asked"
      from rated_units u join rated_tasks r on r.task_id = u.task_id
      where u.task_id = any(${ids}::uuid[])`
    return tasks.flatMap((task) =>
      distributionsOf(
        item,
        task,
        rows.filter(({ taskId }) => taskId === task.id),
      ),
    )
  })
}

/** The state of the whole ledger is asked for only where one of these tasks has changed since it was rated. */
async function isAnyUnrated(tx: Tx, taskIds: readonly string[]): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from tasks t left join rated_tasks r on r.task_id = t.id
    where t.id = any(${[...taskIds]}::uuid[]) and ${COUNTED}
      and (r.task_id is null or r.version <> ${LEDGER_VERSION} or r.revision <> t.revision) limit 1`
  return rows.length > 0
}

/** Of each unit under each measure that anybody rated it by; an entry of a list has the ratings of all entries that it stands for. */
function distributionsOf({ protocolId }: ItemView, { stage, gold }: ItemTask, rows: readonly RatedRow[]) {
  const { measures = [] } = protocolById(protocolId).stages.find(({ key }) => key === stage) ?? {}
  const { units = [], answers = {} } = gold ?? {}
  return units.flatMap(({ key: unit }) =>
    measures.flatMap(({ key, title, categories }): UnitDistribution[] => {
      const rated = ratedKeysOf(answers, unit)
      const own = rows.filter((row) => row.measure === key && rated.has(row.unit))
      const codes = own.flatMap((row) => row.codes)
      if (codes.length === 0) return []
      const counts = categories.map((_, code) => codes.filter((each) => each === code).length)
      const labels = categories.map(({ value, text }, code) => {
        const count = counts[code] ?? 0
        return { value, text, count, share: count / codes.length }
      })
      const entropy = shannonEntropy(counts).value ?? 0
      return [{ stage, unit, measure: { key, title }, asked: own[0]?.asked ?? 0, labels, entropy }]
    }),
  )
}
