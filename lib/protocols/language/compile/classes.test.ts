/** Values that count as one, in agreement and in the tables of a dataset. */
import { describe, expect, it } from 'vitest'
import type { Answers } from '@/lib/protocols/answers'
import { describeConformance } from '@/lib/protocols/conformance'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { definitionDifference } from '@/lib/protocols/language/difference'
import { movedDefinition, movePlan } from '@/lib/protocols/language/migrate'
import { compileProtocol } from './compile-protocol'
import { COUNTS } from './stage'

const FILE = `assay: protocol/1
id: supported
version: 1
title: Supported
summary: Made for a test.
record:
  content: {text: /text, topic: {at: /topic, optional: true}}
domains: {med: Medicine}
show:
  - {title: Text, text: text}
stages:
  - id: judge
    questions:
      - id: verdict
        ask: Does the source say so?
        form: choice
        options:
          - {value: full, text: In full, tone: positive, says: All of it.}
          - {value: partial, tone: negative, says: Some of it.}
          - {value: none, tone: negative, says: Nothing of it.}
          - {value: unclear, says: It cannot be said.}
      - {id: harm, ask: Is it harmful?, form: flag}
      - {id: worth, ask: How good is it?, form: scale, min: 1, max: 5, anchors: {1: Bad., 5: Good.}}
      - {id: comment, ask: Why?, form: text}
    rollUp: {fine: item.verdict == "full"}
    measures:
      - {of: verdict}
      - {of: verdict, id: supported, title: Supported or not, unit: response, classes: [{value: full, of: [full]}, {value: not, title: Not supported, of: [partial, none]}]}
      - {of: worth, classes: [{value: low, tone: negative, of: [1, 2]}, {value: high, of: [3, 4, 5]}]}
      - {of: harm, id: harmless, classes: [{value: "no", of: [false]}, {value: "yes", of: [true]}]}
tables:
  - {id: support, title: Support, says: Of all answers., by: topic, of: verdict, classes: [{value: full, of: [full]}, {value: not, title: Not supported, of: [partial, none]}]}
  - {id: worth, title: Worth, says: Of all answers., items: Grades, of: worth}
  - {id: fine, title: Fine, says: Of all items., shares: [{of: fine}]}
guidelines: Look at it.
`

