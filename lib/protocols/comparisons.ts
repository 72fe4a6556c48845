/** The comparisons that protocols are made of: of lists, of sets, and of texts. Symmetric in the two annotators. */

import type { Estimate } from '@/lib/stats/result'
import { latinTokens, rougeL } from '@/lib/stats/rouge-l'
import { wordOverlap } from '@/lib/stats/word-overlap'
import { codePoints } from '@/lib/text/code-points'
import { editDistance } from '@/lib/text/edit-distance'
import { parseUrl } from '@/lib/text/parse-url'
import { entriesOf } from './made-units'
import type { Answers, Comparison, ComparisonFigure, Subject, UnitDraft } from './protocol'

type Head = Pick<Comparison, 'key' | 'title' | 'unitOfAnalysis' | 'unit'>

/** Weights of sums by their names. */
type Weights<Name extends string> = Partial<Record<Name, number>>

/**
 * Makes figures of sums that stand at these places: weighted sums over each other, or alone where nothing is said to
 * divide by. Undefined where the divisor is 0.
 */
const ratiosOf = <Name extends string>(places: Readonly<Record<Name, number>>) => {
  const names = Object.keys(places) as Name[]
  const listed = (weights: Weights<Name>) => names.map((name) => weights[name] ?? 0)
  return (over: Weights<Name>, under?: Weights<Name>): Required<Pick<ComparisonFigure, 'of' | 'ratio'>> => {
    const ratio = { over: listed(over), ...(under ? { under: listed(under) } : {}) }
    return { ratio, of: (sums) => part(weigh(ratio.over, sums), ratio.under ? weigh(ratio.under, sums) : 1) }
  }
}

/** The part of the whole; undefined where there is no whole. */
const part = (of: number, whole: number): Estimate =>
  whole === 0 ? { value: null, reason: 'empty' } : { value: of / whole }

const weigh = (weights: readonly number[], sums: ArrayLike<number>): number =>
  weights.reduce((total, weight, index) => total + weight * (sums[index] ?? 0), 0)

/** Sums of two sets: what is in both, only in the first's, only in the second's, and sets that are the same. */
const SET = { units: 0, both: 1, onlyFirst: 2, onlySecond: 3, same: 4 } as const

const ofSets = ratiosOf(SET)
const ALONE = { onlyFirst: 1, onlySecond: 1 }

/** `entries`: the word for what the sets hold, in the plural. */
function setFigures(entries: string): ComparisonFigure[] {
  return [
    {
      // Precision of one is recall of the other, so that of two equals only their harmonic mean is left to state.
      key: 'f1',
      title: `F1: ${entries} of either annotator that the other has too`,
      form: 'share',
      ...ofSets({ both: 2 }, { both: 2, ...ALONE }),
    },
    {
      key: 'shared',
      title: `Different ${entries} that both have`,
      form: 'share',
      ...ofSets({ both: 1 }, { both: 1, ...ALONE }),
    },
    {
      key: 'same',
      title: `Exactly the same ${entries}`,
      form: 'share',
      ...ofSets({ same: 1 }, { units: 1 }),
    },
    {
      key: 'unaligned',
      title: `${entries[0]?.toUpperCase()}${entries.slice(1)} of one annotator only`,
      form: 'count',
      ...ofSets(ALONE),
    },
  ]
}

/** Two sets, given which of the first's have a partner among the second's. */
function setSums(first: number, second: number, both: number): number[] | null {
  if (first + second === 0) return null
  const [onlyFirst, onlySecond] = [first - both, second - both]
  return [1, both, onlyFirst, onlySecond, onlyFirst + onlySecond === 0 ? 1 : 0]
}

/**
 * What two annotators chose from what is given, such as evidence relied on. `of` gives null where the question did not
 * arise. Where neither chose anything there is nothing to compare.
 */
export function setComparison(
  options: Head & {
    entries: string
    of(subject: Subject, answers: Answers, unit: UnitDraft): readonly string[] | null
  },
): Comparison {
  const { entries, of, ...head } = options
  return {
    ...head,
    sums: Object.keys(SET).length,
    compare: (subject, first, second, unit) => {
      const [one, other] = [of(subject, first, unit), of(subject, second, unit)]
      if (one === null || other === null) return null
      const [left, right] = [new Set(one), new Set(other)]
      return setSums(left.size, right.size, [...left].filter((entry) => right.has(entry)).length)
    },
    figures: setFigures(entries),
  }
}

