import { z } from 'zod'
import { alignedLabelAgreement } from '@/lib/stats/aligned-label-agreement'
import { boundaryF1 } from '@/lib/stats/boundary-f1'
import { boundaryKappa } from '@/lib/stats/boundary-kappa'
import { boundarySimilarity } from '@/lib/stats/boundary-similarity'
import { claimAlignment } from '@/lib/stats/claim-alignment'
import { claimAlignmentText } from '@/lib/stats/claim-alignment-text'
import { classificationReport } from '@/lib/stats/classification-report'
import { confusionMatrix } from '@/lib/stats/confusion-matrix'
import { factorAccuracy } from '@/lib/stats/factor-accuracy'
import { factorChoice } from '@/lib/stats/factor-choice'
import { felmMetrics } from '@/lib/stats/felm-metrics'
import { levenshtein } from '@/lib/stats/levenshtein'
import { ngramDistance } from '@/lib/stats/ngram-distance'
import { pk } from '@/lib/stats/pk'
import { responseFactual } from '@/lib/stats/response-factual'
import { revisionReport } from '@/lib/stats/revision-report'
import { rougeL } from '@/lib/stats/rouge-l'
import { segmentationWindow } from '@/lib/stats/segmentation-window'
import { sentenceFactual } from '@/lib/stats/sentence-factual'
import { spanAgreement } from '@/lib/stats/span-agreement'
import { tokenEditDistance } from '@/lib/stats/token-edit-distance'
import { veriscoreCounts } from '@/lib/stats/veriscore-counts'
import { veriscoreF1k } from '@/lib/stats/veriscore-f1k'
import { windowdiff } from '@/lib/stats/windowdiff'
import { wordOverlap } from '@/lib/stats/word-overlap'
import { ratingsFrom } from './agreement-metrics'
import type { Adapter } from './vectors'

/** A metric whose input has this shape. */
function reading<Input>(schema: z.ZodType<Input>, metric: (input: Input) => unknown): Adapter {
  return (input) => metric(schema.parse(input))
}

const numbers = z.array(z.number())
const label = z.union([z.string(), z.number(), z.boolean()])
const factual = z.array(z.boolean().nullable())
const texts = z.object({ a: z.string(), b: z.string() })
const boundaries = z.object({ length: z.number(), a: numbers, b: numbers })
const windowed = boundaries.extend({ options: z.object({ k: z.number().nullable() }) })
const spans = z.array(z.tuple([z.number(), z.number()]))
const threshold = z.object({ threshold: z.number() })
const aggregated = z.object({ nullMeans: z.enum(['not-applicable', 'unknown']).optional() }).default({})
const reported = z
  .object({
    zeroDivision: z.union([z.literal(0), z.literal('null')]).optional(),
    macroOver: z.enum(['present', 'declared']).optional(),
  })
  .default({})

const segmentations: Readonly<Record<string, Adapter>> = {
  segmentation_window: reading(boundaries.omit({ b: true }), ({ length, a }) => ({
    value: segmentationWindow(length, a),
  })),
  windowdiff: reading(windowed, ({ options, ...both }) => windowdiff(both, options)),
  pk: reading(windowed, ({ options, ...both }) => pk(both, options)),
  boundary_similarity: reading(boundaries.extend({ options: z.object({ nT: z.number() }) }), ({ options, ...both }) =>
    boundarySimilarity(both, options),
  ),
  boundary_f1: reading(boundaries.extend({ options: z.object({ tolerance: z.number() }) }), ({ options, ...both }) =>
    boundaryF1(both, options),
  ),
  boundary_kappa: reading(boundaries, boundaryKappa),
  span_agreement: reading(
    z.object({ length: z.number(), a: spans, b: spans, options: z.object({ iou: z.number() }) }),
    ({ options, ...both }) => spanAgreement(both, options),
  ),
}

