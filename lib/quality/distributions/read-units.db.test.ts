/** The page of units against the statement that worked entropies out of every unit. */
import { expect, it } from 'vitest'
import { Prisma } from '@/generated/prisma/client'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import type { MeasureOf } from '@/lib/quality/agreement/ledger/read-counts'
import { refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'
import { seededRandom } from '@/lib/stats/seeded-random'
import { simulateFactcheckBench, simulateFelm } from '@/tests/agreement-scene'
import { disturb } from '@/tests/simulation/disturb'
import { distributionOrders, PAGE_UNITS } from './contract'
import { type AskedUnits, readUnits, type UnitRow } from './read-units'

function unitByUnit(tx: Tx, of: MeasureOf, { order, page }: AskedUnits, words: readonly string[] | null) {
  const only =
    words === null
      ? Prisma.empty
      : Prisma.sql`and (array_to_string(u.raters, ',') || ':' || array_to_string(u.codes, ',')) = any(${[...words]}::text[])`
  const entropy = Prisma.sql`(
    select round(-sum(g.n / cardinality(u.codes)::numeric * ln(g.n / cardinality(u.codes)::numeric)), 12)
    from (select count(*)::numeric n from unnest(u.codes) c(code) group by c.code) g)`
  return tx.$queryRaw<UnitRow[]>`
    select t.position, t.item_id "itemId", u.unit_key unit, r.annotations::int "asked", u.raters, u.codes, f.code::int gold
    from rated_units u join tasks t on t.id = u.task_id join rated_tasks r on r.task_id = u.task_id
    left join further_ratings f
      on f.task_id = u.task_id and f.measure = u.measure and f.unit_key = u.unit_key and f.rater = 'gold'
    where u.stage_id = ${of.stageId}::uuid and u.measure = ${of.measure} and ${COUNTED} ${only}
    order by ${order === 'entropy' ? Prisma.sql`${entropy} desc,` : Prisma.empty} t.position, u.unit_key
    limit ${PAGE_UNITS} offset ${(page - 1) * PAGE_UNITS}`
}

/** All measures, in both orders, all units and those of some patterns, page by page until none is left. Returns how many units there are. */
async function compareAll(tx: Tx, projectId: string, below: (size: number) => number): Promise<number> {
  const measures = await tx.$queryRaw<(MeasureOf & { words: string[] })[]>`
    select p.stage_id "stageId", p.measure, array_agg(p.pattern order by p.pattern) words
    from rated_patterns p join stages s on s.id = p.stage_id where s.project_id = ${projectId}::uuid group by 1, 2 order by 1, 2`
  let counted = 0
  for (const { words: all, ...of } of measures)
    for (const words of [null, all.filter(() => below(2) === 0), []])
      for (const order of distributionOrders)
        for (let page = 1, rows = PAGE_UNITS; rows > 0; page++) {
          const units = await readUnits(tx, of, { order, page }, words)
          expect(units).toEqual(await unitByUnit(tx, of, { order, page }, words))
          rows = units.length
          if (words === null && order === 'position') counted += rows
        }
  return counted
}

it.each([1, 2, 3])('finds the same units in the same order, seed %i', async (seed) => {
  const below = seededRandom(seed)
  const errors = [0.1, 0.3, 0.4, 0.2]
  const model = { error: 0.2, arms: true }
  const felm = await simulateFelm({ items: 40, errors, raters: 3, removed: 0.1, gold: 0.5, model, seed })
  const stages = await simulateFactcheckBench({ items: 8, errors: [0.3, 0.3, 0.2], seed })
  for (const { project, manager } of [felm, stages]) {
    await transaction((tx) => refreshRatings(tx, project))
    await disturb(project.id, manager.id, seed)
    // What is counted no more stands in the ledger until somebody looks.
    const rated = () => prisma().ratedUnit.count({ where: { task: { projectId: project.id } } })
    const counted = await transaction((tx) => compareAll(tx, project.id, below))
    expect(await rated()).toBeGreaterThan(counted)
    await transaction((tx) => refreshRatings(tx, project))
    expect(await transaction((tx) => compareAll(tx, project.id, below))).toBe(await rated())
  }
})
