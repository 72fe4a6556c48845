import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { ratedKeysIn, votesOn } from '@/lib/protocols/made-units'
import { rateWaiting, untilFree } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { countCodes } from '@/lib/stats/count-codes'
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
  const found = await findItemDistributions(actor, await getItem(actor, itemId))
  if (!found) throw new AppError('forbidden', 'How single units were answered is for managers and reviewers.')
  return found
}

interface RatedRow {
  taskId: string
  measure: string
  unit: string
  raters: number[]
  codes: number[]
  asked: number
}

/** So often an item is read anew whose tasks somebody else holds; nobody holds one for long. */
const MOST_TRIES = 5

/** The same of an item that was read already; null for viewers and annotators. */
export async function findItemDistributions(actor: Actor, item: ItemView): Promise<UnitDistribution[] | null> {
  for (let tried = 1; ; tried++) {
    const { isWhole, units } = await readDistributions(actor, item)
    if (isWhole || tried === MOST_TRIES) return units
    await untilFree(item.tasks.map(({ id }) => id))
  }
}

interface Found {
  /** Is every task rated that is to be? */
  isWhole: boolean
  units: UnitDistribution[] | null
}

function readDistributions(actor: Actor, item: ItemView): Promise<Found> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, item.projectId)
    if (!canProject('project.agreement', project.subject) || project.subject.role === 'viewer')
      return { isWhole: true, units: null }
    const tasks = item.tasks.filter(({ gold, votes }) => gold && !votes)
    if (tasks.length === 0) return { isWhole: true, units: [] }
    const ids = tasks.map(({ id }) => id)
    const isWhole = await rateWaiting(tx, project, ids)
    const rows = await tx.$queryRaw<RatedRow[]>`
      select u.task_id "taskId", u.measure, u.unit_key "unit", u.raters, u.codes, r.annotations::int "asked"
      from rated_units u join rated_tasks r on r.task_id = u.task_id
      where u.task_id = any(${ids}::uuid[])`
    const units = tasks.flatMap((task) =>
      distributionsOf(
        item,
        task,
        rows.filter(({ taskId }) => taskId === task.id),
      ),
    )
    return { isWhole, units }
  })
}

/** Of each unit under each measure that anybody rated it by; an entry of a list has one vote of each annotator on the entries that it stands for. */
function distributionsOf({ protocolId }: ItemView, { stage, gold }: ItemTask, rows: readonly RatedRow[]) {
  const { measures = [] } = protocolById(protocolId).stages.find(({ key }) => key === stage) ?? {}
  const { units = [], answers = {} } = gold ?? {}
  const ratedKeys = ratedKeysIn(answers)
  return units.flatMap(({ key: unit }) =>
    measures.flatMap(({ key, title, categories, sets }): UnitDistribution[] => {
      const rated = ratedKeys(unit)
      const unitRows = rows.filter((row) => row.measure === key && rated.has(row.unit))
      const votes = votesOn(
        unitRows.flatMap(({ raters, codes }) =>
          codes.map((value, index) => ({ annotator: raters[index] ?? 0, value })),
        ),
      )
      if (votes.length === 0) return []
      const counts = countCodes(votes, categories.length)
      const labels = categories
        .map(({ value, text }, code) => {
          const count = counts[code] ?? 0
          return { value, text, count, share: count / votes.length }
        })
        .filter(({ count }) => !sets || count > 0)
      const entropy = shannonEntropy(counts).value ?? 0
      return [{ stage, unit, measure: { key, title }, asked: unitRows[0]?.asked ?? 0, labels, entropy }]
    }),
  )
}
