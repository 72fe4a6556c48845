/** Models and ceilings of projects that are too large to compute while somebody waits. */
import { expect, it } from 'vitest'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { readPatterns } from '@/lib/quality/agreement/ledger/read-counts'
import { refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeTask } from '@/tests/factories'
import { type SimulatedFelm, simulateFelm } from '@/tests/simulation/felm'
import { estimatesHandler } from './compute-estimates'
import type { Distributions } from './contract'
import { computeEstimates } from './get-estimates'
import { getDistributions } from './queries'
import { readRated } from './read-rated'

const RUN = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
const KEYS = { stage: 'segments', measure: 'label' }
const ALL = { order: 'entropy', only: 'all', page: 1 } as const

const scene = () => simulateFelm({ items: 20, errors: [0.1, 0.3, 0.4], gold: 0.3 })

function asked({ project, manager }: SimulatedFelm) {
  const params = { projectId: project.id, ...KEYS }
  const actor: Actor = actorOf(manager)
  const read = (only: Distributions['only'] = 'all', quick = 0) =>
    getDistributions(actor, params, { ...ALL, only }, { quick })
  return { actor, read, compute: () => estimatesHandler.run(params, RUN) }
}

async function reveal({ project, annotators }: SimulatedFelm): Promise<void> {
  const task = await makeTask(project)
  const answers = { item: { action: 'keep' }, s1: { label: true } }
  for (const annotator of annotators) await makeAnnotation(task, annotator, answers, true)
  await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
}

const keptOf = (projectId: string) =>
  prisma().keptFigures.findFirstOrThrow({ where: { projectId, key: { startsWith: 'distributions' } } })

const jobs = (projectId: string) => prisma().$queryRaw<{ key: string }[]>`
  select key from graphile_worker._private_jobs where key like ${`distributions of ${projectId}%`}`

/** Units are listed, and nothing is told that takes all responses. */
function expectAwaited(view: Distributions): void {
  expect(view).toMatchObject({
    figures: { state: 'awaited', tasks: null, at: null },
    dawidSkene: { words: 'It is being computed.' },
    competence: [],
    ceiling: [],
    differing: 0,
  })
  expect(view.rows.length).toBeGreaterThan(0)
  for (const { dawidSkene, mace } of view.rows) expect([dawidSkene, mace]).toEqual([null, null])
}

it('are awaited at first, asked of one job, and then those that a small project shows', async () => {
  const felm = await scene()
  const { read, compute } = asked(felm)
  expectAwaited(await read())
  expect(await read('differing')).toMatchObject({ total: 0, rows: [] })
  expect(await jobs(felm.project.id)).toHaveLength(1)
  await compute()
  const after = await read()
  expect(after.figures).toEqual({ state: 'current', tasks: 20, at: null })
  const kept = await keptOf(felm.project.id)
  await compute()
  expect(await keptOf(felm.project.id)).toEqual(kept)
  await prisma().keptFigures.deleteMany({ where: { projectId: felm.project.id } })
  expect(await read('all', 2_000)).toEqual(after)
  expect(after.differing).toBeGreaterThan(0)
})

it('are of an earlier moment, beside the units of now, while newer ones are computed', async () => {
  const felm = await scene()
  const { read, compute } = asked(felm)
  await read()
  await compute()
  const before = await read()
  await reveal(felm)
  const { body } = await keptOf(felm.project.id)
  const earlier = await read()
  expect(earlier.figures).toEqual({ state: 'earlier', tasks: 20, at: Object(body).at })
  expect([earlier.ceiling, earlier.competence, earlier.mace]).toEqual([before.ceiling, before.competence, before.mace])
  expect(earlier.units).toBeGreaterThan(before.units)
  expect((await read('differing')).total).toBe(earlier.differing)
  await compute()
  expect((await read()).figures).toMatchObject({ state: 'current', tasks: 21 })
})

it('are shown to nobody once a task that they are made of was sent back', async () => {
  const felm = await scene()
  const { actor, read, compute } = asked(felm)
  await read()
  await compute()
  const where = { projectId: felm.project.id, state: 'consolidating' } as const
  const task = await prisma().task.findFirstOrThrow({ where, include: { annotations: true } })
  const userIds = task.annotations.slice(0, 1).map(({ userId }) => userId)
  await reopenTask(actor, task.id, { comment: 'Look again.', userIds })
  expectAwaited(await read())
  // Nor when others come to it.
  await reveal(felm)
  await transaction((tx) => refreshRatings(tx, felm.project))
  expectAwaited(await read())
  await compute()
  expect((await read()).figures).toMatchObject({ state: 'current', tasks: 20 })
})

it.each(['sent back', 'discarded'] as const)(
  'count no answers of a task that was %s before they were read',
  async (how) => {
    const felm = await scene()
    const { actor, read } = asked(felm)
    const { id: projectId, protocolId } = felm.project
    await transaction((tx) => refreshRatings(tx, felm.project))
    const where = { projectId, state: 'consolidating' } as const
    const task = await prisma().task.findFirstOrThrow({ where, include: { annotations: true } })
    const userIds = task.annotations.slice(0, 1).map(({ userId }) => userId)
    if (how === 'sent back') await reopenTask(actor, task.id, { comment: 'Look again.', userIds })
    else await discardTask(actor, task.id, { reason: 'other', note: 'A test.' })
    // It is in the ledger still, whose version counts it no more.
    const measure = protocolById(protocolId)
      .stages.find(({ key }) => key === KEYS.stage)
      ?.measures.find(({ key }) => key === KEYS.measure)
    const at = await prisma().stage.findFirstOrThrow({ where: { projectId, key: KEYS.stage } })
    if (!measure) throw new Error('FELM has the measure')
    const of = { stageId: at.id, measure: measure.key }
    const [rated, patterns] = await transaction(async (tx) => [await readRated(tx, of), await readPatterns(tx, of)])
    const units = (some: readonly { units: number }[]) => some.reduce((sum, pattern) => sum + pattern.units, 0)
    expect(units(rated.patterns)).toBeLessThan(units(patterns))
    expect(await computeEstimates({ projectId, at, measure })).toBeNull()
    expect(await prisma().keptFigures.count({ where: { projectId } })).toBe(0)
    // Whoever looks next takes it out.
    const view = await read('all', 2_000)
    expect(view.figures).toEqual({ state: 'current', tasks: 19, at: null })
    expect(Object(await keptOf(projectId)).body.patterns).toEqual(
      (await transaction((tx) => readPatterns(tx, of))).map(({ slice: _, ...pattern }) => pattern),
    )
    expect(units(rated.patterns)).toBe(view.units)
  },
)
