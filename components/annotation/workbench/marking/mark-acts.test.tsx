import { readFileSync } from 'node:fs'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { removing } from '@/components/annotation/workbench/list-acts'
import { type Act, type List, listAt } from '@/components/annotation/workbench/lists'
import { toast } from '@/components/ui/toast'
import { surveyOf, withChanges } from '@/lib/annotation/annotations/rules'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { entriesOf, MOST_ENTRIES, withMadeUnits } from '@/lib/protocols/made-units'
import { spansProblem } from '@/lib/protocols/marked-spans'
import { hasMarks, type Mark, marksOf } from '@/lib/protocols/marks'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { markedFieldId } from './mark-acts'
import { type Marking, markingAt, markLabelKeys } from './span-acts'

vi.spyOn(toast, 'info').mockImplementation(() => undefined)
afterAll(() => vi.restoreAllMocks())

const EXAMPLE = readFileSync('docs/examples/protocols/explained-spans.yaml', 'utf8').replace(
  /\n {4}tests:[\s\S]*|\ntests:[\s\S]*/,
  '\n',
)
const RESPONSE = 'The old bank opened in 1903, and 1903 was cold.'
const item = { key: 'item', kind: 'item', text: '' }

const entry = (key: string): Json => ({ key, made: 'added', from: [] })
const at = (start: number, end: number): Json => ({ spans: [{ start, end }] })
const LABEL = 'Evident Conflict'

/** The task of the example, or of another file, with these answers: what is done to it changes them, and the open unit. */
function open(initial: Answers, { start = 'item', source = EXAMPLE } = {}) {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const [stage] = compileProtocol(checked.definition).stages
  const question = stage.questions.find(hasMarks)
  if (!question) throw new Error('the file has no list of marks')
  const own = { content: { source: 'It opened in 1902.', response: RESPONSE }, units: [item] }
  const field = document.createElement('textarea')
  field.id = markedFieldId('item', question)
  field.value = RESPONSE
  document.body.append(field)
  let [answers, unit] = [initial, start]
  const bench = (): Bench => {
    const subject = withMadeUnits(stage, own, answers)
    const survey = surveyOf(stage, subject, answers)
    const given = { stage, subject, answers, survey, open: unit, openUnit: survey.units.get(unit)?.unit, picked: null }
    return {
      ...given,
      order: [item],
      readOnly: false,
      pick: vi.fn(),
      go: vi.fn(),
      enter: (key: string) => {
        unit = key
      },
      chooseAll: (changes: Parameters<typeof withChanges>[1]) => {
        answers = withChanges(answers, changes)
      },
      perform: (act: Act | null) => {
        if (act) answers = withChanges(answers, act.changes)
      },
    } as unknown as Bench
  }
  const marking = (): Marking => markingAt(bench(), { unit: item, question })
  return {
    bench,
    marking,
    question,
    marks: (): Mark[] => marksOf(question, answers, 'item'),
    listed: () => entriesOf(answers.item?.unsupported).map(({ key }) => key),
    answers: () => answers,
    choose: (from: number, to: number) => field.setSelectionRange(from, to),
    pressLabel: () => Object.values(markLabelKeys(bench()))[0]?.(),
  }
}

afterEach(() => document.body.replaceChildren())

const TWO: Answers = {
  item: { quality: 'good', unsupported: [entry('a'), entry('b')] },
  a: { place: at(4, 7), kind: LABEL, why: 'It is new.' },
  b: { place: at(23, 27), kind: LABEL },
}

it('marking what is chosen leaves the mark that has just been made as it is', () => {
  const task = open({ item: { quality: 'good' } })
  task.choose(23, 27)
  task.pressLabel()
  expect(task.marks()).toMatchObject([{ start: 23, end: 27, label: LABEL }])
  task.marking().markChosen()
  expect(task.marks()).toMatchObject([{ start: 23, end: 27, label: LABEL }])
  task.choose(4, 7)
  task.marking().markChosen()
  expect(task.marks()).toMatchObject([
    { start: 4, end: 7, label: null },
    { start: 23, end: 27, label: LABEL },
  ])
})

it('marking what is chosen leaves the mark that one went to as it is', () => {
  const task = open(TWO)
  task.marking().step(1)
  expect(task.marking().picked?.entry).toBe('a')
  task.marking().markChosen()
  expect(task.answers()).toEqual(TWO)
})

it('entries stand in the order of the text also where a mark moves', () => {
  const task = open(TWO)
  const [first] = task.marks()
  if (!first) throw new Error('no mark')
  task.choose(33, 37)
  task.marking().moveTo(first)
  expect(task.listed()).toEqual(['b', 'a'])
  expect(task.marks()).toMatchObject([{ entry: 'b' }, { entry: 'a', start: 33, end: 37, label: LABEL }])
})

it('of a list of just one mark, words that are chosen are where it moves', () => {
  const [only] = [EXAMPLE.replace('of: mark, align', 'of: mark, min: 1, max: 1, align')]
  const { b: _, ...others } = TWO
  const task = open({ ...others, item: { quality: 'good', unsupported: [entry('a')] } }, { source: only })
  task.choose(23, 27)
  task.marking().markChosen()
  expect(task.listed()).toEqual(['a'])
  expect(task.answers().a).toEqual({ place: at(23, 27), kind: LABEL, why: 'It is new.' })
})

it('no more is marked than fits into a list', () => {
  const { question } = open(TWO).marking()
  const marks = Array.from({ length: MOST_ENTRIES + 1 }, (_, start) => ({
    start,
    end: start + 1,
    label: null,
    entry: `m${start}`,
  }))
  expect(spansProblem(question, marks.slice(1))).toBe(null)
  expect(spansProblem(question, marks)).toBe(`Mark at most ${MOST_ENTRIES} spans.`)
})

it('Delete takes the open mark out of its list beside the text, and no entry of another list', () => {
  const task = open(TWO, { start: 'a' })
  const beside = () => false
  removing(task.bench(), beside)?.()
  expect(task.listed()).toEqual(['b'])
  const removed = vi.fn(() => true)
  removing(task.bench(), removed)?.()
  expect(task.listed()).toEqual(['b'])
  expect(removed).toHaveBeenCalledOnce()
  // The same list as one whose entries are written.
  const written = open(TWO, { start: 'a' }).bench()
  const { list } = listAt(written.survey, written.answers, 'a') as { list: List }
  const { marks: _, ...plain } = list.question.list
  Object.assign(list.question, { list: plain })
  expect(removing(written, beside)).toBe(beside)
})
