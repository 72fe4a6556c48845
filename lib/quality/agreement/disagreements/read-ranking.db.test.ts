/** The ranking of tasks against the statement that counted unit by unit and numbered all items, and what is kept of it. */
import { expect, it } from 'vitest'
import { Prisma } from '@/generated/prisma/client'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'
import { actorOf } from '@/tests/actors'
import { type SimulatedFelm, simulateFactcheckBench, simulateFelm } from '@/tests/agreement-scene'
import { makeAnnotation, makeTask } from '@/tests/factories'
import { disturb } from '@/tests/simulation/disturb'
import { casesOf, seeds } from '@/tests/support/every-case'
import { untilSomebodyWaits } from '@/tests/support/until-somebody-waits'
import { BANDS, DIFFICULTY_PAGE_SIZE, type DifficultyQuery, difficultyQuerySchema } from './contract'
import { getDifficulty, getDiscussion } from './queries'
import { type Ranking, readRanking } from './read-ranking'
import { Z } from './rules'

async function unitByUnit(tx: Tx, stageId: string, query: DifficultyQuery): Promise<Ranking> {
  const band = Prisma.raw(`ceil(share * ${BANDS.length - 1})::int`)
  const lower = Prisma.raw(`
    (share + ${Z * Z} / (2 * units) - ${Z} * sqrt(share * (1 - share) / units + ${Z * Z} / (4 * units::float8 * units)))
    / (1 + ${Z * Z} / units)`)
  const ofMeasure = query.measure === undefined ? Prisma.empty : Prisma.sql`and r.measure = ${query.measure}`
  const inBand = query.band === undefined ? Prisma.empty : Prisma.sql`where ${band} = ${query.band}`
  const ofDomain = query.domain === undefined ? Prisma.empty : Prisma.sql`and i.shown_domain = ${query.domain}`
  const ofTag = query.tag === undefined ? Prisma.empty : Prisma.sql`and i.tags @> array[${query.tag}]::text[]`
  const rank = query.order === 'share' ? Prisma.sql`share` : lower
  const [read] = await tx.$queryRaw<{ bands: Ranking['bands'] | null; page: Ranking['page'] | null }[]>`
    with pattern as materialized (
      select p.codes, cardinality(p.codes) * (cardinality(p.codes) - 1) / 2 pairs,
             (select coalesce(sum(c.n * (c.n - 1) / 2), 0)::int from (select count(*) n from unnest(p.codes) code group by code) c) alike
      from (select distinct r.codes from rated_units r
            where r.stage_id = ${stageId}::uuid and cardinality(r.codes) > 1 ${ofMeasure}) p
    ), item as (
      select r.task_id, count(*)::int units, sum(p.pairs)::int pairs, sum(p.pairs - p.alike)::int differing
      from rated_units r join pattern p using (codes)
      where r.stage_id = ${stageId}::uuid ${ofMeasure} group by 1
    ), counted as materialized (
      select item.*, i.id "itemId", i.position, item.differing::float8 / item.pairs share
      from item join tasks t on t.id = item.task_id join items i on i.id = t.item_id
      where ${COUNTED} ${ofDomain} ${ofTag}
    ), page as (
      select "itemId", task_id "taskId", position, units, pairs, differing,
             row_number() over (order by ${rank} desc, position) place
      from counted ${inBand} order by place
      limit ${DIFFICULTY_PAGE_SIZE} offset ${(query.page - 1) * DIFFICULTY_PAGE_SIZE}
    )
    select (select json_agg(b) from (select ${band} band, count(*)::int items, sum(pairs)::int pairs,
                                            sum(differing)::int differing from counted group by 1) b) bands,
           (select json_agg(to_jsonb(p) - 'place' order by p.place) from page p) page`
  return { bands: read?.bands ?? [], page: read?.page ?? [] }
}

/** Everything that may be asked of all measures of a stage together, and some of it of each. */
function queriesOf(measures: readonly string[]): DifficultyQuery[] {
  const some = [{}, { band: 2 }, { tag: 'long' }]
  const more = [{ band: 0 }, { band: 4 }, { domain: 'wk' }, { domain: 'science', tag: 'long', band: 0 }, { page: 2 }]
  const filters = [
    ...[...some, ...more, { tag: 'nothing' }].map((filter) => ({ measure: undefined, ...filter })),
    ...measures.flatMap((measure) => some.map((filter) => ({ measure, ...filter }))),
  ]
  return filters.flatMap((filter) =>
    (['lower', 'share'] as const).map((order) => difficultyQuerySchema.parse({ order, ...filter })),
  )
}

