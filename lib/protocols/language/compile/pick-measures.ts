/**
 * Agreement on which unit is picked: by its name in the record, and, where every annotator sees the units in an order of their own, by its place as
 * seen. The two differ where people prefer a place. Where each record has its own names, these are counted by their order.
 */
import type { Answers, Json, Subject, UnitDraft } from '@/lib/protocols/answers'
import type { Picks, QuestionDefinition } from '@/lib/protocols/language/definition'
import { referencesIn } from '@/lib/protocols/picks'
import type { Measure } from '@/lib/protocols/protocol'
import { ORDINALS } from '@/lib/protocols/side-by-side/measures'
import { type Pickable, pickablesIn } from './pickables'

type Category = Measure['categories'][number]

/** The key of the measure by place as seen. Names of questions have no hyphen. */
export const placeKey = (question: string): string => `${question}-place`

/** Names of the file, else the place of a name among those of the item. */
const byName = ({ names, most }: Picks): string[] =>
  names?.map(String) ?? Array.from({ length: most }, (_, place) => `name ${place + 1}`)

const byPlace = ({ most }: Picks): string[] => Array.from({ length: most }, (_, place) => `place ${place + 1}`)

/** What options cannot be called, because units are. */
export const categoriesOfPick = (picks: Picks): string[] => [...byName(picks), ...byPlace(picks)]

/** Can several be picked? Then each name is picked or not, and no two picks are alike only because both are several. */
const picksSeveral = ({ max }: Pick<QuestionDefinition, 'max'>): boolean => (max ?? 1) > 1

const nameKey = (question: string, index: number): string => `${question}.name-${index + 1}`

/** The keys of all measures of a pick. */
export const pickMeasureKeys = (question: QuestionDefinition & { picks: Picks }): string[] =>
  picksSeveral(question)
    ? byName(question.picks).map((_, index) => nameKey(question.id, index))
    : [question.id, placeKey(question.id)]

interface Reading {
  words(text: QuestionDefinition['title']): string
  answer(subject: Subject, answers: Answers, unit: UnitDraft): Json
  /** Does every annotator see the units in an order of their own? */
  isShuffled: boolean
}

export function pickMeasures(
  question: QuestionDefinition & { picks: Picks },
  { title, ...head }: Pick<Measure, 'unitOfAnalysis' | 'unit' | 'title'>,
  { words, answer, isShuffled }: Reading,
): Measure[] {
  const { picks, options } = question
  const beside = options.map(({ value, text, tone }): Category => ({ value: String(value), text: words(text), tone }))
  const common = { ...head, question: question.id, level: 'nominal' as const }
  if (picksSeveral(question))
    return byName(picks).map((name, index) => ({
      ...common,
      key: nameKey(question.id, index),
      title: `${title}: ${categoryOf(name, picks).text}`,
      categories: [
        { value: 'true', text: 'Picked', tone: 'positive' },
        { value: 'false', text: 'Not picked', tone: 'neutral' },
      ],
      rating: (subject, answers, unit) => {
        const pickAnswer = answer(subject, answers, unit)
        if (pickAnswer === null) return null
        const pickables = pickablesIn(subject.content, question, unit)
        const namedPickable = pickables.find(({ key }) => categoryOfUnit(pickables, key, picks) === name)
        // An item without such a unit says nothing of it.
        return namedPickable ? String(referencesIn(pickAnswer).includes(namedPickable.key)) : null
      },
    }))
  const rating = (pickAnswer: Json, ofUnit: (key: string) => string | null): string | null => {
    const [key] = referencesIn(pickAnswer)
    return key === undefined ? (pickAnswer === null ? null : String(pickAnswer)) : ofUnit(key)
  }
  const measureByName: Measure = {
    ...common,
    key: question.id,
    title: isShuffled ? `${title}, by name` : title,
    categories: [...byName(picks).map((value) => categoryOf(value, picks)), ...beside],
    rating: (subject, answers, unit) =>
      rating(answer(subject, answers, unit), (key) =>
        categoryOfUnit(pickablesIn(subject.content, question, unit), key, picks),
      ),
  }
  if (!isShuffled) return [measureByName]
  const measureByPlace: Measure = {
    ...common,
    key: placeKey(question.id),
    title: `${title}, by place as seen`,
    categories: [
      ...byPlace(picks).map((value, place): Category => ({ value, text: `Place ${place + 1}`, tone: 'neutral' })),
      ...beside,
    ],
    rating: (subject, answers, unit, shownOrder) =>
      // Without the order as shown nobody knows the place.
      shownOrder === null
        ? null
        : rating(answer(subject, answers, unit), (key) => {
            const pickables = pickablesIn(subject.content, question, unit)
            const place = shownOrder.filter((each) => pickables.some((pickable) => pickable.key === each)).indexOf(key)
            return place < 0 ? null : `place ${place + 1}`
          }),
  }
  return [measureByName, measureByPlace]
}

const categoryOf = (value: string, { names }: Picks): Category => ({
  value,
  text: names
    ? names.every((name) => typeof name === 'number')
      ? `Number ${Number(value) + 1}`
      : value
    : `${ordinal(value)} by name`,
  tone: 'neutral',
})

const ordinal = (value: string): string => ORDINALS[Number(value.split(' ')[1]) - 1] ?? value

function categoryOfUnit(pickables: readonly Pickable[], key: string, { names }: Picks): string | null {
  const found = pickables.find((each) => each.key === key)
  if (!found) return null
  if (names) return String(found.name)
  const place = pickables
    .map(({ name }) => String(name))
    .toSorted()
    .indexOf(String(found.name))
  return `name ${place + 1}`
}
