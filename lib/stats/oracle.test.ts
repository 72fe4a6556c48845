import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Weighting } from './agreement-weights'
import { alignedLabelAgreement } from './aligned-label-agreement'
import { bootstrap } from './bootstrap'
import { bootstrapExact } from './bootstrap-exact'
import { brennanPrediger } from './brennan-prediger'
import { claimAlignment } from './claim-alignment'
import { type ClaimTextSimilarity, claimAlignmentText } from './claim-alignment-text'
import { type ClassificationOptions, classificationReport } from './classification-report'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix, goldAndPredicted } from './confusion-matrix'
import { congerKappa } from './conger-kappa'
import { felmMetrics, type JudgedResponse } from './felm-metrics'
import { type FleissMissing, fleissKappa } from './fleiss-kappa'
import { fleissKappaWeighted } from './fleiss-kappa-weighted'
import { gwetAc1 } from './gwet-ac1'
import { gwetAc2 } from './gwet-ac2'
import { krippendorffAlpha, type MeasurementLevel } from './krippendorff-alpha'
import { levenshtein } from './levenshtein'
import { meanPairwiseCohen } from './mean-pairwise-cohen'
import { ngramDistance } from './ngram-distance'
import { type AgreementAverage, percentAgreement } from './percent-agreement'
import { quantile } from './quantile'
import { type Label, type Ratings, type RatingTable, ratingsOf, ratingsOfTable, type Units } from './ratings'
import { type NullSegment, responseFactual } from './response-factual'
import type { Estimate } from './result'
import { revisionReport } from './revision-report'
import { rougeL } from './rouge-l'
import { scottPi } from './scott-pi'
import { sentenceFactual } from './sentence-factual'
import { StatsInputError } from './stats-input-error'
import { wordOverlap } from './word-overlap'

// Reference vectors, one JSON file per family; each expected figure was computed by independent libraries.
const folder = process.env.ASSAY_ORACLE_DIR

interface Options extends ClassificationOptions {
  weights?: Weighting
  level?: MeasurementLevel | number
  average?: AgreementAverage
  missing?: FleissMissing
  statistic?: string
  resamples?: number
  nullMeans?: NullSegment
  n?: number
  threshold?: number
  similarity?: ClaimTextSimilarity
}

interface Input {
  $dataset?: string
  units?: Units
  pairs?: Units
  table?: number[][]
  confusion?: number[][]
  categories?: Label[]
  yTrue?: Label[]
  yPred?: Label[]
  options?: Options
  clusters?: string[]
  values?: number[]
  probs?: number[]
  responses?: unknown[]
  segments?: (boolean | null)[]
  sentences?: string[][]
  a?: string | string[]
  b?: string | string[]
  reference?: string
  candidate?: string
  texts?: [revised: string, original: string][]
  similarity?: number[][]
  labelsA?: Label[]
  labelsB?: Label[]
}

interface Vector {
  name: string
  metric: string
  input: Input
  expected: unknown
  tolerance: number
}

function readVectors(from: string): Vector[] {
  const files = readdirSync(from).filter((name) => name.endsWith('.json'))
  return files.flatMap((name) => {
    const file = JSON.parse(readFileSync(path.join(from, name), 'utf8')) as {
      datasets?: Record<string, Input>
      vectors: Vector[]
    }
    return file.vectors.map((vector) => {
      const dataset = vector.input.$dataset
      return dataset ? { ...vector, input: { ...file.datasets?.[dataset], ...vector.input } } : vector
    })
  })
}

function ratingsFrom(input: Input): Ratings {
  const { categories = [] } = input
  const table = input.table ?? input.confusion
  if (table) return ratingsOfTable(table, categories)
  if (input.yTrue) return goldAndPredicted(input.yTrue, input.yPred ?? [], input.categories)
  return ratingsOf(input.units ?? input.pairs ?? [], { categories: input.categories })
}

