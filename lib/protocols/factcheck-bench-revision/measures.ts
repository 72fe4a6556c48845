/** Agreement where a project lets several people choose for the same item: by method, by place as seen, and as sets. */
import type { Answers, Comparison, Measure, Subject, Tone } from '@/lib/protocols/protocol'
import { rankOf } from '@/lib/protocols/side-by-side/methods'
import { chosenKeys, ITEM, MOST_REVISIONS } from './choices'

const SEVERAL = 'several'
const PLACES = ['first', 'second', 'third', 'fourth'] as const
const neutral: Tone = 'neutral'

const categories = (text: (place: string) => string) => [
  ...PLACES.map((place) => ({ value: place, text: text(place), tone: neutral })),
  { value: SEVERAL, text: 'Several, which say the same', tone: neutral },
]

/** The only key chosen, or that there were several. */
function single(answers: Answers): string | null {
  const [key, ...more] = chosenKeys(answers)
  return key === undefined ? null : more.length > 0 ? SEVERAL : key
}

function atPlace(answers: Answers, placeOf: (key: string) => number | null): string | null {
  const chosen = single(answers)
  if (chosen === null || chosen === SEVERAL) return chosen
  return PLACES[placeOf(chosen) ?? MOST_REVISIONS] ?? null
}

const common = { unitOfAnalysis: 'set of revisions', unit: ITEM, level: 'nominal', question: 'best' } as const

export const measures: readonly Measure[] = [
  {
    key: 'method',
    ...common,
    title: 'Choice by method',
    categories: categories((place) => `${capital(place)} method by name`),
    rating: (subject: Subject, answers) => atPlace(answers, (key) => rankOf(subject, key)),
  },
  {
    key: 'place',
    ...common,
    title: 'Choice by place as seen',
    categories: categories((place) => `${capital(place)} place`),
    // Without the order as shown nobody knows the place.
    rating: (_, answers, __, shownOrder) =>
      shownOrder === null ? null : atPlace(answers, (key) => shownOrder.indexOf(key)),
  },
]

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

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
