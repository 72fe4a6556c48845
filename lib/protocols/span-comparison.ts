/**
 * Agreement of two annotators who marked spans in one text: by characters, by tokens, and by whole spans. All figures are made of sums over
 * pairs of annotators and items, so that long texts and much marked ones count more, as characters do in the shared tasks of the field.
 */
import { gammaDisorders } from '@/lib/stats/gamma'
import type { Estimate } from '@/lib/stats/result'
import { spansInCommon } from '@/lib/stats/spans-in-common'
import { type UnitizedSums, unitizingAlpha } from '@/lib/stats/unitizing-alpha'
import { codePointLength } from '@/lib/text/code-points'
import { tokenPlaces } from '@/lib/text/token-places'
import { joined, type MarkedSpan, sameSpan } from './marked-spans'
import type { Answers, Comparison, ComparisonFigure, Option, Subject, UnitDraft } from './protocol'

type Stretch = readonly [start: number, end: number]

/** How many characters two lists of stretches share; each in order, without overlaps. */
export function sharedLength(left: readonly Stretch[], right: readonly Stretch[]): number {
  let [shared, i, j] = [0, 0, 0]
  for (let one = left[i], other = right[j]; one && other; one = left[i], other = right[j]) {
    shared += Math.max(0, Math.min(one[1], other[1]) - Math.max(one[0], other[0]))
    if (one[1] < other[1]) i += 1
    else j += 1
  }
  return shared
}

export const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, [start, end]) => sum + end - start, 0)

/** Which tokens lie at least partly in the stretches. */
function tokensIn(tokens: readonly Stretch[], stretches: readonly Stretch[]): Set<number> {
  const found = new Set<number>()
  let stretchIndex = 0
  for (const [index, [start, end]] of tokens.entries()) {
    while ((stretches[stretchIndex]?.[1] ?? Number.POSITIVE_INFINITY) <= start) stretchIndex += 1
    if ((stretches[stretchIndex]?.[0] ?? Number.POSITIVE_INFINITY) < end) found.add(index)
  }
  return found
}

/**
 * Sums: pairs, pairs that are the same; of characters, labelled characters, tokens and spans those of both and all of either; spans that
 * overlap by half; observed and expected disorder, and texts without; then the coincidences of characters, which end with a sum or two for
 * each category.
 */
const [PAIRS, SAME, CHARACTERS, LABELLED, TOKENS, SPANS, OVERLAPPING, DISORDERS, COINCIDENCES] = [
  0, 1, 2, 4, 6, 8, 10, 11, 14,
]

/** Of a pair of spans that count as found by both annotators: their intersection is at least so much of their union. */
const HALF = 0.5

/** How gamma draws what is marked by chance. */
const CHANCE = { seed: 1, samples: 30 }
/** Of one pair of annotators in one text: some 80 ms; texts of published sets take a hundredth of them. */
const MOST_STEPS = 1_000_000
/** Of all pairs together, which the process that derives a task computes at once: some 400 ms. */
const MOST_STEPS_TOGETHER = 5_000_000

/**
 * The steps that gamma of one pair may take where so many pairs are compared. The same for each of them, so that which are left out of gamma
 * does not depend on who comes first.
 */
export const stepsOfPair = (pairs: number): number =>
  Math.min(MOST_STEPS, Math.floor(MOST_STEPS_TOGETHER / Math.max(1, pairs)))

/** About how many steps gamma of one pair takes. */
export const stepsOfGamma = (one: Spans, other: Spans, pairs: number): number =>
  Math.min(stepsOfPair(pairs), CHANCE.samples * (one.length + other.length) ** 2)

interface Marking {
  /** The values of the labels; none where spans have none. */
  labels: readonly Option['value'][]
  overlapping: boolean
}

/** A text that spans are marked in: its length in code points, and where its tokens lie; none where only its length is known. */
export interface MarkedText {
  length: number
  tokens: readonly Stretch[]
}

type Spans = readonly MarkedSpan[]

/** How the spans of two annotators are compared, as sums that can be added up over texts, and the figures made of them. */
export interface SpanComparing {
  sums: number
  /** `pairs`: how many pairs of annotators are compared in the text, and in the others of the task; left out: this one. */
  compare(text: MarkedText, one: Spans, other: Spans, pairs?: number): number[]
  figures: readonly ComparisonFigure[]
}

/** A character that may have several labels has no one category, so that its label is left out of alpha. */
const categoriesOf = ({ labels, overlapping }: Marking) => (overlapping || labels.length === 0 ? [null] : labels)

export function comparingSpans(marking: Marking): SpanComparing {
  const { labels } = marking
  const categories = categoriesOf(marking)
  return {
    sums: COINCIDENCES + 3 + 2 * categories.length,
    compare: ({ length, tokens }, one, other, pairs = 1) => [
      1,
      Number(one.length === other.length && sameSpans(one, other) === one.length),
      ...parts(joined(one), joined(other)),
      ...labelledParts(labels, one, other),
      ...tokenParts(tokens, joined(one), joined(other)),
      sameSpans(one, other),
      one.length + other.length,
      spansInCommon(one, other, HALF),
      ...disorders(length, one, other, stepsOfPair(pairs)),
      ...coincidences(length, categories, [one, other]),
      ...categories.map((category) => withinUnits(marking, category, [one, other])),
    ],
    figures: figuresOf(labels.length > 0, categories.length),
  }
}