/**
 * What two annotators listed, laid side by side before: entries under one key stand for each other. Whoever was not asked
 * for a list has listed nothing, and the other's entries have no partner. `address`: the question of an entry by which
 * those are matched, in addition, that stand alone.
 */
export function listComparison(options: Head & { entries: string; question: string; address?: string }): Comparison {
  const { entries, question, address, ...head } = options
  return {
    ...head,
    sums: Object.keys(SET).length,
    compare: (_, first, second, unit) => {
      const [one, other] = [first, second].map((answers) =>
        entriesOf(answers[unit.key]?.[question]).map(({ key }) => key),
      )
      const [left, right] = [new Set(one), new Set(other)]
      const both = [...left].filter((key) => right.has(key)).length
      const addresses = (answers: Answers, keys: Set<string>, partners: Set<string>) =>
        address === undefined
          ? []
          : [...keys].filter((key) => !partners.has(key)).flatMap((key) => addressOf(answers[key]?.[address]))
      return setSums(
        left.size,
        right.size,
        both + common(addresses(first, left, right), addresses(second, right, left)),
      )
    },
    figures: setFigures(entries),
  }
}

const addressOf = (value: unknown): string[] =>
  typeof value === 'string' && value.trim() !== '' ? [parseUrl(value.trim())?.href ?? value.trim()] : []

/** How many entries two multisets have in common. */
function common(left: readonly string[], right: readonly string[]): number {
  const rest = [...right]
  return left.filter((entry) => {
    const place = rest.indexOf(entry)
    if (place >= 0) rest.splice(place, 1)
    return place >= 0
  }).length
}

/** Sums of two texts. ROUGE-L knows words of a-z and 0-9 only, so texts without any are not counted in it. */
const TEXT = { pairs: 0, same: 1, distance: 2, overlap: 3, rouge: 4, rougePairs: 5, untouched: 6 } as const

const ofTexts = ratiosOf(TEXT)

const TEXT_FIGURES: readonly ComparisonFigure[] = [
  { key: 'exact', title: 'Same text', form: 'share', ...ofTexts({ same: 1 }, { pairs: 1 }) },
  {
    key: 'distance',
    title: 'Edit distance, as a share of the longer text',
    form: 'distance',
    ...ofTexts({ distance: 1 }, { pairs: 1 }),
  },
  {
    key: 'overlap',
    title: 'Words of the longer text that the other has',
    form: 'share',
    ...ofTexts({ overlap: 1 }, { pairs: 1 }),
  },
  {
    key: 'rougeL',
    title: 'ROUGE-L of Latin words',
    form: 'share',
    ...ofTexts({ rouge: 1 }, { rougePairs: 1 }),
  },
]

const UNTOUCHED: ComparisonFigure = {
  key: 'untouched',
  title: 'Texts that both left as they were, not counted above',
  form: 'count',
  ...ofTexts({ untouched: 1 }),
}

/**
 * Two texts for one unit; `of` gives null where there is none. `start`: what the text was before anybody wrote: where both
 * left it nothing was decided, and the pair is only counted.
 */
export function textComparison(
  options: Head & {
    of(subject: Subject, answers: Answers, unit: UnitDraft): string | null
    start?(subject: Subject, unit: UnitDraft): string
  },
): Comparison {
  const { of, start, ...head } = options
  return {
    ...head,
    sums: Object.keys(TEXT).length,
    compare: (subject, first, second, unit) => {
      const [one, other] = [of(subject, first, unit)?.trim(), of(subject, second, unit)?.trim()]
      if (!one || !other) return null
      const isUntouched = one === other && one === start?.(subject, unit).trim()
      return isUntouched ? [0, 0, 0, 0, 0, 0, 1] : textSums(one, other)
    },
    figures: start ? [...TEXT_FIGURES, UNTOUCHED] : TEXT_FIGURES,
  }
}

function textSums(one: string, other: string): number[] {
  const overlap = ((wordOverlap(one, other).value ?? 0) + (wordOverlap(other, one).value ?? 0)) / 2
  const hasLatin = latinTokens(one).length + latinTokens(other).length > 0
  return [
    1,
    one === other ? 1 : 0,
    normalisedDistance(one, other),
    overlap,
    rougeL(one, other).value,
    Number(hasLatin),
    0,
  ]
}

/** Levenshtein's distance in code points, divided by the length of the longer text. */
function normalisedDistance(one: string, other: string): number {
  const [from, to] = [one, other].map((text) => Int32Array.from(codePoints(text), (point) => point.codePointAt(0) ?? 0))
  if (!from || !to || from.length + to.length === 0) return 0
  return editDistance(from, to) / Math.max(from.length, to.length)
}
