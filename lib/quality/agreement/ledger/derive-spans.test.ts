import { expect, it } from 'vitest'
import type { Answers } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { deriveTask } from './derive-task'

const checked = checkFile(`assay: protocol/1
id: marked
version: 1
title: Marked
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
stages:
  - id: mark
    questions:
      - {id: wrong, ask: Which words?, form: span, in: text, overlapping: true}
guidelines: Read first.
`)
if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
const [stage] = compileProtocol(checked.definition).stages
const [comparison] = stage.comparisons ?? []

/** So many annotators with forty spans that lie over each other; how many pairs are left out of gamma. */
function leftOut(annotators: number): { pairs: number; leftOut: number | null | undefined } {
  const spans = (size: number) => Array.from({ length: 40 }, (_, at) => ({ start: at, end: at + size }))
  const given = Array.from(
    { length: annotators },
    (_, index): Answers => ({ item: { wrong: { spans: spans(60 + index) } } }),
  )
  const { compared } = deriveTask(stage, {
    taskId: 't',
    stageId: 's',
    revision: 1,
    content: { text: 'x'.repeat(400) },
    units: [{ key: 'item', kind: 'item', text: 'x' }],
    annotations: given.map((answers, index) => ({
      id: `n${index}`,
      number: index + 1,
      answers,
      shown: null,
      arms: new Map(),
    })),
    gold: null,
    runs: [],
    accepted: null,
    week: null,
    guideline: null,
    notIndependent: 0,
  })
  const totals = Array.from({ length: comparison?.sums ?? 0 }, (_, place) =>
    compared.reduce((sum, { sums }) => sum + (sums[place] ?? 0), 0),
  )
  const figure = comparison?.figures.find(({ key }) => key === 'withoutGamma')
  return { pairs: compared.length, leftOut: figure?.of(totals).value }
}

it('bounds gamma of a task whatever the number of its annotators, and counts the pairs that are left out', () => {
  expect(leftOut(3)).toEqual({ pairs: 3, leftOut: 0 })
  expect(leftOut(20)).toEqual({ pairs: 190, leftOut: 190 })
})
