/** Vectors of cuts, lists and texts, as files of two raters for `assay agreement`. */
import { z } from 'zod'
import { matrixReportSchema } from '@/lib/quality/rater-matrix/contract'
import { latinTokens } from '@/lib/stats/rouge-l'
import { segmentationWindow } from '@/lib/stats/segmentation-window'
import type { Vector } from '@/tests/oracle/read-vectors'
import { expectedKeys, Refused } from './door'
import { runAssay, withFiles } from './run-assay'
import { doorOf, expectedAmong } from './score-door'

/** A report has figures from ten units on. Of so many copies of one unit, means and shares are those of the one. */
const COPIES = 10

/** The figures of the report on two raters, a before b. @throws Refused where the command fails. */
async function compare(unit: object, ...flags: readonly string[]) {
  const lines = Array.from({ length: COPIES }, (_, id) => ({ id, ...unit }))
  const args = (file: string) => ['agreement', file, ...flags, '--resamples', '100', '--json']
  const { code, out, err } = await withFiles({ 'units.jsonl': lines }, (pathOf) =>
    runAssay(args(pathOf('units.jsonl'))),
  )
  if (code !== 0) throw new Refused(`exit code ${code}: ${err}`)
  const report = matrixReportSchema.parse(JSON.parse(out))
  const [pair] = report.kind === 'comparison' ? report.pairs : []
  return (key: string) => {
    const figure = pair?.figures.find((each) => each.key === key)
    if (!figure) throw new Error(`The report has no figure ${key}.`)
    return figure.estimate
  }
}

const numbers = z.array(z.number())
export const cutsInput = z.object({ length: z.number(), a: numbers, b: numbers })
const tolerant = cutsInput.extend({ options: z.object({ tolerance: z.number().default(0) }).prefault({}) })
const near = z.object({ options: z.object({ nT: z.number().default(2) }).prefault({}) })
const windowed = cutsInput.extend({ options: z.object({ k: z.number().nullish() }).prefault({}) })

const unitOfCuts = ({ length, a, b }: z.output<typeof cutsInput>) => ({ length, segmentations: { a, b } })

/** Precision, recall and F1 of two sets, and how many are in both. */
async function setFigures(unit: object, sizes: number, ...flags: readonly string[]) {
  const figure = await compare(unit, ...flags)
  const { value: unmatched } = figure('unmatched')
  return {
    value: figure('f1').value,
    f1: figure('f1').value,
    precision: figure('precision').value,
    recall: figure('recall').value,
    matched: unmatched === null ? null : (sizes - unmatched / COPIES) / 2,
  }
}

function boundaryF1({ input }: Vector) {
  const { options, ...cuts } = tolerant.parse(input)
  const sizes = new Set(cuts.a).size + new Set(cuts.b).size
  return setFigures(unitOfCuts(cuts), sizes, '--tolerance', String(options.tolerance))
}

const cutFigure = (key: string) => async (vector: Vector) => ({
  value: (await compare(unitOfCuts(cutsInput.parse(vector.input))))(key).value,
})

/** The report takes the usual window of either as the reference, and states the mean: where both are k, that is the value. */
function hasUsualWindow(vector: Vector): boolean {
  if (expectedKeys(vector).includes('error')) return false
  const { length, a, b, options } = windowed.parse(vector.input)
  const usual = segmentationWindow(length, a)
  return usual === segmentationWindow(length, b) && usual === (options.k ?? usual) && usual < length
}

const windows = (key: string) => ({
  keys: (vector: Vector) => (hasUsualWindow(vector) ? expectedAmong('value')(vector) : []),
  answer: cutFigure(key),
})

const textsInput = z.object({ a: z.string(), b: z.string() })
const rougeInput = z.object({ reference: z.string(), candidate: z.string() })

/** One report for each two texts, however many vectors ask. */
const known = new Map<string, ReturnType<typeof compare>>()

function compareTexts(a: string, b: string) {
  const key = JSON.stringify([a, b])
  const made = known.get(key) ?? compare({ texts: { a, b } })
  known.set(key, made)
  return made
}

const isLatin = (...texts: readonly string[]) => texts.every((text) => latinTokens(text).length > 0)

const listsInput = z.object({
  a: z.array(z.string()),
  b: z.array(z.string()),
  options: z.object({ similarity: z.string(), threshold: z.number() }),
})

/** The report compares words where every entry has Latin ones, and letters elsewhere. */
function isUsualSimilarity({ input }: Vector): boolean {
  const { a, b, options } = listsInput.parse(input)
  return (options.similarity === 'token_jaccard') === isLatin(...a, ...b)
}

export const comparisonDoor = doorOf('`assay agreement`', {
  boundary_f1: { answer: boundaryF1 },
  boundary_similarity: {
    keys: (vector) => (near.parse(vector.input).options.nT === 2 ? expectedAmong('value')(vector) : []),
    answer: cutFigure('similarity'),
  },
  windowdiff: windows('windowdiff'),
  pk: windows('pk'),
  levenshtein: {
    keys: expectedAmong('normalizedDistance'),
    answer: async ({ input }) => {
      const { a, b } = textsInput.parse(input)
      return { normalizedDistance: (await compareTexts(a, b))('edit').value }
    },
  },
  word_overlap: {
    answer: async ({ input }) => {
      const { a, b } = textsInput.parse(input)
      const { value, reason } = (await compareTexts(a, b))('overlap')
      return { value, reason }
    },
  },
  rouge_l: {
    keys: (vector) => {
      const { reference, candidate } = rougeInput.parse(vector.input)
      return isLatin(reference, candidate) ? expectedAmong('value')(vector) : []
    },
    answer: async ({ input }) => {
      const { reference, candidate } = rougeInput.parse(input)
      return { value: (await compareTexts(reference, candidate))('rouge').value }
    },
  },
  claim_alignment_text: {
    keys: (vector) => (isUsualSimilarity(vector) ? expectedAmong('precision', 'recall', 'f1')(vector) : []),
    answer: ({ input }) => {
      const { a, b, options } = listsInput.parse(input)
      return setFigures({ lists: { a, b } }, a.length + b.length, '--threshold', String(options.threshold))
    },
  },
})
