/** What a stage shows of the units that there are, and of what was settled before; and what its records hold then. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Answers, Json } from '@/lib/protocols/answers'
import { describeConformance } from '@/lib/protocols/conformance'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import type { Definition } from '@/lib/protocols/language/definition'
import { definitionDifference } from '@/lib/protocols/language/difference'
import { goldOf } from '@/lib/protocols/language/run-tests'
import type { Protocol } from '@/lib/protocols/protocol'
import { readStages } from '@/lib/protocols/read-stages'
import { compileProtocol } from './compile-protocol'

const [, EXAMPLE = ''] = /```yaml\n([^`]+)```/.exec(readFileSync('docs/protocol-files/stages.md', 'utf8')) ?? []

function definitionOf(file: string): Definition {
  const checked = checkFile(file)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.definition
}

function problemsOf(file: string) {
  const checked = checkFile(file)
  return checked.ok ? [] : checked.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

const definition = definitionOf(EXAMPLE)
const protocol = compileProtocol(definition)
const record = definition.tests[0]?.record as { [key: string]: Json }

describeConformance(protocol, [record])

function read(of: Protocol, json: Json) {
  const result = of.formats[0].read(json)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.record
}

const tasksOf = (of: Protocol, json: Json) => {
  const { content, segments, answers } = read(of, json)
  return readStages(of, { content, segments, answers })
}
const unitsIn = (of: Protocol, json: Json, stage: string) =>
  tasksOf(of, json).find(({ key }) => key === stage)?.units ?? []

describe('a stage that shows one kind of unit under a condition', () => {
  it('has those units alone, without the whole that is not shown', () => {
    expect(unitsIn(protocol, record, 'verify')).toEqual([
      { key: 'item', kind: 'item', text: 'Who was Ada?', data: { earlier: { answers: 'yes' } } },
      { key: 'fact-1', kind: 'fact', text: 'Ada wrote letters.' },
    ])
  })

  it('names the kinds that it shows only, and shows the earlier answers that the file names', () => {
    const [list, verify] = protocol.stages
    expect(list.unitKinds.map(({ kind }) => kind)).toEqual(['item', 'sentence', 'fact'])
    expect(verify?.unitKinds.map(({ kind }) => kind)).toEqual(['item', 'fact'])
    expect([list.showsEarlier, verify?.showsEarlier]).toEqual([undefined, ['answers']])
    expect([list.resegments, verify?.resegments]).toEqual(['sentence', null])
  })

  it('carries what its own conditions look at, whether that is shown or not', () => {
    const file = EXAMPLE.replace(
      'when: fact.verdict == "wrong"',
      'when: fact.kind == "check" && fact.verdict == "wrong"',
    )
    const facts = unitsIn(compileProtocol(definitionOf(file)), record, 'verify').filter(({ kind }) => kind === 'fact')
    expect(facts.map(({ data }) => data)).toEqual([{ earlier: { kind: 'check' } }])
  })

  it('carries everything, and shows nothing of it, where the file does not say what it shows', () => {
    const [item, fact] = unitsIn(
      compileProtocol(definitionOf(EXAMPLE.replace('    earlier: [answers]\n', ''))),
      record,
      'verify',
    )
    expect(item?.data).toEqual({ earlier: { answers: 'yes' } })
    expect(fact?.data).toEqual({ earlier: { wording: 'Ada wrote letters.', kind: 'check' } })
  })

  it('leaves in the record what it does not show, and writes what it does at its place', () => {
    const turned = {
      ...record,
      sentences: [
        { text: 'She was witty.', facts: [{ text: 'Ada was witty.', kind: 'opinion', verdict: 'kept' }] },
        { text: 'Ada wrote letters.', facts: [{ text: 'Ada wrote letters.', kind: 'check', verdict: 'right' }] },
      ],
    }
    const gold = goldOf(protocol, turned, read(protocol, turned))
    const verify = gold.stages.verify
    if (!verify) throw new Error('the record has labels of both stages')
    const answers: Answers = { 'fact-2': { verdict: 'wrong', source: 'A letter.' } }
    const written = protocol.formats[0].write?.({ ...gold, stages: { ...gold.stages, verify: { ...verify, answers } } })
    expect(written).toEqual({
      ...turned,
      sentences: [
        turned.sentences[0],
        {
          text: 'Ada wrote letters.',
          facts: [{ text: 'Ada wrote letters.', kind: 'check', verdict: 'wrong', source: 'A letter.' }],
        },
      ],
    })
  })
})

const question = (id: string, on: string, rest = '') =>
  `{id: ${id}, on: ${on}, ask: Which?${rest}, form: choice, options: [{value: y, says: Yes.}, {value: n, says: No.}]}`

const fileWith = (
  stages: string,
  { gold = '{}', units = '{id: sentence, from: splitter, text: text}', more = '' } = {},
) => `
assay: protocol/1
id: staged
version: 1
title: Staged
summary: Made for a test.
record:
  content: {text: /text}
  gold: ${gold}
show:
  - {title: Text, text: text}
units:
  - ${units}
stages:
${stages}
${more}guidelines: Read.
`
const TEXT = 'Ada wrote. Ada sang. Ada slept.'
const CUT = ['Ada wrote.', 'Ada sang.', 'Ada slept.']

describe('sentences that only a later stage shows', () => {
  const later = compileProtocol(
    definitionOf(
      fileWith(`  - {id: first, units: [], questions: [${question('v', 'item')}]}
  - {id: second, units: [sentence], questions: [${question('w', 'sentence')}]}`),
    ),
  )

  it('are not cut, nor corrected by hand, before the first', () => {
    const [first, second] = later.stages
    expect(first.units({ text: TEXT }, [], {}).map(({ key }) => key)).toEqual(['item'])
    expect([first.resegments, first.segmentedText({ text: TEXT })]).toEqual([null, null])
    expect(second?.segmentedText({ text: TEXT })).toBe(TEXT)
    expect(unitsIn(later, { text: TEXT, v: 'y' }, 'second').map(({ text }) => text.trim())).toEqual([TEXT, ...CUT])
  })

  it('stand as the record brings them, also once the first is settled here', () => {
    const brought = { text: TEXT, sentences: [{ text: 'Ada wrote. Ada sang.' }, { text: 'Ada slept.' }] }
    const { content } = read(later, brought)
    const earlier = { first: { units: later.stages[0].units(content, [], {}), answers: { item: { v: 'y' } } } }
    const units = later.stages[1]?.units(content, CUT, earlier) ?? []
    expect(units.map(({ text }) => text)).toEqual([TEXT, 'Ada wrote. Ada sang.', 'Ada slept.'])
    expect(later.stages[1]?.shows?.(content)).toEqual({ text: TEXT })
  })

  it('are written with what was said of them', () => {
    const json = { text: TEXT, v: 'y' }
    const gold = goldOf(later, json, read(later, json))
    const units = unitsIn(later, json, 'second')
    const answers = { 'sentence-2': { w: 'n' } }
    const first = later.formats[0].write?.(gold)
    expect(first).toEqual(json)
    const both = later.formats[0].write?.({ ...gold, stages: { ...gold.stages, second: { units, answers } } })
    const [one, two, three] = units.slice(1).map(({ text }) => text)
    expect(both).toEqual({ ...json, sentences: [{ text: one }, { text: two, w: 'n' }, { text: three }] })
  })
})

describe('some of the sentences of the stage before', () => {
  const some = (gold = '{}') =>
    compileProtocol(
      definitionOf(
        fileWith(
          `  - {id: first, questions: [${question('v', 'sentence')}]}
  - {id: second, units: [{of: sentence, when: sentence.v == "n"}], questions: [${question('w', 'sentence')}]}`,
          { gold },
        ),
      ),
    )
  const labelled = { text: TEXT, sentences: CUT.map((text, index) => ({ text, v: index === 0 ? 'y' : 'n' })) }

  it('keep their names, and their places in the record', () => {
    const units = unitsIn(some(), labelled, 'second')
    expect(units.map(({ key }) => key)).toEqual(['item', 'sentence-2', 'sentence-3'])
    const gold = goldOf(some(), labelled, read(some(), labelled))
    const stages = { ...gold.stages, second: { units, answers: { 'sentence-3': { w: 'y' } } } }
    expect(some().formats[0].write?.({ ...gold, stages })).toEqual({
      ...labelled,
      sentences: [labelled.sentences[0], labelled.sentences[1], { text: CUT[2], v: 'n', w: 'y' }],
    })
  })

  it('keep their places in a list of answers', () => {
    const of = some('{w: "/w[]"}')
    const json = { ...labelled, w: [null, 'y', 'n'] }
    const second = tasksOf(of, json).find(({ key }) => key === 'second')
    expect(second?.answers).toEqual({ 'sentence-2': { w: 'y' }, 'sentence-3': { w: 'n' } })
    const gold = goldOf(of, labelled, read(of, labelled))
    const stages = { ...gold.stages, second: { units: second?.units ?? [], answers: { 'sentence-2': { w: 'n' } } } }
    expect(of.formats[0].write?.({ ...gold, stages })).toEqual({ ...labelled, w: [null, 'n', null] })
  })
})

describe('problems of what a stage shows', () => {
  const SIDES = '{id: side, from: record, places: {a: /a, b: /b}, shuffled: true}'
  const picked = (second: string, pick = '', more = '') =>
    of(
      `  - {id: one, questions: [{id: better, ask: Which is better?, form: pick, of: side${pick}}, {id: why, ask: Why?, form: choice, settle: aside, options: [{value: y, says: Yes.}, {value: n, says: No.}]}]}
  - {id: two, ${second}, questions: [{id: last, ask: Is it?, form: flag${more}}]}`,
      SIDES,
    )

  it('are picks from units that it hides', () => {
    expect(picked('units: [side], earlier: [better]')).toEqual([])
    expect(picked('units: [], earlier: [better]')).toEqual([
      expect.stringContaining('The stage "two" does not show units of the kind "side".'),
    ])
    for (const when of ['size(item.better) > 0', 'item.better.exists(r, r.text == "A")']) {
      const [problem, ...others] = picked('units: []', '', `, when: '${when}'`)
      expect(others).toEqual([])
      expect(problem).toContain('"better"')
    }
  })

  it('are conditions on what is picked from', () => {
    const picking = (units: string) =>
      of(
        `  - {id: one, questions: [{id: fine, on: side, ask: Is it fine?, form: flag}]}
  - {id: two, units: [${units}], questions: [{id: best, ask: Which two?, form: pick, of: side, min: 2, max: 2}]}`,
        SIDES,
      )
    expect(picking('side')).toEqual([])
    expect(picking('{of: side, when: side.fine}')).toEqual([
      expect.stringContaining(
        '"best" picks from all units of the kind "side", some of which the condition leaves out.',
      ),
    ])
  })

  it('are earlier answers of which everybody keeps their own', () => {
    expect(picked('units: [side], earlier: [why]')).toEqual([
      expect.stringContaining('Everybody keeps their own answer to "why", and none is settled.'),
    ])
  })

  it('say how they are mended', () => {
    const fixOf = (file: string) => {
      const checked = checkFile(file)
      return checked.ok ? [] : checked.problems.map(({ fix }) => fix)
    }
    const first = `  - {id: first, questions: [${question('v', 'sentence')}]}\n`
    expect(
      fixOf(
        fileWith(`${first}  - {id: second, units: [sentence, sentence], questions: [${question('w', 'sentence')}]}`),
      ),
    ).toEqual(['Write it once.'])
    expect(fixOf(fileWith(`${first}  - {id: second, units: [], questions: [${question('w', 'sentence')}]}`))).toEqual([
      'Add sentence to the units of the stage.',
    ])
  })

  const of = (stages: string, units?: string) => problemsOf(fileWith(stages, units ? { units } : {}))
  const facts = `{id: sentence, from: splitter, text: text}
  - {id: fact, from: annotators}`

  it('are kinds of unit that there are not, twice, or of no stage', () => {
    expect(of(`  - {id: one, units: [fact, item, fact], questions: [${question('v', 'item')}]}`)).toEqual([
      '13:10 No stage shows units of the kind "sentence".',
      '15:23 There is no unit "fact".',
      '15:29 The item is always there.',
      '15:35 There is another kind of unit called "fact".',
      '15:35 There is no unit "fact".',
    ])
  })

  it('are questions about what is not shown, at their places', () => {
    expect(of(`  - {id: one, units: [], questions: [${question('v', 'sentence')}]}`)).toEqual([
      '15:50 The stage "one" does not show units of the kind "sentence".',
    ])
  })

  it('are conditions where nothing was settled', () => {
    expect(
      of(`  - {id: one, units: [{of: sentence, when: "true"}], questions: [${question('v', 'sentence')}]}`),
    ).toEqual([expect.stringContaining('Nothing was settled before the first stage.')])
    expect(
      of(
        `  - {id: one, units: [sentence], questions: [${question('v', 'sentence')}]}
  - {id: two, units: [{of: fact, when: "true"}], questions: [{id: facts2, ask: Which?, form: list, of: fact}, {id: wording, on: fact, ask: What?, form: text}]}`,
        facts,
      ),
    ).toEqual([expect.stringContaining('Units of the kind "fact" are listed in this stage')])
  })

  it('are kinds that a later stage lists', () => {
    expect(
      of(
        `  - {id: one, units: [fact, sentence], questions: [${question('v', 'item')}]}
  - {id: two, questions: [{id: facts2, ask: Which?, form: list, of: fact}, {id: wording, on: fact, ask: What?, form: text}]}`,
        facts,
      ),
    ).toEqual([expect.stringContaining('listed in the stage "two", which comes after it')])
  })

  it('are conditions that look at the stage itself, or are no conditions', () => {
    const two = (when: string) =>
      of(`  - {id: one, questions: [${question('v', 'sentence')}]}
  - {id: two, units: [{of: sentence, when: '${when}'}], questions: [${question('w', 'sentence')}]}`)
    expect(two('sentence.w == "y"')).toEqual([expect.stringContaining('w')])
    expect(two('sentence.text')).toEqual([expect.stringContaining('A condition is true or false')])
    expect(two('sentence.v == "z"')).toEqual([expect.stringContaining('Nobody can choose "z"')])
    expect(two('sentence.v == "y" || sentence.text.contains("Ada")')).toEqual([])
  })

  it('are expressions of the stage that name what it does not show', () => {
    expect(
      of(`  - {id: one, units: [sentence], questions: [${question('v', 'sentence')}]}
  - {id: two, units: [], questions: [${question('w', 'item')}], rollUp: {n: size(sentences)}}`),
    ).toEqual([expect.stringContaining('sentences')])
  })

  it('are earlier answers that there are not', () => {
    const two = (earlier: string) =>
      of(`  - {id: one, questions: [${question('v', 'sentence')}, ${question('u', 'item')}]}
  - {id: two, units: [], earlier: [${earlier}], questions: [${question('w', 'item')}]}`)
    expect(two('u')).toEqual([])
    expect(two('w')).toEqual([expect.stringContaining('No earlier stage asks "w".')])
    expect(two('u, u')).toEqual([expect.stringContaining('There is another question called "u".')])
    expect(two('v')).toEqual([expect.stringContaining('does not show units of the kind "sentence"')])
    expect(of(`  - {id: one, earlier: [], questions: [${question('v', 'sentence')}]}`)).toEqual([
      expect.stringContaining('Nothing was settled before the first stage.'),
    ])
  })
})

it('says what a new version means for tasks that are there', () => {
  const changed = (edit: (source: string) => string, from = EXAMPLE) =>
    definitionDifference(definitionOf(from), definitionOf(edit(from).replace('version: 1', 'version: 2'))).map(
      ({ at, message, touched }) => `${at}: ${message} (${touched.what})`,
    )
  expect(changed((source) => source.replace('[{of: fact, when: fact.kind == "check"}]', '[fact]'))).toEqual([
    'verify: It showed fact under a condition and shows fact, and tasks hold those that they were made with. (tasks)',
  ])
  const more = EXAMPLE.replace('earlier: [answers]', 'earlier: [answers, kind]')
  expect(changed(() => more)).toEqual([
    'verify: More of what was settled before is looked at, and tasks hold what they were made with. (tasks)',
  ])
  expect(changed(() => EXAMPLE, more)).toEqual(['verify: Other answers that were settled before are shown. (nothing)'])
  // Without the word everything is carried.
  const all = EXAMPLE.replace('    earlier: [answers]\n', '')
  expect(changed(() => EXAMPLE, all)).toEqual(['verify: Other answers that were settled before are shown. (nothing)'])
  // What follows from an answer that tasks do not carry would be derived from a missing one.
  const lacking =
    'verify: More of what was settled before is looked at, and tasks hold what they were made with. (tasks)'
  const checkable = '    rollUp:\n      checkable: size(facts.filter(f, f.kind == "check"))\n'
  expect(changed((source) => source.replace('    rollUp:\n', checkable))).toContainEqual(lacking)
  const page =
    '      - {id: page, on: fact, ask: Which page?, form: text, when: fact.kind == "check"}\n    rollUp:\n      wrong'
  expect(changed((source) => source.replace('    rollUp:\n      wrong', page))).toContainEqual(lacking)
})
