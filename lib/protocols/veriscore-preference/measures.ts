/** Agreement on the same votes twice: on the side as seen, and on the method behind it. The two can differ widely. */
import type { Answers, Measure, Subject } from '@/lib/protocols/protocol'
import { type Category, methodCategories, methodRating } from '@/lib/protocols/side-by-side/measures'
import { choiceOf, hardnessOf, ITEM, methodChosen, UNDECIDED } from './choices'

type Asked = 'better' | 'compared'

const SIDES: Category[] = [
  { value: 'left', text: 'Left', tone: 'neutral' },
  { value: 'right', text: 'Right', tone: 'neutral' },
]
const HARD_TO_CHOOSE: Category = { value: UNDECIDED, text: 'Hard to choose', tone: 'partial' }

/** `first` and `second`: of the item's two methods in the order of their names. */
function rated(subject: Subject, answers: Answers, shownOrder: readonly string[] | null, question: Asked) {
  const method = methodChosen(subject, choiceOf(answers, question), shownOrder)
  return method === null || method === UNDECIDED ? method : methodRating(subject.content, method)
}

const common = { unitOfAnalysis: 'pair of lists', unit: ITEM, level: 'nominal' } as const

function measuresOf(question: Asked, title: string, prefix = '', beside: Category[] = []): [Measure, Measure] {
  return [
    {
      ...common,
      key: `${prefix}side`,
      question,
      title: `${title} by side as seen`,
      categories: [...SIDES, ...beside],
      // Without the order as shown nobody knows the side.
      rating: (_, answers, __, shownOrder) => (shownOrder === null ? null : choiceOf(answers, question)),
    },
    {
      ...common,
      key: `${prefix}method`,
      question,
      title: `${title} by method`,
      categories: [...methodCategories(SIDES.length), ...beside],
      rating: (subject, answers, _, shownOrder) => rated(subject, answers, shownOrder, question),
    },
  ]
}

const strength: Measure = {
  ...common,
  key: 'strength',
  level: 'ordinal',
  title: 'Strength by method',
  categories: [
    { value: 'first_strong', text: 'First method by name, strong', tone: 'positive' },
    { value: 'first_slight', text: 'First method by name, slight', tone: 'partial' },
    { value: 'second_slight', text: 'Second method by name, slight', tone: 'neutral' },
    { value: 'second_strong', text: 'Second method by name, strong', tone: 'negative' },
  ],
  rating: (subject, answers, _, shownOrder) => {
    const method = rated(subject, answers, shownOrder, 'better')
    const hardness = hardnessOf(answers)
    return method === null || hardness === null ? null : `${method}_${hardness === 'hard' ? 'slight' : 'strong'}`
  },
}

const hard: Measure = {
  ...common,
  key: 'hard',
  question: 'hard',
  title: 'Easy or hard',
  categories: [
    { value: 'easy', text: 'Easy', tone: 'positive' },
    { value: 'hard', text: 'Hard', tone: 'partial' },
  ],
  rating: (_, answers) => hardnessOf(answers),
}

export const measures: readonly Measure[] = [
  ...measuresOf('better', 'Choice'),
  strength,
  hard,
  ...measuresOf('compared', 'Comparison', 'compared-', [HARD_TO_CHOOSE]),
]
