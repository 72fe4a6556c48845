import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { readPatterns } from '@/lib/quality/agreement/ledger/read-counts'
import { openMeasure } from '@/lib/quality/agreement/open-measure'
import type { Pattern } from '@/lib/quality/agreement/samples'
import { countCodes } from '@/lib/stats/count-codes'
import { shannonEntropy } from '@/lib/stats/shannon-entropy'
import type { DistributedUnit, Distributions } from './contract'
import { type Estimates, findEstimates } from './get-estimates'
import { differs, majorityOf, type Posterior, type Posteriors } from './posteriors'
import { type AskedUnits, readUnits, type UnitRow } from './read-units'
import { RULES } from './rules'

export { getCeiling } from './get-ceiling'
export { getPosteriors } from './get-posteriors'
export { findItemDistributions, listItemDistributions } from './list-item-distributions'
export { type RatedWhole, readRated } from './read-rated'

interface Limits {
  /** Up to so many annotations are modelled while somebody waits. */
  quick?: number
}

/** One page of units with their distributions, for those who may know how single units were answered. */
export async function getDistributions(
  actor: Actor,
  { projectId, ...keys }: { projectId: string; stage: string; measure: string },
  pageQuery: AskedUnits & Pick<Distributions, 'only'>,
  { quick }: Limits = {},
): Promise<Distributions> {
  const { patterns, ...openedMeasure } = await transaction(async (tx) => {
    const read = await openMeasure(tx, actor, projectId, keys)
    if (!read.opened.showsItems)
      throw new AppError('forbidden', 'How single units were answered is for managers and reviewers.')
    return { ...read, patterns: await readPatterns(tx, { stageId: read.at.id, measure: read.measure.key }) }
  })
  const { opened, at, measure } = openedMeasure
  const { version } = opened.ledger
  const { figures, body } = await findEstimates(openedMeasure, quick)
  const { posteriors, ceiling } = body ?? NOTHING
  const classesOf = new Map(
    body?.patterns.map((pattern, index) => [
      patternTextOf(pattern),
      { dawidSkene: posteriors.dawidSkene.classes?.[index] ?? null, mace: posteriors.mace.classes?.[index] ?? null },
    ]),
  )
  const differing = patterns.filter((pattern) => {
    const classes = classesOf.get(patternTextOf(pattern))
    return differs(pattern.codes, [classes?.dawidSkene, classes?.mace])
  })
  const units = (some: readonly Pattern[]) => some.reduce((sum, pattern) => sum + pattern.units, 0)
  const patternTexts = pageQuery.only === 'differing' ? differing.map(patternTextOf) : null
  const rows = await transaction((tx) =>
    readUnits(tx, { stageId: at.id, measure: measure.key }, pageQuery, patternTexts),
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
    figures,
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
    rows: rows.map((row) => presentUnit(row, measure.categories.length, classesOf.get(patternTextOf(row)))),
  }
}

const AWAITED: Posterior = { words: 'It is being computed.', iterations: null, converged: null, classes: null }
const NOTHING: Pick<Estimates, 'posteriors' | 'ceiling'> = {
  posteriors: { dawidSkene: AWAITED, mace: AWAITED, competence: [] },
  ceiling: [],
}

const patternTextOf = ({ raters, codes }: Pick<Pattern, 'raters' | 'codes'>): string => `${raters}:${codes}`

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