/** `of`: null where the question did not arise, or was not answered. */
export function spanComparison(
  options: Pick<Comparison, 'key' | 'title' | 'unitOfAnalysis' | 'unit'> &
    Marking & {
      textIn(subject: Subject): string
      of(subject: Subject, answers: Answers, unit: UnitDraft): Spans | null
      /** How many questions of a task ask for spans: they share its steps. */
      questions?: number
    },
): Comparison {
  const { labels, overlapping, textIn, of, questions = 1, ...head } = options
  const { sums, figures, compare } = comparingSpans({ labels, overlapping })
  return {
    ...head,
    sums,
    figures,
    compare: (subject, first, second, unit, pairs = 1) => {
      const [one, other] = [of(subject, first, unit), of(subject, second, unit)]
      if (one === null || other === null) return null
      const text = textIn(subject)
      return compare({ length: codePointLength(text), tokens: tokenPlaces(text) }, one, other, pairs * questions)
    },
  }
}

const sameSpans = (one: Spans, other: Spans): number =>
  one.filter((span) => other.some((each) => sameSpan(each, span))).length

/** Weighed disorders by gamma and by chance, and whether there are none although something is marked. */
function disorders(length: number, one: Spans, other: Spans, mostSteps: number): [number, number, number] {
  const found = gammaDisorders(length, [one, other], { ...CHANCE, mostSteps })
  return found
    ? [found.spans * found.observed, found.spans * found.expected, 0]
    : [0, 0, Number(one.length + other.length > 0)]
}

/** The squared lengths of the units of a category. Where spans may overlap, units are what they cover together. */
function withinUnits({ overlapping }: Marking, category: Option['value'] | null, lanes: readonly Spans[]): number {
  const units = lanes.flatMap((spans): Stretch[] =>
    overlapping
      ? joined(spans)
      : spans.filter(({ label }) => label === category).map(({ start, end }): Stretch => [start, end]),
  )
  return units.reduce((sum, [start, end]) => sum + (end - start) ** 2, 0)
}

/** Shared characters, and those of the one and of the other together. */
const parts = (one: readonly Stretch[], other: readonly Stretch[]): number[] => [
  sharedLength(one, other),
  lengthOf(one) + lengthOf(other),
]

function labelledParts(labels: Marking['labels'], one: readonly MarkedSpan[], other: readonly MarkedSpan[]): number[] {
  const by = (spans: readonly MarkedSpan[], label: Option['value']) =>
    joined(spans.filter((span) => span.label === label))
  const each = labels.map((label) => parts(by(one, label), by(other, label)))
  return [0, 1].map((place) => each.reduce((sum, part) => sum + (part[place] ?? 0), 0))
}

function tokenParts(tokens: readonly Stretch[], one: readonly Stretch[], other: readonly Stretch[]): number[] {
  const [left, right] = [tokensIn(tokens, one), tokensIn(tokens, other)]
  return [[...left].filter((token) => right.has(token)).length, left.size + right.size]
}

/** Characters, characters to which both gave one category, and how often the two gave each category, unmarked first. */
function coincidences(
  length: number,
  categories: readonly (Option['value'] | null)[],
  lanes: readonly (readonly MarkedSpan[])[],
): number[] {
  const of = (spans: readonly MarkedSpan[], category: Option['value'] | null) =>
    joined(category === null ? spans : spans.filter(({ label }) => label === category))
  const marked = categories.map((category) => lanes.map((spans) => of(spans, category)))
  const shared = marked.map(([one = [], other = []]) => sharedLength(one, other))
  const markedLengths = marked.map((each) => each.reduce((sum, stretches) => sum + lengthOf(stretches), 0))
  const all = lanes.map((spans) => joined(spans))
  const either = lengthOf(joined(lanes.flat()))
  const unmarked = 2 * length - all.reduce((sum, stretches) => sum + lengthOf(stretches), 0)
  return [length, length - either + shared.reduce((sum, count) => sum + count, 0), unmarked, ...markedLengths]
}

type Weights = Record<number, number>

