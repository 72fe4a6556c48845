/** Vectors of FELM, VeriScore and FACTOR, written as files for `assay evaluate`. */
import { z } from 'zod'
import { benchmarkRecord, idleSentence } from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import { detectionScores } from '@/lib/stats/detection-scores'
import type { Vector } from '@/tests/oracle/read-vectors'
import { type Evaluated, evaluate, listErrors, standingOf } from './evaluate-files'
import { felmGold } from './felm-gold'
import { type Check, expectedAmong } from './score-door'

const SYSTEM = 'system'

const felmInput = z.object({
  responses: z.array(z.object({ labels: z.array(z.boolean()), pred: z.array(z.boolean()) })),
})

/** A response each with its labels in order; one that the system abstained from is left out, and makes it known. */
export function felmCall({ input }: Vector): Evaluated {
  const { responses } = felmInput.parse(input)
  const gold = [...responses.map(({ labels }, index) => felmGold(String(index), labels)), felmGold('abstained', [true])]
  const predictions = [
    ...responses.map(({ pred }, index) => ({ system: SYSTEM, item: String(index), labels: pred })),
    { system: SYSTEM, item: 'abstained', labels: [null] },
  ]
  return { protocol: 'felm', task: 'segments', gold, predictions }
}

async function felmFigures(vector: Vector) {
  const report = await evaluate(felmCall(vector))
  const figures = (scoring: string) => {
    const { standing, value } = standingOf(report, scoring, SYSTEM)
    const [[tp = 0, fn = 0] = [], [fp = 0, tn = 0] = []] = standing.confusion ?? []
    return {
      tp,
      fp,
      fn,
      tn,
      precision: value('precision'),
      recall: value('recall'),
      f1: value('f1'),
      balancedAccuracy: value('balancedAccuracy'),
      // The report states no specificity; it is that of its table.
      specificity: detectionScores({ tp, fp, fn, tn }).specificity,
    }
  }
  return { segment: figures('segment'), response: figures('response') }
}

const veriscoreInput = z.object({
  responses: z.array(z.object({ supported: z.number(), total: z.number() })),
  options: z.object({ k: z.union([z.number(), z.string()]) }),
})

/**
 * All responses as one model's, and once more each as a model of its own in another domain, whose K is the same: so that
 * the report tells the scores of single responses too.
 */
export function veriscoreCall({ input }: Vector): Evaluated {
  const { responses, options } = veriscoreInput.parse(input)
  const of = (domain: string, name: (index: number) => string) =>
    responses.map(({ supported, total }, index) => ({
      model: name(index),
      domain,
      item: String(index),
      supported,
      claims: total,
    }))
  const abstained = { model: SYSTEM, domain: 'together', item: 'abstained', abstained: true }
  const predictions = [...of('together', () => SYSTEM), abstained, ...of('apart', (index) => `model ${index}`)]
  return { protocol: 'veriscore-verification', task: 'f1k', predictions, set: [`k=${options.k}`] }
}

async function veriscoreFigures(vector: Vector) {
  const report = await evaluate(veriscoreCall(vector))
  const { responses } = veriscoreInput.parse(vector.input)
  const { value } = standingOf(report, 'f1k', SYSTEM)
  const { k } = z.object({ k: z.record(z.string(), z.number()) }).parse(report.prepared)
  const { together: asked = null } = k
  const single = (index: number) => {
    const own = standingOf(report, 'f1k', `model ${index}`)
    return { precision: own.value('precision'), recall: own.value('recall'), f1: own.value('f1') }
  }
  const isUndefined = report.notes.some((note) => note.startsWith('K is 0 for'))
  return {
    value: value('f1'),
    k: asked,
    meanPrecision: value('precision'),
    meanRecall: value('recall'),
    perResponse: isUndefined || responses.length === 0 ? null : responses.map((_, index) => single(index)),
    ...(value('f1') === null && { reason: isUndefined ? 'k-is-zero' : 'empty' }),
  }
}

/** The labels of claims as VeriScore's pipeline writes them, a response a model. */
async function veriscoreCounts({ input }: Vector) {
  const { responses } = z.object({ responses: z.array(z.array(z.string())) }).parse(input)
  const predictions = responses.map((labels, index) => ({
    model: `model ${index}`,
    question: `Question ${index}?`,
    claim_verification_result: labels.map((label, at) => ({ claim: `Claim ${at}.`, verification_result: label })),
  }))
  const report = await evaluate({ protocol: 'veriscore-verification', task: 'f1k', predictions, set: ['k=1'] })
  const counts = responses.map((_, index) => {
    const { value } = standingOf(report, 'f1k', `model ${index}`)
    return { supported: value('supported'), total: value('claims') }
  })
  return { counts }
}

