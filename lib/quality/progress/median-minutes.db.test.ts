/** The medians that plans need, against those of all that progress tells of times. */
import { expect, it } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { seededRandom } from '@/lib/stats/seeded-random'
import { simulateFactcheckBench, simulateFelm } from '@/tests/agreement-scene'
import { disturb } from '@/tests/simulation/disturb'
import { MIN_OBSERVATIONS } from './contract'
import { readActive, readMedianMinutes } from './queries'

it.each([1, 2, 3])('are the same without what else is counted, seed %i', async (seed) => {
  const below = seededRandom(seed)
  const felm = await simulateFelm({ items: 20, errors: [0.1, 0.2, 0.3], raters: 2, gold: 0.5, seed })
  const stages = await simulateFactcheckBench({ items: 14, seed })
  const few = await simulateFelm({ items: 3, errors: [0.1, 0.2], seed })
  for (const { project, manager } of [felm, stages, few]) {
    // Of some nobody knows how long they took.
    for (const { id } of await prisma().annotation.findMany({ where: { task: { projectId: project.id } } }))
      if (below(4) === 0) await prisma().annotation.update({ where: { id }, data: { activeSeconds: 0 } })
    const compare = () =>
      transaction(async (tx) => {
        const medians = new Map(
          (await readActive(tx, project.id)).flatMap(({ stageId, shares, shareSeconds }): [string, number][] =>
            shares >= MIN_OBSERVATIONS && shareSeconds ? [[stageId, (shareSeconds[1] ?? 0) / 60]] : [],
          ),
        )
        expect(await readMedianMinutes(tx, project.id)).toEqual(medians)
        return medians.size
      })
    expect(await compare()).toBe(project === few.project ? 0 : project.stages.length)
    await disturb(project.id, manager.id, seed)
    await compare()
  }
})
