import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { segmentsStage } from '@/lib/protocols/felm/work'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import type { Json } from '@/lib/protocols/protocol'
import { changeInWords, outcomeOf } from './rules'

const SEGMENTS = ['s1', 's2'].map((key) => ({ key, kind: 'segment', text: key }))
const settledAt = (unit: string, question: string, value: Json) => ({ unit, question, value })

test('an answer stands where the gold says the same, and not where it says another; what was not asked has no part in it', () => {
  const own = { s1: { label: true }, s2: { label: false } }
  const settled = [settledAt('s1', 'label', true), settledAt('s2', 'label', true), settledAt('s2', 'reason', 'No.')]
  const { stood, overruled } = outcomeOf(segmentsStage, SEGMENTS, own, settled)
  expect(stood).toBe(1)
  expect(overruled).toEqual([{ unit: 's2', kind: 'segment', question: 'label', own: false, gold: true }])
})

test('a list stands while none of its entries was left out, whoever else listed more', () => {
  const units = [{ key: 's1', kind: 'sentence', text: 'It rains.' }]
  const entry = (key: string, ...from: string[]) => ({ key, made: 'merged', from })
  const own = { s1: { claims: [entry('a1'), entry('a2')] } }
  const of = (...entries: Json[]) => outcomeOf(decomposeStage, units, own, [settledAt('s1', 'claims', entries)])
  expect(of(entry('b1', 'a1', 'b1'), entry('a2'), entry('b2'))).toEqual({ stood: 1, overruled: [] })
  expect(of(entry('b1', 'a1', 'b1')).overruled).toHaveLength(1)
})

test('a change is said in the words of the form, and not at all of a question that is gone', () => {
  const change = { unit: 's2', kind: 'segment', question: 'label', own: false, gold: true }
  const words = changeInWords(segmentsStage, change)
  const question = segmentsStage.questions.find(({ key }) => key === 'label')
  expect(words).toEqual({
    question: question?.title,
    own: question?.options?.find(({ value }) => value === false)?.text,
    gold: question?.options?.find(({ value }) => value === true)?.text,
  })
  expect(changeInWords(segmentsStage, { ...change, question: 'gone' })).toBeNull()
})

test('a set stands where all of its values do, and what gave way is said in words', () => {
  const checked = checkFile(
    readFileSync('docs/examples/protocols/answer-problems.yaml', 'utf8').replace('settle: majority', 'settle: union'),
  )
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const [stage] = compileProtocol(checked.definition).stages
  const item = [{ key: 'item', kind: 'item', text: '' }]
  const of = (own: string[], gold: string[]) =>
    outcomeOf(stage, item, { item: { problems: own } }, [settledAt('item', 'problems', gold)])
  expect(of(['wrong'], ['wrong', 'unsafe'])).toEqual({ stood: 1, overruled: [] })
  const [overruled] = of(['none'], ['wrong', 'unsafe']).overruled
  expect(overruled && changeInWords(stage, overruled)).toEqual({
    question: 'Problems',
    own: 'None of these',
    gold: 'Wrong, Unsafe',
  })
})
