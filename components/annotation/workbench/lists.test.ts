import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CausedChange, surveyOf, withChanges } from '@/lib/annotation/annotations/rules'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { entriesOf, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, ListEntry, Question, Stage } from '@/lib/protocols/protocol'
import {
  type Act,
  addEntry,
  deleteEntry,
  isListQuestion,
  type List,
  listAt,
  listOf,
  mergeWithNext,
  moveEntry,
  splitEntry,
} from './lists'

const stage: Stage = decomposeStage
const claims = stage.questions.filter(isListQuestion).find(({ key }) => key === 'claims')
if (!claims) throw new Error('the stage has no claims')

const entry = (key: string, made: ListEntry['made'] = 'added', from: string[] = []): ListEntry => ({ key, made, from })
const three: Answers = {
  s1: { checkworthy: 'yes', claims: ['a', 'b', 'c'].map((key) => ({ ...entry(key) })) },
  a: { text: 'The sea is salty and deep.', type: 'factual', importance: 'yes' },
  b: { text: 'It is blue.', type: 'factual', importance: 'no' },
  c: { text: 'It is old.', type: 'opinion', importance: 'no' },
}
const listIn = (answers: Answers): List => listOf(answers, 's1', claims)
const drawn =
  (...keys: string[]) =>
  () =>
    keys.shift() ?? 'none left'
const done = (answers: Answers, act: Act | null): Answers => {
  if (!act) throw new Error('nothing could be done')
  return withChanges(answers, act.changes)
}
const keysIn = (answers: Answers) => listIn(answers).entries.map(({ key }) => key)
const causes = (changes: readonly CausedChange[]) =>
  Object.fromEntries(changes.map(({ question, cause }) => [question, cause?.origin]))

