/** A system that nobody has: its answers to a question, drawn from the gold, and what they have to score. */
import type { Json } from '@/lib/protocols/answers'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import type { Chance } from '@/tests/simulation/chance'
import { charactersIn, f1Of, mean, meanOverlap, scoresOf } from './figures'
import type { ClassQuestion, SetQuestion, SetsQuestion, Span, SpanQuestion } from './published-set'

export interface MadeUpSystem {
  /** A line for each answer, about the item at this position. */
  lines: JsonRecord[]
  /** The figures that it has to have, by their keys. */
  figures: Record<string, number>
}

export const SYSTEM = 'made-up'
/** How often it answers as gold does. */
const RIGHT = 0.7

type Placed = { position: number; record: JsonRecord }

const lineOf = (question: SetsQuestion, position: number, unit: number, value: Json): JsonRecord => ({
  system: SYSTEM,
  item: `#${position}`,
  ...(question.ofUnits ? { unit: unit + 1 } : {}),
  value,
})

/** What gold says at each place where it says something. */
const targetsOf = <Answer>(placed: readonly Placed[], answers: (record: JsonRecord) => readonly (Answer | null)[]) =>
  placed.flatMap(({ position, record }) =>
    answers(record).flatMap((gold, unit) => (gold === null ? [] : [{ position, unit, gold }])),
  )

function ofClasses(question: ClassQuestion, placed: readonly Placed[], chance: Chance): MadeUpSystem {
  const answered = targetsOf(placed, question.answers).map(({ position, unit, gold }) => ({
    position,
    unit,
    gold,
    value: chance.happens(RIGHT) ? gold : chance.other(question.values, gold),
  }))
  const pairs = answered.map(({ gold, value }) => [gold, value] as const)
  const scores = question.values.map((value) => ({ value, ...scoresOf(value, pairs) }))
  return {
    lines: answered.map(({ position, unit, value }) => lineOf(question, position, unit, value)),
    figures: {
      accuracy: mean(pairs.map(([gold, value]) => Number(gold === value))),
      macroF1: mean(scores.filter(({ occurs }) => occurs).map(({ f1 }) => f1)),
      ...Object.fromEntries(
        scores.flatMap(({ value, precision, recall, occurs }) =>
          occurs && precision > 0
            ? [[`precision:${value}`, precision] as const, [`recall:${value}`, recall] as const]
            : [],
        ),
      ),
    },
  }
}

function ofSets(question: SetQuestion, placed: readonly Placed[], chance: Chance): MadeUpSystem {
  const answered = targetsOf(placed, question.answers).map(({ position, unit, gold }) => ({
    position,
    unit,
    gold,
    value: question.values.filter((value) => gold.includes(value) === chance.happens(RIGHT)),
  }))
  const pairs = answered.map(({ gold, value }) => [new Set(gold), new Set(value)] as const)
  return {
    lines: answered.map(({ position, unit, value }) => lineOf(question, position, unit, value)),
    figures: {
      f1: f1Of(pairs),
      same: mean(
        pairs.map(([gold, value]) => Number(gold.size === value.size && [...gold].every((each) => value.has(each)))),
      ),
    },
  }
}

function ofSpans(question: SpanQuestion, placed: readonly Placed[], chance: Chance): MadeUpSystem {
  const { text, answers, values } = question
  const answered = placed.map(({ position, record }) => {
    const length = [...text(record)].length
    const kept = answers(record).filter(() => chance.happens(RIGHT))
    const start = chance.index(Math.max(1, length - 12))
    const label = values.length === 0 ? null : chance.pick(values)
    const added: Span[] = chance.happens(RIGHT) ? [] : [{ start, end: start + 1 + chance.index(11), label }]
    return { position, gold: answers(record), value: [...kept, ...added] }
  })
  const characters = answered.map(({ gold, value }) => [charactersIn(gold), charactersIn(value)] as const)
  const spanOf = ({ start, end, label }: Span): JsonRecord => ({ start, end, ...(label === null ? {} : { label }) })
  return {
    lines: answered.map(({ position, value }) => lineOf(question, position, 0, value.map(spanOf))),
    figures: {
      characterF1: f1Of(characters),
      iou: meanOverlap(characters),
      ...Object.fromEntries(
        values.map((value) => [
          `characterF1:${value}`,
          f1Of(answered.map((each) => [charactersIn(each.gold, value), charactersIn(each.value, value)])),
        ]),
      ),
    },
  }
}

/** Draws the system's answers to a question about these items; null where systems are not scored by it. */
export function madeUpSystem(question: SetsQuestion, placed: readonly Placed[], chance: Chance): MadeUpSystem | null {
  if (question.form === 'class') return ofClasses(question, placed, chance)
  if (question.form === 'set') return ofSets(question, placed, chance)
  return question.form === 'span' ? ofSpans(question, placed, chance) : null
}
