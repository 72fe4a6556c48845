/** Who computes intervals, and when: readers at once, readers who wait, the worker. */
import { describe, expect, it, vi } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { protocolById, stageByKey } from '@/lib/protocols'
import { rateTasksHandler } from '@/lib/quality/agreement/ledger/rate-tasks'
import { bootstrapCounts } from '@/lib/stats/bootstrap'
import { SHARE } from '@/lib/stats/interval-limits'
import { changeFacts } from '@/lib/workspace/items/change-facts'
import { actorOf } from '@/tests/actors'
import { simulateFactcheckBench } from '@/tests/agreement-scene'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { agreementIntervalsHandler, computeIntervals } from './compute-intervals'
import { findIntervals } from './find-intervals'
import { blockOfMeasure, intervalBodySchema, keyOfSet } from './interval-sets'
import { readCompared } from './ledger/read-compared'
import { refreshRatings } from './ledger/refresh-ratings'
import { openFigures } from './open-figures'
import { getAgreement } from './queries'

const RUN = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
const DEAR = [10_000_000]

async function scene() {
  const project = await makeProject({ stage: { raters: 2 } })
  const ada = await makeMember(project, 'annotator')
  const ben = await makeMember(project, 'annotator')
  for (let n = 0; n < 10; n++) {
    const task = await makeTask(project)
    await makeAnnotation(task, ada, answersWith(n % 2 === 0), true)
    await makeAnnotation(task, ben, answersWith(n % 3 === 0), true)
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
  }
  const manager = actorOf(await makeMember(project, 'manager'))
  const opened = () => transaction((tx) => openFigures(tx, manager, project.id))
  return { project, manager, opened }
}

const jobs = (name: string, projectId: string) => prisma().$queryRaw<{ payload: unknown }[]>`
  select p.payload from graphile_worker._private_jobs p join graphile_worker._private_tasks t on t.id = p.task_id
  where t.identifier = ${name} and p.payload ->> 'projectId' = ${projectId}`

describe('intervals that take long', () => {
  const set = ['stage', 'segments'] as const
  const wanted = [{ set, costs: DEAR }]

  it('are left to the worker once, kept for everybody, and of this version of the data only', async () => {
    const { project, opened } = await scene()
    const at = await opened()
    expect(await findIntervals(at, wanted, { mode: 'when_quick' })).toEqual({ state: 'pending', bodies: [null] })
    expect(await findIntervals(at, wanted, { mode: 'when_quick' })).toEqual({ state: 'pending', bodies: [null] })
    // Nor once more while the worker is at it, as a page that asks again and again would have it.
    await prisma().$executeRaw`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'
      where payload ->> 'projectId' = ${project.id}`
    expect(await findIntervals(at, wanted, { mode: 'when_quick' })).toEqual({ state: 'pending', bodies: [null] })
    const [job, ...more] = await jobs('agreement_intervals', project.id)
    expect(more).toEqual([])
    await agreementIntervalsHandler.run(job?.payload, RUN)
    const found = await findIntervals(at, wanted, { mode: 'when_quick' })
    expect(found.state).toBe('complete')
    const alpha = found.bodies[0]?.[blockOfMeasure('label')]?.alpha
    expect(alpha).toMatchObject({ drawn: 10, resamples: 2000, seed: 1 })
    // Done again it computes nothing anew; of other data it is computed again.
    const { at: before } = await keptAt(project.id)
    await agreementIntervalsHandler.run(job?.payload, RUN)
    expect((await keptAt(project.id)).at).toEqual(before)
    const other = { ...at, ledger: { ...at.ledger, version: 'another' } }
    expect((await findIntervals(other, wanted, { mode: 'when_quick' })).state).toBe('pending')
  })

  it('are waited for where a reader wants to, and left to the worker when patience ends', async () => {
    const { project, opened } = await scene()
    const at = await opened()
    const ended = AbortSignal.abort(new DOMException('It took too long.', 'TimeoutError'))
    expect(await findIntervals(at, wanted, { mode: 'always' }, ended)).toEqual({ state: 'pending', bodies: [null] })
    const [job] = await jobs('agreement_intervals', project.id)
    const patience = vi.spyOn(env(), 'ASSAY_FIGURES_SECONDS', 'get').mockReturnValue(0)
    expect((await findIntervals(at, wanted, { mode: 'always' })).state).toBe('pending')
    patience.mockRestore()
    const waited = await findIntervals(at, wanted, { mode: 'always' })
    expect(waited.state).toBe('complete')
    await prisma().keptFigures.deleteMany({ where: { projectId: project.id } })
    await agreementIntervalsHandler.run(job?.payload, RUN)
    expect((await keptAt(project.id)).body).toEqual(waited.bodies[0])
  })

  it('are not kept for other slices than they were computed for, when a domain or tags change meanwhile', async () => {
    const { manager, opened } = await scene()
    const before = await opened()
    const { itemId } = await prisma().task.findFirstOrThrow({ where: { projectId: before.project.id } })
    await changeFacts(manager, itemId, { domain: 'rivers' })
    // What was asked for before the change is read after it, and kept as what it is of.
    expect((await findIntervals(before, wanted, { mode: 'always' })).state).toBe('complete')
    expect((await findIntervals(before, wanted, { mode: 'when_quick' })).state).toBe('pending')
    const changed = await opened()
    const computed = await computeIntervals(changed.project, set)
    expect(await findIntervals(changed, wanted, { mode: 'when_quick' })).toEqual({
      state: 'complete',
      bodies: [computed],
    })
    await changeFacts(manager, itemId, { tags: ['long'] })
    expect((await opened()).ledger.version).not.toBe(changed.ledger.version)
  })

  const keptAt = async (projectId: string) => {
    const where = { projectId_key: { projectId, key: keyOfSet(set) } }
    const row = await prisma().keptFigures.findUniqueOrThrow({ where })
    return { at: row.at, body: intervalBodySchema.parse(row.body) }
  }
})

