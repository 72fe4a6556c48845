/** Agreement where a project lets several people choose for the same item: by method, by place as seen, and as sets. */
import type { Answers, Comparison, Measure } from '@/lib/protocols/protocol'
import { type Category, methodCategories, methodRating, ordinalCategories } from '@/lib/protocols/side-by-side/measures'
import { methodOf } from '@/lib/protocols/side-by-side/methods'
import { chosenKeys, ITEM, MOST_REVISIONS } from './choices'

const PLACES = ordinalCategories(MOST_REVISIONS, (ordinal) => `${ordinal} place`)
const SEVERAL: Category = { value: 'several', text: 'Several, which say the same', tone: 'neutral' }

/** How the only key chosen is rated, or that there were several. */
function single(answers: Answers, ratingOf: (key: string) => string | null): string | null {
  const [key, ...more] = chosenKeys(answers)
  return key === undefined ? null : more.length > 0 ? SEVERAL.value : ratingOf(key)
}

const common = { unitOfAnalysis: 'set of revisions', unit: ITEM, level: 'nominal', question: 'best' } as const

export const measures: readonly Measure[] = [
  {
    key: 'method',
    ...common,
    title: 'Choice by method',
    categories: [...methodCategories(MOST_REVISIONS), SEVERAL],
    rating: ({ content }, answers) => single(answers, (key) => methodRating(content, methodOf(content, key))),
  },
  {
    key: 'place',
    ...common,
    title: 'Choice by place as seen',
    categories: [...PLACES, SEVERAL],
    // Without the order as shown nobody knows the place.
    rating: (_, answers, __, shownOrder) =>
      shownOrder === null ? null : single(answers, (key) => PLACES[shownOrder.indexOf(key)]?.value ?? null),
  },
]

const SUMS = 2

/** Sums: pairs of annotators that chose exactly the same, and all pairs. */
export const sameChoice: Comparison = {
  key: 'same-choice',
  title: 'The same revision chosen',
  unitOfAnalysis: 'set of revisions',
  unit: ITEM,
  sums: SUMS,
  compare(_, first, second) {
    const [one, other] = [chosenKeys(first).toSorted(), chosenKeys(second).toSorted()]
    if (one.length === 0 || other.length === 0) return null
    return [Number(one.join(' ') === other.join(' ')), 1]
  },
  figures: [
    {
      key: 'same',
      title: 'Pairs of annotators with the same choice',
      form: 'share',
      of: (sums) =>
        (sums[1] ?? 0) === 0 ? { value: null, reason: 'empty' } : { value: (sums[0] ?? 0) / (sums[1] ?? 1) },
      ratio: { over: [1, 0], under: [0, 1] },
    },
  ],
}
