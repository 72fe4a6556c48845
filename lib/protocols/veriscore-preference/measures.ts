/** Agreement on the same votes twice: on the side as seen, and on the method behind it. The two can differ widely. */
import type { Answers, Measure, Subject, Tone } from '@/lib/protocols/protocol'
import { rankOf } from '@/lib/protocols/side-by-side/methods'
import { choiceOf, ITEM, keyAt, UNDECIDED, wasHard } from './choices'

type Asked = 'better' | 'compared'
type Category = { value: string; text: string; tone: Tone }

const SIDES: Category[] = [
  { value: 'left', text: 'Left', tone: 'neutral' },
  { value: 'right', text: 'Right', tone: 'neutral' },
]
const METHODS: Category[] = [
  { value: 'first', text: 'First method by name', tone: 'neutral' },
  { value: 'second', text: 'Second method by name', tone: 'neutral' },
]
const HARD_TO_CHOOSE: Category[] = [{ value: UNDECIDED, text: 'Hard to choose', tone: 'partial' }]

/** `first` and `second`: of the item's two methods in the order of their names. */
function methodRating(
  subject: Subject,
  answers: Answers,
  shownOrder: readonly string[] | null,
  question: Asked,
): string | null {
  const choice = choiceOf(answers, question)
  if (choice === null || choice === UNDECIDED) return choice
  const key = keyAt(subject, choice, shownOrder)
  const rank = key === null ? null : rankOf(subject, key)
  return rank === 0 ? 'first' : rank === 1 ? 'second' : null
}

const common = { unitOfAnalysis: 'pair of lists', unit: ITEM, level: 'nominal' } as const

/** Without the order as shown nobody knows the side. */
const bySide = (key: string, question: Asked, more: Category[]): Measure => ({
  key,
  question,
  ...common,
  title: question === 'better' ? 'Choice by side as seen' : 'Comparison by side as seen',
  categories: [...SIDES, ...more],
  rating: (_, answers, __, shownOrder) => (shownOrder === null ? null : choiceOf(answers, question)),
})

const byMethod = (key: string, question: Asked, more: Category[]): Measure => ({
  key,
  question,
  ...common,
  title: question === 'better' ? 'Choice by method' : 'Comparison by method',
  categories: [...METHODS, ...more],
  rating: (subject, answers, _, shownOrder) => methodRating(subject, answers, shownOrder, question),
})

const strength: Measure = {
  key: 'strength',
  unitOfAnalysis: 'pair of lists',
  unit: ITEM,
  level: 'ordinal',
  title: 'Strength by method',
  categories: [
    { value: 'first_strong', text: 'First method by name, strong', tone: 'positive' },
    { value: 'first_slight', text: 'First method by name, slight', tone: 'partial' },
    { value: 'second_slight', text: 'Second method by name, slight', tone: 'neutral' },
    { value: 'second_strong', text: 'Second method by name, strong', tone: 'negative' },
  ],
  rating: (subject, answers, _, shownOrder) => {
    const method = methodRating(subject, answers, shownOrder, 'better')
    const hard = wasHard(answers)
    return method === null || hard === null ? null : `${method}_${hard ? 'slight' : 'strong'}`
  },
}

const hard: Measure = {
  key: 'hard',
  question: 'hard',
  ...common,
  title: 'Easy or hard',
  categories: [
    { value: 'easy', text: 'Easy', tone: 'positive' },
    { value: 'hard', text: 'Hard', tone: 'partial' },
  ],
  rating: (_, answers) => {
    const was = wasHard(answers)
    return was === null ? null : was ? 'hard' : 'easy'
  },
}

export const measures: readonly Measure[] = [
  bySide('side', 'better', []),
  byMethod('method', 'better', []),
  strength,
  hard,
  bySide('compared-side', 'compared', HARD_TO_CHOOSE),
  byMethod('compared-method', 'compared', HARD_TO_CHOOSE),
]