const weights = (input: Input) => ({ weights: input.options?.weights ?? 'none' })
const text = (side: Input['a']) => (typeof side === 'string' ? side : '')
const texts = (side: Input['a']) => (Array.isArray(side) ? side : [])
const threshold = (input: Input) => input.options?.threshold ?? Number.NaN
const level = (input: Input) => ({ level: input.options?.level as MeasurementLevel })

function macroF1(ratings: RatingTable): Estimate {
  const { f1 } = classificationReport(confusionMatrix(ratings)).macro
  return f1 === null ? { value: null, reason: 'empty' } : { value: f1 }
}

const resampled: Record<string, (ratings: RatingTable) => Estimate> = {
  cohen_kappa: (ratings) => cohenKappa(confusionMatrix(ratings)),
  percent_agreement: (ratings) => percentAgreement(ratings),
  krippendorff_alpha_nominal: (ratings) => krippendorffAlpha(ratings, { level: 'nominal' }),
  fleiss_kappa: (ratings) => fleissKappa(ratings),
  macro_f1: macroF1,
}

function resampledStatistic(input: Input) {
  const statistic = resampled[input.options?.statistic ?? '']
  if (!statistic) throw new Error(`No statistic ${input.options?.statistic}`)
  return { statistic }
}

// Every entry must have vectors.
const covered: Record<string, (input: Input) => unknown> = {
  percent_agreement: (input) => percentAgreement(ratingsFrom(input), { average: input.options?.average }),
  cohen_kappa: (input) => cohenKappa(confusionMatrix(ratingsFrom(input)), weights(input)),
  krippendorff_alpha: (input) => krippendorffAlpha(ratingsFrom(input), level(input)),
  fleiss_kappa: (input) => fleissKappa(ratingsFrom(input), { missing: input.options?.missing }),
  fleiss_kappa_weighted: (input) => fleissKappaWeighted(ratingsFrom(input), weights(input)),
  scott_pi: (input) => scottPi(ratingsFrom(input), weights(input)),
  gwet_ac1: (input) => gwetAc1(ratingsFrom(input)),
  gwet_ac2: (input) => gwetAc2(ratingsFrom(input), weights(input)),
  brennan_prediger: (input) => brennanPrediger(ratingsFrom(input), weights(input)),
  mean_pairwise_cohen: (input) => meanPairwiseCohen(ratingsFrom(input), weights(input)),
  conger_kappa: (input) => congerKappa(ratingsFrom(input)),
  quantile: (input) => ({ values: input.probs?.map((p) => quantile(input.values ?? [], p).value) }),
  bootstrap_exact: (input) =>
    bootstrapExact(ratingsFrom(input), resampledStatistic(input), { confidence: input.options?.level as number })
      .statistic,
  bootstrap_ci: (input) =>
    bootstrap(ratingsFrom(input), resampledStatistic(input), {
      seed: 2023,
      confidence: input.options?.level as number,
      resamples: input.options?.resamples,
      clusters: input.clusters,
    }).statistic,
  classification_report: (input) => classificationReport(confusionMatrix(ratingsFrom(input)), input.options),
  felm_metrics: (input) => felmMetrics(input.responses as JudgedResponse[]),
  response_factual: (input) => ({ factual: responseFactual(input.segments ?? [], input.options?.nullMeans) }),
  responses_factual: (input) => ({
    factual: (input.responses as (boolean | null)[][]).map((it) => responseFactual(it, input.options?.nullMeans)),
  }),
  sentence_factual: (input) => ({ factual: input.sentences?.map(sentenceFactual) }),
  levenshtein: (input) => levenshtein(text(input.a), text(input.b)),
  word_overlap: (input) => wordOverlap(text(input.a), text(input.b)),
  ngram_distance: (input) => ngramDistance(text(input.a), text(input.b), input.options?.n),
  rouge_l: (input) => rougeL(input.reference ?? '', input.candidate ?? ''),
  revision_report: (input) => revisionReport((input.texts ?? []).map(([revised, original]) => ({ revised, original }))),
  claim_alignment: (input) => claimAlignment(input.similarity ?? [], { threshold: threshold(input) }),
  claim_alignment_text: (input) =>
    claimAlignmentText(texts(input.a), texts(input.b), {
      similarity: input.options?.similarity ?? 'token_jaccard',
      threshold: threshold(input),
    }),
  aligned_label_agreement: (input) =>
    alignedLabelAgreement(input.similarity ?? [], input.labelsA ?? [], input.labelsB ?? [], {
      threshold: threshold(input),
      categories: input.categories,
    }),
}