function figuresOf(hasLabels: boolean, categories: number): ComparisonFigure[] {
  const size = COINCIDENCES + 3 + 2 * categories
  const listed = (weights: Weights) => Array.from({ length: size }, (_, place) => weights[place] ?? 0)
  const quotient = (of: Omit<ComparisonFigure, 'of' | 'ratio'>, above: Weights, below: Weights): ComparisonFigure => {
    const [over, under] = [listed(above), listed(below)]
    return {
      ...of,
      ratio: { over, under },
      of: (sums) => {
        const whole = weigh(under, sums)
        return whole === 0 ? { value: null, reason: 'empty' } : { value: weigh(over, sums) / whole }
      },
    }
  }
  const share = (key: string, title: string, over: Weights, under: Weights) =>
    quotient({ key, title, form: 'share' }, over, under)
  const f1 = (key: string, title: string, both: number, all: number) => share(key, title, { [both]: 2 }, { [all]: 1 })
  const alpha = (key: string, title: string, of: Record<keyof UnitizedSums, Weights | Weights[]>): ComparisonFigure => {
    const many = (weights: Weights | Weights[]) => [weights].flat().map(listed)
    const [values = [], agreeing = []] = [of.values, of.agreeing].flatMap(many)
    const weights = { values, agreeing, given: many(of.given), within: many(of.within) }
    return { key, title, form: 'coefficient', alpha: weights, of: (sums) => alphaOfSums(weights, sums) }
  }
  const [LENGTH, ALIKE, UNMARKED] = [COINCIDENCES, COINCIDENCES + 1, COINCIDENCES + 2]
  const places = Array.from({ length: categories }, (_, index) => UNMARKED + 1 + index)
  const characters = { values: { [LENGTH]: 2 }, agreeing: { [ALIKE]: 2 } }
  const categoryWeights = [{ [UNMARKED]: 1 }, ...places.map((place) => ({ [place]: 1 }))]
  const within = places.map((place) => ({ [place + categories]: 1 }))
  const orLabel = categories > 1 ? 'or the label' : 'or marked'
  return [
    f1(
      'characterF1',
      'Character F1: characters marked by either annotator that the other marked too',
      CHARACTERS,
      CHARACTERS + 1,
    ),
    ...(hasLabels
      ? [f1('labelledCharacterF1', 'Character F1 where the label has to be the same too', LABELLED, LABELLED + 1)]
      : []),
    f1('tokenF1', 'Token F1: tokens marked, at least in part', TOKENS, TOKENS + 1),
    f1('spanF1', `Span F1: whole spans that are the same${hasLabels ? ', with their label' : ''}`, SPANS, SPANS + 1),
    f1(
      'overlapF1',
      'Span F1 by overlap: spans that share half of what both cover, whatever their label, matched one to one',
      OVERLAPPING,
      SPANS + 1,
    ),
    share(
      'characterIou',
      'Intersection over union of marked characters',
      { [CHARACTERS]: 1 },
      { [CHARACTERS + 1]: 1, [CHARACTERS]: -1 },
    ),
    share('same', 'Exactly the same spans', { [SAME]: 1 }, { [PAIRS]: 1 }),
    alpha('characterAlpha', `Krippendorff’s alpha over characters (nominal: unmarked ${orLabel})`, {
      ...characters,
      given: categoryWeights,
      within: categoryWeights,
    }),
    alpha('unitizingAlpha', `Krippendorff’s alpha for unitizing (nominal: unmarked ${orLabel})`, {
      ...characters,
      given: categoryWeights,
      within: [{ [UNMARKED]: 1 }, ...within],
    }),
    ...(categories > 1
      ? [
          alpha('unitizingAlphaMarked', 'Krippendorff’s alpha for unitizing (unmarked or marked, whatever the label)', {
            values: { [LENGTH]: 2 },
            agreeing: { [LENGTH]: 2, [CHARACTERS]: 4, [CHARACTERS + 1]: -2 },
            given: [{ [UNMARKED]: 1 }, { [CHARACTERS + 1]: 1 }],
            within: [{ [UNMARKED]: 1 }, Object.assign({}, ...within)],
          }),
        ]
      : []),
    quotient(
      {
        key: 'gamma',
        title: 'Gamma: place and label of spans, aligned two by two, corrected for chance',
        form: 'coefficient',
      },
      { [DISORDERS]: -1, [DISORDERS + 1]: 1 },
      { [DISORDERS + 1]: 1 },
    ),
    {
      key: 'withoutGamma',
      title: 'Pairs of annotators and texts left out of gamma, with too many spans over each other, or too many pairs',
      form: 'count',
      ratio: { over: listed({ [DISORDERS + 2]: 1 }) },
      of: (sums) => ({ value: sums[DISORDERS + 2] ?? 0 }),
    },
  ]
}

const weigh = (weights: readonly number[], sums: ArrayLike<number>): number =>
  weights.reduce((total, weight, place) => total + weight * (sums[place] ?? 0), 0)

/**
 * Of more than two annotators every pair counts as two who unitize its text, so that the unit's own values are left out of what chance pairs
 * for each pair by itself. For items of as many annotators each, alpha over all of them differs from that in this correction alone.
 */
const alphaOfSums = (weights: NonNullable<ComparisonFigure['alpha']>, sums: ArrayLike<number>): Estimate =>
  unitizingAlpha({
    values: weigh(weights.values, sums),
    agreeing: weigh(weights.agreeing, sums),
    given: weights.given.map((each) => weigh(each, sums)),
    within: weights.within.map((each) => weigh(each, sums)),
  })
