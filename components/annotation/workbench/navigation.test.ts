import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import type { Answers, Made, Subject } from '@/lib/protocols/protocol'
import { firstUnit, further, neighbour, onward, placeAfter, placeBehind, workOrder } from './navigation'

const felm = protocolById('felm')
const stage = felm.stages[0]
const subjectIn = (domain: string): Subject => {
  const content = { prompt: 'p', response: 'a b c', domain, source: null, index: null, refContents: [] }
  return { content, units: stage.units(content, ['a ', 'b ', 'c'], {}) }
}
const subject = subjectIn('wk')
/** Where nothing is asked for the first time. */
const same = (answers: Answers) => ({ before: answers, after: answers })
const complete: Answers = { item: { action: 'keep' }, s1: { label: true }, s2: { label: true }, s3: { label: true } }

describe('the way through a document', () => {
  it('takes the segments first and the whole item last', () => {
    expect(workOrder(stage, subject).map((unit) => unit.key)).toEqual(['s1', 's2', 's3', 'item'])
    expect(neighbour(stage, subject, 's3', 1)).toBe('item')
    expect(neighbour(stage, subject, 'item', 1)).toBe('item')
    expect(neighbour(stage, subject, 's1', -1)).toBe('s1')
  })

  it('takes parts before their whole where the kind of the whole says so', () => {
    const late = { ...stage, unitKinds: [{ kind: 'segment', text: 'segment', partsFirst: true }] }
    const unit = (key: string, parent?: string) => ({ key, kind: 'segment', text: key, parent })
    const units = [unit('a'), unit('a1', 'a'), unit('a2', 'a'), unit('b'), unit('c'), unit('c1', 'c')]
    const keys = workOrder(late, { content: null, units }).map(({ key }) => key)
    expect(keys).toEqual(['a1', 'a2', 'a', 'b', 'c1', 'c'])
  })

  it.each<[Answers, string]>([
    [{}, 's1'],
    [{ s1: { label: true } }, 's2'],
    [{ ...complete, item: {} }, 'item'],
    [complete, 's1'],
  ])('begins with %o at %s', (answers, expected) => {
    expect(firstUnit(stage, subject, answers)).toBe(expected)
  })

  it('goes on to what is missing further on, and round to what was left out', () => {
    expect(onward(stage, subject, { s1: { label: true }, s2: { label: true } }, 's1')).toBe('s3')
    expect(onward(stage, subject, { ...complete, s1: {} }, 's3')).toBe('s1')
    expect(onward(stage, subject, complete, 's1')).toBe('s2')
  })
})

describe('what is listed', () => {
  const decompose = protocolById('factcheck-bench').stages[0]
  const content = { prompt: 'p', response: 'a b', source: null, evidence: [] }
  const claimed = (key: string, ...made: Made[]): Answers => ({
    [key]: {
      checkworthy: 'yes',
      importance: 'yes',
      claims: made.map((each, index) => ({ key: `${key}c${index || ''}`, made: each, from: [] })),
    },
    ...Object.fromEntries(
      made.map((_, index) => [
        `${key}c${index || ''}`,
        { text: `${key} ${index}`, type: 'factual', importance: 'yes' },
      ]),
    ),
  })
  const answers = { ...claimed('s1', 'suggested'), ...claimed('s2', 'suggested') }
  const whole = { content, units: decompose.units(content, ['a ', 'b'], {}) }

  it('leads on to its neighbour when nothing is missing, and stays at the end', () => {
    expect(onward(decompose, whole, answers, 's1c')).toBe('s2')
    expect(onward(decompose, whole, answers, 's2c')).toBe('s2c')
    expect(placeAfter(decompose, whole, same(answers), 's2c', 's2c')).toEqual({ unit: 's2c', question: null })
  })

  it('leads back to its whole, not beyond it, from what was added last by hand', () => {
    const added = { ...claimed('s1', 'suggested', 'added'), s2: {} }
    expect(placeAfter(decompose, whole, same(added), 's1c1', 's1c1')).toEqual({ unit: 's1', question: null })
    expect(placeBehind(decompose, whole, added, 's1c1')).toEqual({ unit: 's1', question: null })
    expect(placeAfter(decompose, whole, same(added), 's1c', 's1c')).toEqual({ unit: 's2', question: null })
  })

  it.each<Made[]>([['suggested'], ['added', 'suggested'], ['split', 'split'], ['merged']])(
    'leads on from the last where that was not added by hand: %s %s',
    (...made) => {
      const last = `s1c${made.length - 1 || ''}`
      expect(onward(decompose, whole, { ...claimed('s1', ...made), s2: {} }, last)).toBe('s2')
    },
  )

  it('stays at what was added last while it lacks an answer', () => {
    const added = claimed('s1', 'added')
    const half = { ...added, s1c: { text: 'a', type: 'factual' } }
    expect(placeAfter(decompose, whole, same(half), 's1c', 's1c')).toEqual({ unit: 's1c', question: null })
  })

  it('never turns a reader back from what was added by hand', () => {
    expect(further(decompose, whole, { ...claimed('s1', 'added'), s2: {} }, 's1c')).toBe('s2')
  })
})

describe('placeAfter', () => {
  it.each<[string, Answers, string, string, ReturnType<typeof placeAfter>]>([
    ['goes on after a complete verdict', { s1: { label: true } }, 's1', 's1', { unit: 's2', question: null }],
    ['stays for the type of an error', { s1: { label: false } }, 's1', 's1', { unit: 's1', question: null }],
    [
      'goes to the reason after the type',
      { s1: { label: false, errorType: 'fooled' } },
      's1',
      's1',
      { unit: 's1', question: 'reason' },
    ],
    ['does not move for an answer about the item', { item: { action: 'keep' } }, 's2', 'item', null],
    [
      'goes to the item when an answer raises a question there',
      { item: { action: 'remove' } },
      's2',
      'item',
      { unit: 'item', question: null },
    ],
  ])('%s', (_, answers, open, answered, expected) => {
    expect(placeAfter(stage, subject, same(answers), open, answered)).toEqual(expected)
  })

  it('stays where the answer asks for a list, which nobody has to fill, and goes on where it was asked for before', () => {
    const source = readFileSync('docs/examples/protocols/atomic-facts.yaml', 'utf8')
    const checked = checkFile(source)
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
    const [label] = compileProtocol(checked.definition).stages
    const sentence = (key: string) => ({ key, kind: 'sentence', text: key })
    const two: Subject = { content: { topic: 'a' }, units: [sentence('s1'), sentence('s2')] }
    const relevant = { s1: { relevant: true } }
    const at = (unit: string) => ({ unit, question: null })
    expect(placeAfter(label, two, { before: {}, after: relevant }, 's1', 's1')).toEqual(at('s1'))
    expect(placeAfter(label, two, same(relevant), 's1', 's1')).toEqual(at('s2'))
    expect(placeAfter(label, two, { before: relevant, after: { s1: { relevant: false } } }, 's1', 's1')).toEqual(
      at('s2'),
    )
  })

  it('goes straight to the reason where the type is fixed', () => {
    expect(placeAfter(stage, subjectIn('math'), same({ s1: { label: false } }), 's1', 's1')).toEqual({
      unit: 's1',
      question: 'reason',
    })
  })
})
