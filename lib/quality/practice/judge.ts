/** Practice before its bars: how often which category was given where which was expected. Pure. */
import type { PracticeTask } from '@/lib/protocols/practice'
import type { Answers, Stage } from '@/lib/protocols/protocol'
import { type GateCells, judgeQuestions } from '@/lib/quality/calibration/bars'
import { compareAnswers } from '@/lib/quality/calibration/compare'
import type { JudgedQuestion } from '@/lib/quality/calibration/contract'
import type { PracticeSettings } from './contract'
import { canHaveBar, FEWEST_OF_A_VALUE, isBar, questionKey } from './rules'

/**
 * By measure, as a square: the row is what the person gave, the column what was expected, and behind the categories of the measure stands
 * one more for what was not answered. Who leaves the hard units out is held to them all the same.
 */
export type PracticeCells = GateCells

type Task = Pick<PracticeTask, 'content' | 'units' | 'answers'>

/** How somebody's answers to one task compare with what is expected. `shownOrder`: the order in which they saw shuffled units. */
export function cellsOf(
  stage: Stage,
  task: Task,
  personAnswers: Answers,
  shownOrder: readonly string[] | null,
): PracticeCells {
  const subject = { content: task.content, units: task.units }
  const expected = { answers: task.answers, shown: shownOrder }
  const wanted = compareAnswers(stage, subject, expected, expected)
  const rated = compareAnswers(stage, subject, { answers: personAnswers, shown: shownOrder }, expected)
  return Object.fromEntries(
    stage.measures.map(({ key, categories }) => {
      const size = categories.length + 1
      const cells = new Array<number>(size ** 2).fill(0)
      const add = (row: number, column: number, count: number) => {
        cells[row * size + column] = (cells[row * size + column] ?? 0) + count
      }
      for (const each of wanted.filter(({ measure }) => measure === key)) add(size - 1, each.reference, 1)
      for (const each of rated.filter(({ measure }) => measure === key)) {
        add(each.own, each.reference, 1)
        add(size - 1, each.reference, -1)
      }
      return [key, cells]
    }),
  )
}

/** How often each category of each measure is expected in these tasks. */
export function expectedCounts(stage: Stage, tasks: readonly Task[]): ReadonlyMap<string, readonly number[]> {
  const counts = new Map(stage.measures.map(({ key, categories }) => [key, categories.map(() => 0)]))
  for (const { content, units, answers } of tasks) {
    const expectedSide = { answers, shown: null }
    for (const { measure, reference } of compareAnswers(
      stage,
      { content, units: [...units] },
      expectedSide,
      expectedSide,
    )) {
      const measureCounts = counts.get(measure)
      if (measureCounts) measureCounts[reference] = (measureCounts[reference] ?? 0) + 1
    }
  }
  return counts
}

/** The questions of a stage whose bars hold, as a person answered them: those with tasks enough, which are not all that have a bar. */
export function judgePractice(
  stage: Pick<Stage, 'key' | 'title' | 'measures'>,
  bars: PracticeSettings['bars'],
  { expected, items, attempts }: PracticeFacts,
): JudgedQuestion[] {
  return stage.measures.flatMap(({ key, title, categories }) => {
    const bar = bars[questionKey({ stage: stage.key, measure: key })]
    if (!bar || !isBar(bar) || !canHaveBar(items, expected.get(key) ?? [])) return []
    const size = (categories.length + 1) ** 2
    // What was kept under another version of the protocol may have had other categories.
    const comparableCells = attempts.flatMap((cells) => (cells[key]?.length === size ? [cells[key]] : []))
    const sum = Array.from({ length: size }, (_, index) =>
      comparableCells.reduce((total, cells) => total + (cells[index] ?? 0), 0),
    )
    const measureHead = { stage: stage.key, measure: key, title, stageTitle: stage.title }
    const question = {
      ...measureHead,
      categories: [...categories, { value: '', text: 'not answered' }],
      bar: { ...bar, percent: null },
    }
    return judgeQuestions([question], { [questionKey(measureHead)]: sum }, FEWEST_OF_A_VALUE)
  })
}

interface PracticeFacts {
  expected: ReadonlyMap<string, readonly number[]>
  items: number
  /** Of the last attempt at each item. */
  attempts: readonly PracticeCells[]
}
