/** What tells which gold is scored, against the statement that went through all items. */
import { expect, it } from 'vitest'
import { pool, prisma } from '@/lib/platform/server/db'
import { simulateFactcheckBench, simulateFelm } from '@/tests/agreement-scene'
import { disturb } from '@/tests/simulation/disturb'
import { type GoldState, goldState, readGold, SCORED } from './read-gold'

const ITEM_BY_ITEM = `
  select count(distinct i.id)::int "items",
    coalesce(sum(hashtextextended(g.id::text, 0)), 0)::text || '.' || (
      select coalesce(sum(hashtextextended(o.item_id::text || o.version, 0)), 0)::text
      from roll_up_overrides o join items x on x.id = o.item_id where x.project_id = $1) "version"
  from items i join stages s on s.project_id = i.project_id and s.key = $2
  join stages e on e.project_id = i.project_id and e.position <= s.position
  join tasks t on t.stage_id = e.id and t.item_id = i.id
  join golds g on g.task_id = t.id and g.superseded_at is null
  where i.project_id = $1 and ${SCORED}`

async function itemByItem(projectId: string, stage: string): Promise<GoldState | undefined> {
  const { rows } = await pool().query<GoldState>(ITEM_BY_ITEM, [projectId, stage])
  return rows[0]
}

async function countRead(projectId: string, stage: string): Promise<number> {
  let items = 0
  for await (const _ of readGold(projectId, { stage, labelStage: stage, ratedBy: null })) items += 1
  return items
}

it.each([1, 2, 3])('is the same of every stage, and counts what is read, seed %i', async (seed) => {
  const felm = await simulateFelm({ items: 25, gold: 0.7, seed })
  const stages = await simulateFactcheckBench({ items: 25, gold: 0.7, seed })
  const versions = new Set<string>()
  for (const { project, manager } of [felm, stages]) {
    const keys = project.stages.map(({ key }) => key)
    const compare = async () => {
      const states = []
      for (const key of [...keys, 'nowhere']) {
        const state = await goldState(project.id, key)
        expect(state).toEqual(await itemByItem(project.id, key))
        versions.add(`${project.id} ${key} ${state.version}`)
        states.push(state.items)
      }
      return states
    }
    const before = await compare()
    expect(before.at(-1)).toBe(0)
    await disturb(project.id, manager.id, seed)
    const after = await compare()
    for (const [index, key] of keys.entries()) {
      expect(after[index]).toBeLessThan(before[index] ?? 0)
      expect(after[index]).toBeGreaterThan(0)
      expect(await countRead(project.id, key)).toBe(after[index])
    }
    // A task that is gold of which none stands: the item is scored by what its other stages have.
    const where = { task: { projectId: project.id, state: 'gold', stale: false }, supersededAt: null } as const
    const { id } = await prisma().gold.findFirstOrThrow({ where, orderBy: { task: { position: 'asc' } } })
    await prisma().gold.update({ where: { id }, data: { supersededAt: new Date() } })
    await compare()
  }
  // Before and after, of one stage and of three, and twice of a stage that there is not.
  expect(versions.size).toBeGreaterThanOrEqual(2 * (1 + 3) + 2)
})