/** Every query of every stage. Returns how many tasks of all stages are ranked by all measures. */
async function compareAll(tx: Tx, projectId: string): Promise<number> {
  const stages = await tx.$queryRaw<{ id: string; measures: string[] }[]>`
    select s.id, array_agg(distinct p.measure) measures
    from stages s join rated_patterns p on p.stage_id = s.id where s.project_id = ${projectId}::uuid group by 1 order by 1`
  let ranked = 0
  for (const { id, measures } of stages) {
    for (const query of queriesOf(measures)) {
      const { bands, page } = await readRanking(tx, id, query)
      const before = await unitByUnit(tx, id, query)
      const byBand = (all: Ranking['bands']) => all.toSorted((a, b) => a.band - b.band)
      expect({ page, bands: byBand(bands) }).toEqual({ page: before.page, bands: byBand(before.bands) })
    }
    const { bands } = await readRanking(tx, id, difficultyQuerySchema.parse({}))
    ranked += bands.reduce((sum, { items }) => sum + items, 0)
  }
  return ranked
}

it.each(seeds(casesOf(1, 3)))('ranks the same tasks in the same order, seed %i', async (seed) => {
  // Few segments and much disagreement: many tasks have the same share, and their positions decide.
  const errors = [0.1, 0.4, 0.3]
  const felm = await simulateFelm({ items: 70, segments: [1, 3], errors, raters: 2, removed: 0.2, gold: 0.5, seed })
  const stages = await simulateFactcheckBench({ items: 8, errors: [0.3, 0.3, 0.2], seed })
  for (const { project, manager } of [felm, stages]) {
    await transaction((tx) => refreshRatings(tx, project))
    await disturb(project.id, manager.id, seed)
    // What is counted no more stands in the ledger until somebody looks.
    const rated = () => prisma().ratedTask.count({ where: { projectId: project.id } })
    const counted = await transaction((tx) => compareAll(tx, project.id))
    expect(await rated()).toBeGreaterThan(counted)
    await transaction((tx) => refreshRatings(tx, project))
    expect(await transaction((tx) => compareAll(tx, project.id))).toBe(counted)
  }
})

it('keeps the first page without titles, for readers of every role', async () => {
  const { project, manager, viewer } = await simulateFelm({ items: 6, errors: [0.1, 0.4], gold: 0.5 })
  const query = difficultyQuerySchema.parse({})
  const read = (person: SimulatedFelm['manager']) => getDifficulty(actorOf(person), project.id, 'segments', query)
  const { items: none, ...shown } = await read(viewer)
  expect(none).toBeNull()
  const { items, ...head } = await read(manager)
  expect({ ...head, showsItems: false }).toEqual(shown)
  expect(items).toHaveLength(6)
  const kept = await prisma().keptFigures.findMany({ where: { projectId: project.id } })
  expect(kept.map(({ version }) => version)).toEqual([head.version])
  const titles = (await prisma().item.findMany({ where: { projectId: project.id } })).map(({ title }) => title)
  for (const title of titles) expect(JSON.stringify(kept)).not.toContain(title)
  const first = items?.[0]
  await prisma().item.update({
    where: { id: first?.itemId ?? '' },
    data: { title: 'Another title', ownDomain: 'rivers' },
  })
  expect((await read(manager)).items).toEqual(
    items?.map((item) => (item === first ? { ...item, title: 'Another title', domain: 'rivers' } : item)),
  )
  // What is kept is what is shown, as long as the ratings stay.
  await prisma()
    .$executeRaw`update kept_figures set body = jsonb_set(body, '{page}', '[]') where project_id = ${project.id}::uuid`
  expect((await read(manager)).items).toEqual([])
  await prisma().task.update({ where: { id: first?.taskId ?? '' }, data: { state: 'discarded' } })
  expect((await read(manager)).items?.map(({ taskId }) => taskId)).toEqual(items?.slice(1).map(({ taskId }) => taskId))
})

it('tells the version of what it shows, though others reveal a task after the page was opened', async () => {
  const { project, manager, annotators } = await simulateFelm({ items: 3, errors: [0.1, 0.4] })
  const projectId = project.id
  const refresh = () => transaction((tx) => refreshRatings(tx, project))
  const reveal = async () => {
    const task = await makeTask(project)
    for (const annotator of annotators)
      await makeAnnotation(task, annotator, { item: { action: 'keep' }, s1: { label: true } }, true)
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
    return refresh()
  }
  // Whoever looks for what is kept waits for the table while somebody else's task is revealed.
  const afterReveal = async <T>(look: () => Promise<T>) => {
    let looked: Promise<T> | undefined
    const { version } = await transaction(async (tx) => {
      await tx.$executeRaw`lock table kept_figures in access exclusive mode`
      looked = look()
      await untilSomebodyWaits()
      return reveal()
    })
    return { version, shown: await looked }
  }
  await refresh()
  const query = difficultyQuerySchema.parse({})
  const ranking = await afterReveal(() => getDifficulty(actorOf(manager), projectId, 'segments', query))
  expect(ranking.shown).toMatchObject({ version: ranking.version, total: 4 })
  const discussion = await afterReveal(() => getDiscussion(actorOf(manager), projectId, 'segments'))
  expect(discussion.shown).toMatchObject({ version: discussion.version })
  expect(await getDiscussion(actorOf(manager), projectId, 'segments')).toEqual(discussion.shown)
})
