/**
 * Agreement of two annotators who marked spans in one text: by characters, by tokens, and by whole spans. All figures are made of sums over
 * pairs of annotators and items, so that long texts and much marked ones count more, as characters do in the shared tasks of the field.
 */
import type { Estimate } from '@/lib/stats/result'
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
  let at = 0
  for (const [index, [start, end]] of tokens.entries()) {
    while ((stretches[at]?.[1] ?? Number.POSITIVE_INFINITY) <= start) at += 1
    if ((stretches[at]?.[0] ?? Number.POSITIVE_INFINITY) < end) found.add(index)
  }
  return found
}

/** Sums: pairs, pairs that are the same; of characters, labelled characters, tokens and spans those of both and all of either. */
const [PAIRS, SAME, CHARACTERS, LABELLED, TOKENS, SPANS, COINCIDENCES] = [0, 1, 2, 4, 6, 8, 10]

interface Marking {
  /** The values of the labels; none where spans have none. */
  labels: readonly Option['value'][]
  overlapping: boolean
}

/** `of`: null where the question did not arise, or was not answered. */
export function spanComparison(
  given: Pick<Comparison, 'key' | 'title' | 'unitOfAnalysis' | 'unit'> &
    Marking & {
      textIn(subject: Subject): string
      of(subject: Subject, answers: Answers, unit: UnitDraft): readonly MarkedSpan[] | null
    },
): Comparison {
  const { labels, overlapping, textIn, of, ...head } = given
  // A character that may have several labels has no one category, so that its label is left out of alpha.
  const categories = overlapping || labels.length === 0 ? [null] : labels
  return {
    ...head,
    sums: COINCIDENCES + 3 + categories.length,
    compare: (subject, first, second, unit) => {
      const [one, other] = [of(subject, first, unit), of(subject, second, unit)]
      if (one === null || other === null) return null
      const text = textIn(subject)
      return [
        1,
        Number(one.length === other.length && one.every((span) => other.some((each) => sameSpan(each, span)))),
        ...parts(joined(one), joined(other)),
        ...labelledParts(labels, one, other),
        ...tokenParts(tokenPlaces(text), joined(one), joined(other)),
        one.filter((span) => other.some((each) => sameSpan(each, span))).length,
        one.length + other.length,
        ...coincidences(codePointLength(text), categories, [one, other]),
      ]
    },
    figures: figuresOf(labels.length > 0, categories.length),
  }
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
  const given = marked.map((each) => each.reduce((sum, stretches) => sum + lengthOf(stretches), 0))
  const all = lanes.map((spans) => joined(spans))
  const either = lengthOf(joined(lanes.flat()))
  const unmarked = 2 * length - all.reduce((sum, stretches) => sum + lengthOf(stretches), 0)
  return [length, length - either + shared.reduce((sum, count) => sum + count, 0), unmarked, ...given]
}

const ratio = (sums: ArrayLike<number>, over: readonly number[], under: readonly number[]): Estimate => {
  const weigh = (weights: readonly number[]) =>
    weights.reduce((total, weight, index) => total + weight * (sums[index] ?? 0), 0)
  const whole = weigh(under)
  return whole === 0 ? { value: null, reason: 'empty' } : { value: weigh(over) / whole }
}

function figuresOf(hasLabels: boolean, categories: number): ComparisonFigure[] {
  const share = (key: string, title: string, over: Record<number, number>, under: Record<number, number>) => {
    const listed = (weights: Record<number, number>) =>
      Array.from({ length: COINCIDENCES + 3 + categories }, (_, place) => weights[place] ?? 0)
    const [part, whole] = [listed(over), listed(under)]
    return {
      key,
      title,
      form: 'share' as const,
      ratio: { over: part, under: whole },
      of: (sums: ArrayLike<number>) => ratio(sums, part, whole),
    }
  }
  const f1 = (key: string, title: string, place: number) => share(key, title, { [place]: 2 }, { [place + 1]: 1 })
  return [
    f1('characterF1', 'Character F1: characters marked by either annotator that the other marked too', CHARACTERS),
    ...(hasLabels ? [f1('labelledCharacterF1', 'Character F1 where the label has to be the same too', LABELLED)] : []),
    f1('tokenF1', 'Token F1: tokens marked, at least in part', TOKENS),
    f1('spanF1', `Span F1: whole spans that are the same${hasLabels ? ', with their label' : ''}`, SPANS),
    share(
      'characterIou',
      'Intersection over union of marked characters',
      { [CHARACTERS]: 1 },
      { [CHARACTERS + 1]: 1, [CHARACTERS]: -1 },
    ),
    share('same', 'Exactly the same spans', { [SAME]: 1 }, { [PAIRS]: 1 }),
    {
      key: 'characterAlpha',
      title: `Krippendorff’s alpha over characters (nominal: unmarked${categories > 1 ? ' or the label' : ' or marked'})`,
      form: 'share',
      of: (sums) => alphaOver(sums, categories),
    },
  ]
}

/**
 * Nominal alpha whose units are the characters: 1 - D_o / D_e, from the coincidences of all pairs (Krippendorff 2011, Computing
 * Krippendorff's alpha-reliability). For items of as many annotators each it differs from alpha over all of them only in the correction for
 * small samples, which characters are not.
 */
function alphaOver(sums: ArrayLike<number>, categories: number): Estimate {
  const length = sums[COINCIDENCES] ?? 0
  const values = 2 * length
  if (length === 0) return { value: null, reason: 'empty' }
  const given = Array.from({ length: categories + 1 }, (_, place) => sums[COINCIDENCES + 2 + place] ?? 0)
  const observed = 1 - (sums[COINCIDENCES + 1] ?? 0) / length
  const expected = 1 - given.reduce((sum, count) => sum + (count * (count - 1)) / (values * (values - 1)), 0)
  return expected <= 0 ? { value: null, reason: 'no-variation' } : { value: 1 - observed / expected }
}