describe('the ledger of a large project', () => {
  it('is left to a job, which rates what waits and is enqueued once', async () => {
    const { project } = await scene()
    const refresh = () => transaction((tx) => refreshRatings(tx, project, { most: 3 }))
    const stageId = project.stages[0]?.id ?? ''
    expect((await refresh()).awaited).toEqual({ [stageId]: 7 })
    const [job, ...more] = await jobs('rate_tasks', project.id)
    expect(more).toEqual([])
    await rateTasksHandler.run(job?.payload, RUN)
    expect(await prisma().ratedTask.count({ where: { projectId: project.id } })).toBe(10)
    expect((await refresh()).awaited).toEqual({ [stageId]: 0 })
  })
})

describe('intervals of comparisons', () => {
  it('are those of resampling the sums of whole responses', async () => {
    const { project, manager } = await simulateFactcheckBench({ items: 12, seed: 3 })
    const { stages } = await getAgreement(actorOf({ ...manager, name: 'A manager', isAdmin: false }), project.id, {
      intervals: 'always',
    })
    let compared = 0
    for (const { key, comparisons } of stages) {
      const { id: stageId } = await prisma().stage.findFirstOrThrow({ where: { projectId: project.id, key } })
      for (const comparison of stageByKey(protocolById(project.protocolId), key).comparisons ?? []) {
        const of = { stageId, comparison: comparison.key }
        const { responses } = await transaction((tx) => readCompared(tx, of))
        const shown = comparisons.find((each) => each.key === comparison.key)
        for (const figure of comparison.figures) {
          const estimate = shown?.figures.find((each) => each.key === figure.key)?.estimate
          if (!estimate?.interval) continue
          const options = {
            seed: 1,
            method: 'arcsine',
            rangeOf: () => (figure.form === 'share' ? SHARE : null),
          } as const
          const { low, high, percentile } = bootstrapCounts(responses, comparison.sums, { one: figure.of }, options).one
          expect(estimate.interval.percentile.low).toBeCloseTo(percentile?.low ?? Number.NaN, 12)
          // Sums of fractions, added up in another order.
          expect(estimate.interval.low).toBeCloseTo(low ?? Number.NaN, 12)
          expect(estimate.interval.high).toBeCloseTo(high ?? Number.NaN, 12)
          expect(estimate.interval.drawn).toBe(responses.length)
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(3)
  })
})