describe('lists', () => {
  it('adds at the end, or behind the entry one is at, and goes into the text', () => {
    const act = addEntry(listIn(three), null, drawn('new'))
    expect(keysIn(done(three, act))).toEqual(['a', 'b', 'c', 'new'])
    expect(act.place).toEqual({ unit: 'new', question: 'text' })
    expect(keysIn(done(three, addEntry(listIn(three), 'a', drawn('new'))))).toEqual(['a', 'new', 'b', 'c'])
  })

  it('deletes one entry, touches no answer of it or of others, and goes to a neighbour', () => {
    const act = deleteEntry(listIn(three), 'b')
    expect(act?.changes.map(({ unit, question }) => [unit, question])).toEqual([['s1', 'claims']])
    expect(act?.place.unit).toBe('c')
    expect(keysIn(done(three, act))).toEqual(['a', 'c'])
    expect(done(three, act).b).toEqual(three.b)
    expect(deleteEntry(listIn(three), 'c')?.place.unit).toBe('b')
    const one = { s1: { claims: [{ ...entry('a') }] } }
    expect(deleteEntry(listIn(one), 'a')?.place.unit).toBe('s1')
  })

  it('keeps all others when one is removed and one added', () => {
    const removed = done(three, deleteEntry(listIn(three), 'a'))
    const added = done(removed, addEntry(listIn(removed), null, drawn('new')))
    expect(keysIn(added)).toEqual(['b', 'c', 'new'])
    expect(added.b).toEqual(three.b)
    expect(added.c).toEqual(three.c)
  })

  it('splits at the caret: both parts have the choices, and say what they come from', () => {
    const act = splitEntry(
      stage,
      three,
      listIn(three),
      { key: 'a', caret: 'The sea is salty'.length },
      drawn('left', 'right'),
    )
    const answers = done(three, act)
    expect(listIn(answers).entries).toEqual([
      entry('left', 'split', ['a']),
      entry('right', 'split', ['a']),
      entry('b'),
      entry('c'),
    ])
    expect(answers.left).toEqual({ text: 'The sea is salty', type: 'factual', importance: 'yes' })
    expect(answers.right).toEqual({ text: 'and deep.', type: 'factual', importance: 'yes' })
    expect(act && causes(act.changes)).toEqual({
      claims: 'chosen',
      text: 'typed',
      type: 'bulk',
      importance: 'bulk',
    })
    for (const caret of [0, 'The sea is salty and deep.'.length])
      expect(splitEntry(stage, three, listIn(three), { key: 'a', caret })).toBeNull()
  })

  it('merges with the next: texts joined, and only the choices that both agree on', () => {
    const answers = done(three, mergeWithNext(stage, three, listIn(three), 'a', drawn('both')))
    expect(listIn(answers).entries).toEqual([entry('both', 'merged', ['a', 'b']), entry('c')])
    expect(answers.both).toEqual({ text: 'The sea is salty and deep. It is blue.', type: 'factual' })
    expect(mergeWithNext(stage, three, listIn(three), 'c')).toBeNull()
  })

  it('names what a split or joined entry came from before that, so that nothing is lost on the way', () => {
    const answers: Answers = { s1: { claims: [{ ...entry('a', 'suggested', ['run#0']) }] }, a: { text: 'one two' } }
    const split = done(answers, splitEntry(stage, answers, listIn(answers), { key: 'a', caret: 3 }, drawn('x', 'y')))
    expect(listIn(split).entries[0]?.from).toEqual(['a', 'run#0'])
    const merged = done(split, mergeWithNext(stage, split, listIn(split), 'x', drawn('z')))
    expect(listIn(merged).entries).toEqual([entry('z', 'merged', ['x', 'y', 'a', 'run#0'])])
  })

  it('moves up and down, not beyond the ends', () => {
    expect(keysIn(done(three, moveEntry(listIn(three), 'a', 1)))).toEqual(['b', 'a', 'c'])
    expect(keysIn(done(three, moveEntry(listIn(three), 'c', -1)))).toEqual(['a', 'c', 'b'])
    expect(moveEntry(listIn(three), 'a', -1)).toBeNull()
    expect(moveEntry(listIn(three), 'c', 1)).toBeNull()
  })

  it('finds the list of the open sentence, and the one that holds the open claim', () => {
    const units = stage.units({ prompt: 'p', response: 'One. Two.', source: null, evidence: [] }, ['One. ', 'Two.'], {})
    const subject = withMadeUnits(stage, { content: null, units }, three)
    const survey = surveyOf(stage, subject, three)
    expect(listAt(survey, three, 's1')).toMatchObject({ list: { unit: 's1' }, entry: null })
    expect(listAt(survey, three, 'b')).toMatchObject({ list: { unit: 's1' }, entry: 'b' })
    // Whether it has claims is not said yet.
    expect(listAt(survey, three, 's2')).toBeNull()
  })

  it('never lists an entry twice and never loses one that nobody deleted, whatever is done', () => {
    const acts = fc.array(
      fc.record({
        act: fc.constantFrom('add', 'delete', 'split', 'merge', 'up', 'down'),
        at: fc.nat(20),
        caret: fc.nat(30),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(acts, (steps) => {
        let serial = 0
        const newKey = () => `n${serial++}`
        let answers = three
        for (const { act, at, caret } of steps) {
          const list = listIn(answers)
          const before = list.entries.map(({ key }) => key)
          const key = before[at % Math.max(1, before.length)] ?? ''
          const acted = {
            add: () => addEntry(list, key || null, newKey),
            delete: () => deleteEntry(list, key),
            split: () => splitEntry(stage, answers, list, { key, caret }, newKey),
            merge: () => mergeWithNext(stage, answers, list, key, newKey),
            up: () => moveEntry(list, key, -1),
            down: () => moveEntry(list, key, 1),
          }[act]?.()
          if (!acted) continue
          answers = withChanges(answers, acted.changes)
          const now = listIn(answers).entries
          expect(new Set(now.map((each) => each.key)).size).toBe(now.length)
          const kept = new Set(now.flatMap((each) => [each.key, ...each.from]))
          expect(before.filter((each) => !kept.has(each))).toEqual(act === 'delete' ? [key] : [])
          expect(schemaProblem(claims, entriesOf(answers.s1?.claims))).toBeNull()
        }
      }),
    )
  })
})

/** An emptied list is no answer. */
const schemaProblem = ({ schema }: Question, entries: ListEntry[]) =>
  entries.length === 0 ? null : (schema.safeParse(entries).error?.message ?? null)