const TIES = { strict: 'wrong', first: 'first', fractional: 'shared' } as const
const factorInput = z.object({
  examples: z.array(z.object({ scores: z.array(z.json()) })),
  options: z.object({ ties: z.enum(['strict', 'first', 'fractional']).default('strict') }).prefault({}),
})

async function factorFigures({ input }: Vector) {
  const { examples, options } = factorInput.parse(input)
  const predictions = [
    ...examples.map(({ scores }, index) => ({ system: SYSTEM, item: String(index), scores })),
    { system: SYSTEM, item: 'abstained', abstained: true },
  ]
  const set = [`ties=${TIES[options.ties]}`]
  const report = await evaluate({ protocol: 'factor-validation', task: 'own-examples', predictions, set })
  const { standing, value } = standingOf(report, 'choices', SYSTEM)
  const ties = value('ties') ?? 0
  const { accuracy } = standing.figures
  return {
    value: value('accuracy'),
    n: standing.scored,
    nTies: ties * standing.scored,
    ...(accuracy?.value === null && { reason: accuracy.reason }),
  }
}

const choiceInput = z.object({ tokenLogProbs: z.array(z.array(z.json())) })
const errorsSchema = z.array(z.looseObject({ externalId: z.string(), value: z.array(z.number()) }))

/**
 * Each completion once as the true one: those that are chosen are missing among the errors. With the first of a tie
 * taken for right, the choice is the first that is; with a tie taken for wrong, the true completion is chosen alone.
 */
async function factorChoice({ input }: Vector) {
  const { tokenLogProbs } = choiceInput.parse(input)
  const turned = tokenLogProbs.map((_, first) => [...tokenLogProbs.slice(first), ...tokenLogProbs.slice(0, first)])
  const predictions = turned.map((logprobs, first) => ({
    system: SYSTEM,
    set: 'turned',
    item: String(first),
    logprobs,
  }))
  const wrong = async (ties: string) => {
    const call = { protocol: 'factor-validation', task: 'own-examples', predictions, set: [`ties=${ties}`] }
    await evaluate(call)
    const errors = errorsSchema.parse(await listErrors({ ...call, errors: SYSTEM }))
    return new Map(errors.map(({ externalId, value }) => [Number(externalId.replace('turned: ', '')), value]))
  }
  const [alone, tied] = [await wrong('wrong'), await wrong('first')]
  const [[first, means] = [0, []]] = alone
  const end = tokenLogProbs.length - first
  const back = [...means.slice(end), ...means.slice(0, end)]
  const choice = tokenLogProbs.findIndex((_, index) => !tied.has(index))
  return { means: back, choice, correct: !alone.has(0) }
}

const revisionInput = z.object({ texts: z.array(z.tuple([z.string(), z.string()])) })

/** Responses with their human revisions as gold, and the same revisions as a system's. */
async function revisionFigures({ input }: Vector) {
  const { texts } = revisionInput.parse(input)
  const gold = texts.map(([revised, response]) => ({
    ...benchmarkRecord([idleSentence({ text: response, decontext: response, revised_decontext: revised })]),
    response,
    revised_response: revised,
  }))
  const predictions = texts.map(([revised], index) => ({
    system: SYSTEM,
    item: `#${index + 1}`,
    revised_response: revised,
  }))
  const call = { protocol: 'factcheck-bench', task: 'revision', gold, predictions, set: ['which=all'] }
  const { standing, value } = standingOf(await evaluate(call), 'revisions', SYSTEM)
  return {
    n: standing.scored,
    normEditDistance: value('originalDistance'),
    wordOverlap: value('originalOverlap'),
    rougeLF1: value('originalRougeL'),
  }
}

/** Of `assay evaluate`. */
export const benchmarkChecks: Readonly<Record<string, Check>> = {
  felm_metrics: { answer: felmFigures },
  veriscore_f1k: { answer: veriscoreFigures },
  veriscore_counts: { answer: veriscoreCounts },
  factor_accuracy: { answer: factorFigures },
  factor_choice: { answer: factorChoice },
  revision_report: {
    keys: expectedAmong('n', 'normEditDistance', 'wordOverlap', 'rougeLF1'),
    answer: revisionFigures,
  },
}