const benchmarks: Readonly<Record<string, Adapter>> = {
  classification_report: (input) =>
    classificationReport(confusionMatrix(ratingsFrom(input)), reported.parse(input.options)),
  felm_metrics: reading(
    z.object({ responses: z.array(z.object({ labels: z.array(z.boolean()), pred: z.array(z.boolean()) })) }),
    ({ responses }) => felmMetrics(responses),
  ),
  response_factual: reading(z.object({ segments: factual, options: aggregated }), ({ segments, options }) => ({
    factual: responseFactual(segments, options.nullMeans),
  })),
  responses_factual: reading(
    z.object({ responses: z.array(factual), options: aggregated }),
    ({ responses, options }) => ({
      factual: responses.map((segments) => responseFactual(segments, options.nullMeans)),
    }),
  ),
  sentence_factual: reading(z.object({ sentences: z.array(z.array(z.string())) }), ({ sentences }) => ({
    factual: sentences.map(sentenceFactual),
  })),
  factor_accuracy: reading(
    z.object({
      examples: z.array(z.object({ scores: z.array(z.number().nullable()) })),
      options: z.object({ ties: z.enum(['strict', 'first', 'fractional']) }),
    }),
    ({ examples, options }) =>
      factorAccuracy(
        examples.map(({ scores }) => ({ scores: scores.map((score) => score ?? Number.NaN) })),
        options,
      ),
  ),
  factor_choice: reading(z.object({ tokenLogProbs: z.array(numbers) }), (input) => factorChoice(input.tokenLogProbs)),
  veriscore_f1k: reading(
    z.object({
      responses: z.array(z.object({ supported: z.number(), total: z.number() })),
      options: z.object({ k: z.union([z.number(), z.enum(['median', 'max'])]) }),
    }),
    ({ responses, options }) => veriscoreF1k(responses, options),
  ),
  veriscore_counts: reading(z.object({ responses: z.array(z.array(z.string())) }), ({ responses }) => ({
    counts: veriscoreCounts(responses),
  })),
}

const textMeasures: Readonly<Record<string, Adapter>> = {
  levenshtein: reading(texts, ({ a, b }) => levenshtein(a, b)),
  token_edit_distance: reading(texts, ({ a, b }) => tokenEditDistance(a, b)),
  word_overlap: reading(texts, ({ a, b }) => wordOverlap(a, b)),
  ngram_distance: reading(texts.extend({ options: z.object({ n: z.number().optional() }).default({}) }), (input) =>
    ngramDistance(input.a, input.b, input.options.n),
  ),
  rouge_l: reading(z.object({ reference: z.string(), candidate: z.string() }), (input) =>
    rougeL(input.reference, input.candidate),
  ),
  revision_report: reading(z.object({ texts: z.array(z.tuple([z.string(), z.string()])) }), (input) =>
    revisionReport(input.texts.map(([revised, original]) => ({ revised, original }))),
  ),
}

const alignments: Readonly<Record<string, Adapter>> = {
  claim_alignment: reading(z.object({ similarity: z.array(numbers), options: threshold }), (input) =>
    claimAlignment(input.similarity, input.options),
  ),
  claim_alignment_text: reading(
    z.object({
      a: z.array(z.string()),
      b: z.array(z.string()),
      options: threshold.extend({ similarity: z.enum(['token_jaccard', 'normalized_levenshtein']) }),
    }),
    ({ a, b, options }) => claimAlignmentText(a, b, options),
  ),
  aligned_label_agreement: reading(
    z.object({
      similarity: z.array(numbers),
      labelsA: z.array(label),
      labelsB: z.array(label),
      categories: z.array(label).optional(),
      options: threshold,
    }),
    ({ similarity, labelsA, labelsB, categories, options }) =>
      alignedLabelAgreement(similarity, labelsA, labelsB, { ...options, categories }),
  ),
}

/** The metrics of anything else than a table of ratings. */
export const otherMetrics = { ...segmentations, ...benchmarks, ...textMeasures, ...alignments }
