import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { type MeasureOf, readClusters, readPatterns } from '@/lib/quality/agreement/ledger/read-counts'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'
import { openMeasure } from '@/lib/quality/agreement/open-measure'
import type { Pattern } from '@/lib/quality/agreement/samples'
import { countCodes } from '@/lib/stats/count-codes'
import { shannonEntropy } from '@/lib/stats/shannon-entropy'
import { type DistributedUnit, type Distributions, PAGE_UNITS } from './contract'
import { getCeiling } from './get-ceiling'
import { getPosteriors } from './get-posteriors'
import { differs, majorityOf, type Posteriors } from './posteriors'
import { RULES } from './rules'

export { getCeiling } from './get-ceiling'
export { getPosteriors } from './get-posteriors'
export { findItemDistributions, listItemDistributions } from './list-item-distributions'

interface Asked {
  order: Distributions['order']
  only: Distributions['only']
  page: number
}

/** One page of units with their distributions, for those who may know how single units were answered. */
export async function getDistributions(
  actor: Actor,
  { projectId, ...keys }: { projectId: string; stage: string; measure: string },
  pageQuery: Asked,
): Promise<Distributions> {
  const read = await transaction(async (tx) => {
    const { opened, at, measure } = await openMeasure(tx, actor, projectId, keys)
    if (!opened.showsItems)
      throw new AppError('forbidden', 'How single units were answered is for managers and reviewers.')
    const of = { stageId: at.id, measure: measure.key }
    return { opened, at, measure, of, patterns: await readPatterns(tx, of) }
  })
  const { opened, at, measure, of, patterns } = read
  const { version } = opened.ledger
  const rated = { projectId, version, stage: at.key }
  const posteriors = await getPosteriors(rated, measure, patterns)
  const ceiling = await getCeiling(rated, measure, () => transaction((tx) => readClusters(tx, of)))
  const classesOf = new Map(
    patterns.map((pattern, index) => [
      wordOf(pattern),
      { dawidSkene: posteriors.dawidSkene.classes?.[index] ?? null, mace: posteriors.mace.classes?.[index] ?? null },
    ]),
  )
  const differing = patterns.filter((pattern) => {
    const classes = classesOf.get(wordOf(pattern))
    return differs(pattern.codes, [classes?.dawidSkene, classes?.mace])
  })
  const units = (some: readonly Pattern[]) => some.reduce((sum, pattern) => sum + pattern.units, 0)
  const rows = await transaction((tx) =>
    readPage(tx, of, pageQuery, pageQuery.only === 'differing' ? differing.map(wordOf) : null),
  )
  const tell = ({ words, iterations, converged }: Posteriors['mace']) => ({ words, iterations, converged })
  return {
    version,
    stage: { key: at.key, title: at.stage.title },
    measure: {
      key: measure.key,
      title: measure.title,
      unitOfAnalysis: measure.unitOfAnalysis,
      categories: measure.categories.map(({ value, text }) => ({ value, text })),
    },
    rules: [...RULES],
    dawidSkene: tell(posteriors.dawidSkene),
    mace: tell(posteriors.mace),
    competence: posteriors.competence.flatMap(({ number, value }) => {
      const annotator = opened.annotators.find((each) => each.number === number)
      return annotator ? [{ key: annotator.key, name: annotator.name, value }] : []
    }),
    ceiling: ceiling.flatMap(({ number, figures }): Distributions['ceiling'] => {
      if (number === null) return [{ key: null, name: 'All annotators', figures }]
      const annotator = opened.annotators.find((each) => each.number === number)
      return annotator ? [{ key: annotator.key, name: annotator.name, figures }] : []
    }),
    units: units(patterns),
    differing: units(differing),
    ...pageQuery,
    total: pageQuery.only === 'differing' ? units(differing) : units(patterns),
    rows: rows.map((row) => presentUnit(row, measure.categories.length, classesOf.get(wordOf(row)))),
  }
}

const wordOf = ({ raters, codes }: Pick<Pattern, 'raters' | 'codes'>): string => `${raters}:${codes}`

interface UnitRow {
  position: number
  itemId: string
  unit: string
  asked: number
  raters: number[]
  codes: number[]
  gold: number | null
}

/** `words`: only units of these patterns; null: all. */
function readPage(tx: Tx, of: MeasureOf, { order, page }: Asked, words: readonly string[] | null): Promise<UnitRow[]> {
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

function presentUnit(
  { raters: _, codes, ...row }: UnitRow,
  size: number,
  classes: { dawidSkene: number[] | null; mace: number[] | null } | undefined,
): DistributedUnit {
  const counts = countCodes(codes, size)
  return {
    ...row,
    counts,
    entropy: shannonEntropy(counts).value ?? 0,
    majority: majorityOf(codes),
    dawidSkene: classes?.dawidSkene ?? null,
    mace: classes?.mace ?? null,
  }
}