const definitionOf = (source: string) => {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.definition
}
const problemsOf = (source: string) => {
  const checked = checkFile(source)
  return checked.ok ? [] : checked.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

const protocol = compileProtocol(definitionOf(FILE))
const [stage] = protocol.stages

describeConformance(protocol, [{ text: 'It is so.', topic: 'med', verdict: 'partial', harm: true, worth: 4 }])

describe('agreement by classes', () => {
  const content = { text: 'It is so.', topic: null }
  const units = stage.units(content, [], {})
  const rated = (given: Answers[string]) =>
    Object.fromEntries(
      stage.measures.map(({ key, rating }) => [
        key,
        units.map((unit) => rating({ content, units }, { item: given }, unit, null))[0],
      ]),
    )

  it('rates a value as its class, and one of no class as nothing', () => {
    expect(rated({ verdict: 'partial', worth: 3, harm: true })).toEqual({
      verdict: 'partial',
      supported: 'not',
      worth: 'high',
      harmless: 'yes',
    })
    expect(rated({ verdict: 'unclear' })).toEqual({ verdict: 'unclear', supported: null, worth: null, harmless: 'no' })
  })

  it('calls classes as the file does, else as the value of the name, in the tone of what they hold', () => {
    const supported = stage.measures.find(({ key }) => key === 'supported')
    expect(supported).toMatchObject({ title: 'Supported or not', unitOfAnalysis: 'response', question: 'verdict' })
    expect(supported?.categories).toEqual([
      { value: 'full', text: 'In full', tone: 'positive' },
      { value: 'not', text: 'Not supported', tone: 'negative' },
    ])
    expect(stage.measures.map(({ key, level }) => `${key} ${level}`)).toEqual([
      'verdict nominal',
      'supported nominal',
      'worth ordinal',
      'harmless nominal',
    ])
  })
})

describe('tables of answers', () => {
  const gold = (position: number, topic: string | null, verdict: string, worth: number) => ({
    position,
    content: { text: 'It is so.', topic },
    stages: { judge: stage.rollUp({ content: {}, units: stage.units({}, [], {}) }, { item: { verdict, worth } }) },
  })
  const golds = [
    gold(1, 'med', 'full', 1),
    gold(2, 'med', 'none', 5),
    gold(3, null, 'partial', 5),
    gold(4, null, 'unclear', 2),
  ]
  const panels = protocol.composition?.panels(golds.map((each) => ({ ...each, externalId: null }) as never)) ?? []

  it('count the answers of the classes, and leave out those of none', () => {
    const [support] = panels
    expect(support?.columns.map(({ title, tone }) => `${title} ${tone}`)).toEqual([
      'Answers neutral',
      'In full positive',
      'Not supported negative',
    ])
    expect(support?.rows.map(({ title, cells }) => [title, ...cells.map(({ value }) => value)])).toEqual([
      ['Medicine', 2, 0.5, 0.5],
      ['No domain', 1, 0, 1],
      ['All domains', 3, 1 / 3, 2 / 3],
    ])
    expect(support?.rows.at(-1)?.cells[2]).toMatchObject({ part: 2, whole: 3, items: [2, 3] })
  })

  it('count the values of a set, and call them so', () => {
    const set = compileProtocol(
      definitionOf(
        FILE.replace(
          '      - {id: comment',
          '      - {id: kinds, ask: Which?, form: set, options: [{value: a, says: A.}, {value: b, says: B.}]}\n      - {id: comment',
        ).replace('items: Grades, of: worth', 'of: kinds'),
      ),
    )
    const panel = set.composition
      ?.panels([{ position: 1, content: { topic: null }, stages: { judge: { [COUNTS]: { kinds: { a: 1, b: 1 } } } } }])
      ?.find(({ key }) => key === 'worth')
    expect(panel?.columns.map(({ title }) => title)).toEqual(['Values chosen', 'a', 'b'])
    expect(panel?.rows.map(({ cells }) => cells.map(({ value }) => value))).toEqual([[2, 0.5, 0.5]])
  })

  it('count each value by itself where the file names no classes', () => {
    const worth = panels[1]
    expect(worth?.columns.map(({ title }) => title)).toEqual(['Grades', '1', '2', '3', '4', '5'])
    expect(worth?.rows.map(({ cells }) => cells.map(({ value }) => value))).toEqual([[4, 0.25, 0.25, 0, 0, 0.5]])
    expect(golds[0]?.stages.judge[COUNTS]).toMatchObject({ worth: { 1: 1, 5: 0 } })
  })
})

describe('problems of classes', () => {
  const measured = (measure: string) =>
    problemsOf(FILE.replace('      - {of: verdict}\n', `      - {of: verdict}\n      - {${measure}}\n`))
  const counted = (table: string) =>
    problemsOf(FILE.replace('tables:\n', `tables:\n  - {id: more, title: More, says: More., ${table}}\n`))
  const TWO = '[{value: a, of: [full]}, {value: b, of: [none]}]'

  it('are values that there are not, or in two classes, and names of other values', () => {
    expect(measured('of: verdict, id: two, classes: [{value: none, of: [full, fll]}, {value: b, of: [full]}]')).toEqual(
      [
        '28:50 "none" is the name of a value that does not count as it.',
        '28:67 "verdict" has no value "fll".',
        '28:90 "full" counts as "none" already.',
      ],
    )
    expect(measured(`of: verdict, id: two, classes: ${TWO.replace('value: b', 'value: a')}`)).toEqual([
      expect.stringContaining('There is another class called "a".'),
    ])
    expect(measured('of: verdict, id: one, classes: [{value: a, of: [full]}]').at(-1)).toContain('at least 2 entries')
  })

  it('are measures of one name, names without classes, and those of questions', () => {
    expect(measured(`of: verdict, classes: ${TWO}`)).toEqual(['28:14 There is another measure called "verdict".'])
    expect(measured('of: verdict, id: again')).toEqual(['28:23 Without classes it is the measure of "verdict" itself.'])
    expect(measured(`of: verdict, id: comment, classes: ${TWO}`)).toEqual([
      '28:27 There is a question "comment", whose figures are called so.',
    ])
  })

  it('are classes of what has no single values, and distances between classes', () => {
    expect(measured(`of: fine, classes: ${TWO}`)).toEqual([
      '28:20 "classes" goes with a choice, a flag or a scale, and "fine" is a roll-up.',
    ])
    expect(
      measured('of: worth, id: grades, level: interval, classes: [{value: a, of: [1]}, {value: b, of: [2]}]'),
    ).toEqual([expect.stringContaining('Classes have an order, and no distances.')])
  })

  it('are classes of a scale in no order', () => {
    const off = (classes: string, level = '') =>
      problemsOf(
        FILE.replace('min: 1, max: 5,', 'min: 1, max: 5, outside: [{value: unknown, says: It is not known.}],').replace(
          '      - {of: verdict}\n',
          `      - {of: verdict}\n      - {of: worth, id: grades, ${level}classes: ${classes}}\n`,
        ),
      )
    const UNKNOWN = '[{value: high, of: [5, 4]}, {value: nothing, of: [unknown]}, {value: low, of: [1, 2]}]'
    const MIXED = '[{value: a, of: [1, 5]}, {value: b, of: [2, 4]}]'
    expect(off(UNKNOWN)).toEqual([expect.stringContaining('"unknown" lies off the scale')])
    expect(off(MIXED)).toEqual([expect.stringContaining('The classes are no stretches of the scale')])
    for (const classes of [UNKNOWN, MIXED]) expect(off(classes, 'level: nominal, ')).toEqual([])
    expect(off('[{value: high, of: [5, 4]}, {value: low, of: [1, 2]}]')).toEqual([])
  })

  it('name the word that tells measures apart', () => {
    const fixes = (measure: string) => {
      const checked = checkFile(
        FILE.replace('      - {of: verdict}\n', `      - {of: verdict}\n      - {${measure}}\n`),
      )
      return checked.ok ? [] : checked.problems.map(({ fix }) => fix)
    }
    expect(fixes(`of: verdict, classes: ${TWO}`)).toEqual(['Give the one with classes a name of its own: id.'])
  })

  it('are tables of answers of which everybody keeps their own', () => {
    expect(
      problemsOf(
        FILE.replace('form: flag}', 'form: flag, settle: aside}').replace('items: Grades, of: worth', 'of: harm'),
      ),
    ).toEqual([expect.stringContaining('Everybody keeps their own answer to "harm", and none is settled.')])
  })

  it('are tables of nothing, of both, and of what is not counted', () => {
    expect(counted('by: topic')).toEqual(['32:5 The table counts nothing.'])
    expect(counted('of: verdict, shares: [{of: fine}], stage: judge')).toEqual([
      expect.stringContaining('The table counts the answers to "verdict"'),
      expect.stringContaining('"verdict" says which stage it is.'),
    ])
    expect(counted('of: comment')).toEqual([
      expect.stringContaining('How often each answer to "comment" was given is not counted.'),
    ])
    expect(counted('of: verdct')).toEqual([expect.stringContaining('There is no question "verdct".')])
    expect(counted('of: verdict, classes: [{value: a, of: [fully]}]')).toEqual([
      expect.stringContaining('"verdict" has no value "fully".'),
    ])
    expect(counted(`shares: [{of: fine}], classes: ${TWO}`)).toEqual([
      expect.stringContaining('"classes" goes with a table of answers.'),
    ])
  })
})

describe('another version', () => {
  const before = definitionOf(FILE)

  it('is named by what measures and tables are called', () => {
    const after = definitionOf(
      FILE.replace('version: 1', 'version: 2')
        .replaceAll('of: [partial, none]', 'of: [none]')
        .replace('id: harmless', 'id: harm2'),
    )
    expect(definitionDifference(before, after).map(({ message }) => message)).toEqual([
      'The measure "harmless" was removed.',
      'The measure "harm2" is new.',
      'The measure "supported" is derived differently.',
      'Other tables say what a dataset consists of.',
    ])
  })

  it('that renames a value means the same class', () => {
    const after = definitionOf(
      FILE.replace('version: 1', 'version: 2')
        .replaceAll('none', 'nothing')
        .replace('guidelines:', 'migrate: {1: {rename: {judge.verdict: {none: nothing}}}}\nguidelines:'),
    )
    const moved = movedDefinition(before, movePlan(before, after))
    expect(moved.stages[0]?.measures).toEqual(after.stages[0]?.measures)
  })
})