/** Where `got` differs from `expected`, which names a subset of its keys; empty if nowhere. */
function differences(got: unknown, expected: unknown, tolerance: number, at = ''): string[] {
  const differs = [`${at}: got ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`]
  if (expected === null) return got === null || got === undefined ? [] : differs
  if (typeof expected === 'number') {
    return typeof got === 'number' && Math.abs(got - expected) <= tolerance ? [] : differs
  }
  if (typeof expected !== 'object') return got === expected ? [] : differs
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length) return differs
    return expected.flatMap((value, index) => differences(got[index], value, tolerance, `${at}[${index}]`))
  }
  if ('$between' in expected) {
    const [low, high] = expected.$between as [number, number]
    return typeof got === 'number' && got >= low && got <= high ? [] : differs
  }
  if ('$anyOf' in expected) {
    const alternatives = expected.$anyOf as unknown[]
    return alternatives.some((value) => differences(got, value, tolerance, at).length === 0) ? [] : differs
  }
  if (typeof got !== 'object' || got === null) return differs
  const fields = new Map(Object.entries(got))
  return Object.entries(expected).flatMap(([key, value]) =>
    differences(fields.get(key), value, tolerance, `${at}.${key}`),
  )
}

function run(vector: Vector, statistic: (input: Input) => unknown): string[] {
  const { expected, input, tolerance } = vector
  const mustFail = typeof expected === 'object' && expected !== null && 'error' in expected
  try {
    const got = statistic(input)
    return mustFail ? ['was not rejected'] : differences(got, expected, tolerance)
  } catch (error) {
    return mustFail && error instanceof StatsInputError ? [] : [`threw ${error}`]
  }
}

const vectors = folder ? readVectors(folder) : []

describe.skipIf(!folder)('reference vectors (skipped without ASSAY_ORACLE_DIR)', () => {
  it.each(Object.entries(covered))('%s', (metric, statistic) => {
    const own = vectors.filter((vector) => vector.metric === metric)
    expect(own.length, `vectors for ${metric}`).toBeGreaterThan(0)
    let passed = 0
    const failures: string[] = []
    for (const vector of own) {
      const found = run(vector, statistic)
      if (found.length === 0) passed++
      failures.push(...found.map((difference) => `${vector.name} ${difference}`))
    }
    expect(failures).toEqual([])
    expect(passed).toBe(own.length)
    console.info(`${metric}: ${passed} vectors`)
  })
})

describe('how a result is compared with a vector', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['a number within the tolerance', { a: 1 + 1e-10 }, { a: 1 }, true],
    ['a number outside it', { a: 1 + 1e-8 }, { a: 1 }, false],
    ['NaN', { a: Number.NaN }, { a: 1 }, false],
    ['further keys', { a: 1, b: 2 }, { a: 1 }, true],
    ['a missing key', { b: 2 }, { a: 1 }, false],
    ['an absent key for null', {}, { a: null }, true],
    ['a value for null', { a: 0 }, { a: null }, false],
    ['null for a value', { a: null }, { a: 0 }, false],
    ['a shorter array', { a: [1] }, { a: [1, 2] }, false],
    ['a limit of a range', { a: 2 }, { a: { $between: [1, 2] } }, true],
    ['a number outside a range', { a: 3 }, { a: { $between: [1, 2] } }, false],
    ['one of the alternatives', { a: 'y' }, { a: { $anyOf: ['x', 'y'] } }, true],
    ['none of the alternatives', { a: 'z' }, { a: { $anyOf: ['x', 'y'] } }, false],
    ['another string', { a: 'x' }, { a: 'y' }, false],
  ])('%s', (_, got, expected, same) => {
    expect(differences(got, expected, 1e-9).length === 0).toBe(same)
  })
})
