import { afterEach, expect, it, vi } from 'vitest'
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { spansSchema } from '@/lib/protocols/marked-spans'
import type { Json, Question } from '@/lib/protocols/protocol'
import { markingAt } from './span-acts'

const TEXT = 'One two three four'
const unit = { key: 'item', kind: 'item', text: '' }

function marking(spans: Json | undefined, min: number) {
  const rules = { range: { min, max: null, step: null }, spans: { in: 'text', textIn: () => TEXT, overlapping: false } }
  const question: Question = {
    ...rules,
    key: 'marks',
    unit: 'item',
    title: 'Marks',
    prompt: 'What is old?',
    form: 'spans',
    schema: spansSchema(rules),
    asked: () => true,
    required: true,
    consolidate: 'decide',
  }
  const heard = { pick: vi.fn(), choose: vi.fn() }
  const answers = spans === undefined ? {} : { item: { marks: spans } }
  const bench = { ...heard, answers, subject: { content: null, units: [unit] }, picked: null } as unknown as Bench
  return { ...heard, act: markingAt(bench, { unit, question }) }
}

afterEach(() => document.body.replaceChildren())

it('says that nothing is to be marked only where that may be the answer', () => {
  const must = marking(undefined, 1)
  must.act.nothing()
  expect(must.choose).not.toHaveBeenCalled()
  const may = marking(undefined, 0)
  may.act.nothing()
  expect(may.choose).toHaveBeenCalledWith('item', 'marks', { spans: [] })
})

it('steps to the span behind the caret', () => {
  const first = { start: 0, end: 3 }
  const last = { start: 14, end: 18 }
  const field = document.createElement('textarea')
  field.id = 'field-item-marks'
  field.value = TEXT
  document.body.append(field)
  field.setSelectionRange(8, 8)
  const { act, pick } = marking({ spans: [first, last] }, 0)
  act.step(1)
  expect(pick).toHaveBeenLastCalledWith(expect.objectContaining({ span: { ...last, label: null } }))
})
