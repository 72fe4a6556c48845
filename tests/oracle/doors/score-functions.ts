/** Vectors of settings and figures that no report offers, on the functions themselves. */
import { z } from 'zod'
import { joined } from '@/lib/protocols/marked-spans'
import { comparingSpans, lengthOf, sharedLength } from '@/lib/protocols/span-comparison'
import { alignedLabelAgreement } from '@/lib/stats/aligned-label-agreement'
import { boundaryF1 } from '@/lib/stats/boundary-f1'
import { boundaryKappa } from '@/lib/stats/boundary-kappa'
import { boundarySimilarity } from '@/lib/stats/boundary-similarity'
import { claimAlignment } from '@/lib/stats/claim-alignment'
import { claimAlignmentText } from '@/lib/stats/claim-alignment-text'
import { cohenKappa } from '@/lib/stats/cohen-kappa'
import { confusionMatrix } from '@/lib/stats/confusion-matrix'
import { levenshtein } from '@/lib/stats/levenshtein'
import { ngramDistance } from '@/lib/stats/ngram-distance'
import { pk } from '@/lib/stats/pk'
import { ratingsOfTable } from '@/lib/stats/ratings'
import { rougeL } from '@/lib/stats/rouge-l'
import { segmentationWindow } from '@/lib/stats/segmentation-window'
import { setScores } from '@/lib/stats/set-scores'
import { spansInCommon } from '@/lib/stats/spans-in-common'
import { tokenEditDistance } from '@/lib/stats/token-edit-distance'
import { windowdiff } from '@/lib/stats/windowdiff'
import { expectedKeys } from './door'
import { type Check, doorOf, expectedAmong } from './score-door'

/** A function whose input has this shape; `keys`: what of its result is checked. */
function reading<Input>(schema: z.ZodType<Input>, of: (input: Input) => unknown, ...keys: readonly string[]): Check {
  return {
    ...(keys.length > 0 && { keys: expectedAmong(...keys) }),
    answer: ({ input }) => of(schema.parse(input)),
  }
}

const numbers = z.array(z.number())
const label = z.union([z.string(), z.number(), z.boolean()])
const texts = z.object({ a: z.string(), b: z.string() })
const grams = texts.extend({ options: z.object({ n: z.number().default(2) }).prefault({}) })
const cuts = z.object({ length: z.number(), a: numbers, b: numbers })
const windowed = cuts.extend({ options: z.object({ k: z.number().nullish() }).prefault({}) })
const spans = z.array(z.tuple([z.number(), z.number()]))
const threshold = z.object({ threshold: z.number() })

const marked = z.object({ length: z.number(), a: spans, b: spans, options: z.object({ iou: z.literal(0.5) }) })

/** The figures of reports on marked spans, and beside them what those are made of, with `a` for the reference. */
function spanFigures({ length, a, b, options }: z.output<typeof marked>) {
  const [one = [], other = []] = [a, b].map((list) => list.map(([start, end]) => ({ start, end, label: null })))
  const { compare, figures } = comparingSpans({ labels: [], overlapping: true })
  const sums = compare({ length, tokens: [] }, one, other)
  const figure = (key: string) => figures.find((each) => each.key === key)?.of(sums).value ?? null
  const [left, right] = [joined(one), joined(other)]
  const [shared, sizeA, sizeB] = [sharedLength(left, right), lengthOf(left), lengthOf(right)]
  const matched = spansInCommon(one, other, options.iou)
  const table = [
    [shared, sizeA - shared],
    [sizeB - shared, length - sizeA - sizeB + shared],
  ]
  const ofSpans = (count: number, key: string) => ({ ...setScores(count, a.length, b.length), f1: figure(key) })
  return {
    exact: ofSpans(((figure('spanF1') ?? 0) * (a.length + b.length)) / 2, 'spanF1'),
    char: {
      ...setScores(shared, sizeA, sizeB),
      f1: figure('characterF1'),
      jaccard: figure('characterIou'),
      kappa: cohenKappa(confusionMatrix(ratingsOfTable(table, ['inside', 'outside']))).value,
    },
    relaxed: { ...ofSpans(matched, 'overlapF1'), matched },
  }
}

export const functionDoors = [
  doorOf('function that a report or a scoring calls', {
    segmentation_window: reading(z.object({ length: z.number(), a: numbers }), ({ length, a }) => ({
      value: segmentationWindow(length, a),
    })),
    windowdiff: reading(windowed, ({ options, ...both }) => windowdiff(both, options)),
    pk: reading(windowed, ({ options, ...both }) => pk(both, options)),
    boundary_f1: reading(
      cuts.extend({ options: z.object({ tolerance: z.number() }).partial().prefault({}) }),
      ({ options, ...both }) => boundaryF1(both, options),
    ),
    boundary_similarity: reading(
      cuts.extend({ options: z.object({ nT: z.number() }).partial().prefault({}) }),
      ({ options, ...both }) => boundarySimilarity(both, options),
    ),
    span_agreement: reading(marked, spanFigures),
    claim_alignment: reading(
      z.object({ similarity: z.array(numbers), options: threshold }),
      ({ similarity, options }) => claimAlignment(similarity, options),
    ),
    claim_alignment_text: reading(
      z.object({
        a: z.array(z.string()),
        b: z.array(z.string()),
        options: threshold.extend({ similarity: z.enum(['token_jaccard', 'normalized_levenshtein']) }),
      }),
      ({ a, b, options }) => claimAlignmentText(a, b, options),
    ),
    levenshtein: reading(texts, ({ a, b }) => levenshtein(a, b), 'normalizedSimilarity'),
    token_edit_distance: reading(texts, ({ a, b }) => tokenEditDistance(a, b), 'normalized', 'tokensA', 'tokensB'),
    ngram_distance: {
      // Of two letters, which tables are made of, they go through those.
      keys: (vector) => (grams.parse(vector.input).options.n === 2 ? [] : expectedKeys(vector)),
      ...reading(grams, ({ a, b, options }) => ngramDistance(a, b, options.n)),
    },
    rouge_l: reading(
      z.object({ reference: z.string(), candidate: z.string() }),
      ({ reference, candidate }) => rougeL(reference, candidate),
      'precision',
      'recall',
    ),
    revision_report: reading(
      z.object({ texts: z.array(z.tuple([z.string(), z.string()])) }),
      (input) => {
        const likenesses = input.texts.map(([a, b]) => levenshtein(a, b).normalizedSimilarity)
        return { normEditSimilarity: likenesses.reduce((sum, each) => sum + each, 0) / likenesses.length }
      },
      'normEditSimilarity',
    ),
  }),
  doorOf('library measure for protocol files', {
    boundary_kappa: reading(cuts, boundaryKappa),
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
  }),
]
