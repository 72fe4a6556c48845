import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Budget, evaluate, type Fields, MOST_STEPS, type Names, type Value } from './evaluate'
import { expressionReader } from './parse-expression'
import { arithmetic, comparisons, functions, macros, type Tree } from './tree'

const read = expressionReader({
  types: new Map<string, Record<string, string>>([
    ['unit_fact', { label: 'string', severe: 'bool', score: 'double' }],
    ['unit_item', { quality: 'string', score: 'double', kinds: 'list<string>', noted: 'bool' }],
  ]),
  names: { item: 'unit_item', facts: 'list<unit_fact>', content: 'map<string, dyn>' },
})

const fields = (values: Record<string, Value>): Fields => ({ field: (name) => values[name] ?? null })
const names =
  (item: Record<string, Value>, facts: Record<string, Value>[] = [], content: Value = {}): Names =>
  (name) =>
    name === 'item' ? fields(item) : name === 'facts' ? facts.map(fields) : name === 'content' ? content : null

function worked(source: string, ...context: Parameters<typeof names>): Value {
  const reading = read(source)
  if (!reading.ok) throw new Error(JSON.stringify(reading.problem))
  return evaluate(reading.tree, names(...context))
}

describe('expressions', () => {
  it.each([
    // What is not answered is null, which equals null only, is not true, and is in no order and in no list.
    ['item.quality == "good"', {}, false],
    ['item.quality != "good"', {}, true],
    ['item.quality == null', {}, true],
    ['item.noted', {}, null],
    ['!item.noted', {}, true],
    ['item.noted && true', {}, false],
    ['item.noted || true', {}, true],
    ['item.score > 3', {}, false],
    ['item.score <= 3', {}, false],
    ['item.score + 1', {}, null],
    ['-item.score', {}, null],
    ['item.quality in ["good"]', {}, false],
    ['"a" in item.kinds', {}, false],
    ['size(item.kinds)', {}, 0],
    ['size(item.quality)', {}, 0],
    ['item.quality.startsWith("g")', {}, false],
    ['item.noted ? 1 : 2', {}, 2],
    ['facts.all(f, f.severe)', {}, true],
    ['facts.exists(f, f.severe)', {}, false],
    ['mean(facts.map(f, f.score))', {}, null],
    ['sum(facts.map(f, f.score))', {}, 0],
    ['most(facts.map(f, f.label))', {}, null],
    ['answered(item.quality)', {}, false],
    ['content.nothing.further', {}, null],
    // What is answered.
    ['item.score / 2', { score: 5 }, 2.5],
    ['item.score / 0', { score: 5 }, null],
    ['item.score == 3', { score: 3 }, true],
    ['item.score in [1, 2, 3]', { score: 3 }, true],
    ['item.quality.endsWith("d") && !item.noted', { quality: 'good', noted: false }, true],
    ['"b" in item.kinds && size(item.kinds) == 2', { kinds: ['a', 'b'] }, true],
    ['size(item.quality)', { quality: 'añ🙂' }, 3],
    ['given([item.noted, item.score], item.score > 1)', { noted: false, score: 2 }, true],
    ['given([item.noted, item.score], item.score > 1)', { score: 2 }, null],
    ['given([item.noted], item.score)', { noted: true, score: 2 }, 2],
  ])('%s of %j is %j', (source, item, expected) => {
    expect(worked(source, item as Record<string, Value>)).toEqual(expected)
  })

  it('goes through lists', () => {
    const facts: Record<string, Value>[] = [
      { label: 'true', score: 1 },
      { label: 'false', severe: true, score: 4 },
      { label: 'false', score: null },
    ]
    const of = (source: string) => worked(source, {}, facts)
    expect(of('size(facts.filter(f, f.label == "false"))')).toBe(2)
    expect(of('facts.exists_one(f, f.severe)')).toBe(true)
    expect(of('mean(facts.map(f, f.score))')).toBe(2.5)
    expect(of('greatest(facts.map(f, f.score)) - least(facts.map(f, f.score))')).toBe(3)
    expect(of('most(facts.map(f, f.label))')).toBe('false')
    expect(of('facts.exists(f, facts.exists(g, g.score > f.score))')).toBe(true)
    expect(of('facts[1].label')).toBe('false')
    expect(of('facts[7].label')).toBeNull()
  })

  it('ends after so many steps, with null, wherever it is worked out', () => {
    const facts = Array.from({ length: 400 }, () => ({ label: 'x', score: 1 }))
    const budget: Budget = { steps: MOST_STEPS }
    const reading = read('facts.all(f, facts.all(g, facts.all(h, f.score == g.score && g.score == h.score)))')
    if (!reading.ok) throw new Error('no expression')
    expect(evaluate(reading.tree, names({}, facts), budget)).toBeNull()
    expect(budget.steps).toBeLessThan(0)
  })

  it.each([
    'item.quality.matches("(a+)+$")',
    'timestamp("2020-01-01T00:00:00Z")',
    'b"bytes"',
    '1u',
    '{"a": 1}',
    'type(item)',
    'cel.bind(x, 1, x)',
    'dyn(item.score)',
    'facts.map(f, f.severe, f.label)',
    '1e999',
    '99999999999999999999',
    '('.repeat(2000),
    `${'!'.repeat(1500)}item.noted`,
    '-'.repeat(1500),
    'item.noted ? '.repeat(150),
    `[${'1,'.repeat(900)}1]`,
    'facts.all(a, facts.all(b, facts.all(c, facts.all(d, a.score == d.score))))',
    'constructor',
    'item.constructor == "x"',
    '"unclosed',
    '',
  ])('refuses what CEL has and protocol files have not, and what has no end (%#)', (source) => {
    const reading = read(source)
    expect(reading.ok).toBe(false)
    if (!reading.ok) expect(reading.problem.fix).not.toBe('')
  })

  it('gives a value for every tree and every value, never an error', () => {
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.record({
          is: fc.constant('value' as const),
          value: fc.constantFrom(null, true, false, 0, -1, 2.5, '', 'good'),
        }),
        fc.record({
          is: fc.constant('name' as const),
          name: fc.constantFrom('item', 'facts', 'content', 'x', 'nothing'),
        }),
        fc.record({
          is: fc.constant('field' as const),
          of: tie('tree'),
          name: fc.constantFrom('label', 'score', '__proto__'),
        }),
        fc.record({ is: fc.constant('entry' as const), of: tie('tree'), at: tie('tree') }),
        fc.record({ is: fc.constant('list' as const), entries: fc.array(tie('tree'), { maxLength: 3 }) }),
        fc.record({ is: fc.constantFrom('and' as const, 'or' as const), left: tie('tree'), right: tie('tree') }),
        fc.record({ is: fc.constantFrom('not' as const, 'minus' as const), of: tie('tree') }),
        fc.record({ is: fc.constant('if' as const), test: tie('tree'), yes: tie('tree'), no: tie('tree') }),
        fc.record({
          is: fc.constant('operator' as const),
          operator: fc.constantFrom(...comparisons, ...arithmetic),
          left: tie('tree'),
          right: tie('tree'),
        }),
        fc.record({
          is: fc.constant('macro' as const),
          macro: fc.constantFrom(...macros),
          list: tie('tree'),
          name: fc.constant('x'),
          body: tie('tree'),
        }),
        fc.record({
          is: fc.constant('function' as const),
          name: fc.constantFrom(...(Object.keys(functions) as (keyof typeof functions)[])),
          values: fc.array(tie('tree'), { maxLength: 2 }),
        }),
      ),
    }))
    const context = names({ quality: 'good' }, [{ label: 'a', score: 1 }], { label: [1, { a: null }] })
    fc.assert(
      fc.property(tree, (each) => {
        const value = evaluate(each, context)
        expect(JSON.stringify(evaluate(structuredClone(each), context))).toEqual(JSON.stringify(value))
        expect(value).not.toBeUndefined()
        if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
