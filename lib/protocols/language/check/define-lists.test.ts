import { expect, it } from 'vitest'
import { checkFile } from './check-file'

const FILE = `assay: protocol/1
id: test
version: 1
title: Test
summary: Made for a test.
record:
  content: {text: /text}
  gold: {steps: {at: /steps}}
show:
  - {title: Text, text: text}
units:
  - {id: step, from: annotators}
  - {id: fact, from: annotators, of: step}
stages:
  - id: label
    questions:
      - {id: sure, ask: Are you sure?, form: flag, key: y}
      - {id: steps, ask: Which steps?, form: list, of: step, min: 1}
      - {id: stepText, on: step, ask: What is done?, form: text}
      - {id: facts, on: step, ask: Which facts?, form: list, of: fact, align: {by: text, at: 0.8}, when: 'size(step.text) > 0'}
      - {id: factText, on: fact, ask: What is so?, form: text}
      - {id: holds, on: fact, ask: Does it hold?, form: flag, key: h, when: item.sure || size(item.steps) > 1}
    rollUp:
      all: facts.all(f, f.holds)
      most: size(steps.filter(s, size(s.facts) > 1))
      listed: size(item.steps) + sum(item.steps.map(s, size(s.facts)))
guidelines: Read first.
`

/** The problems of the file, each with the line that it is at. */
function problemsOf(source: string): string[] {
  const checked = checkFile(source)
  if (checked.ok) return []
  return checked.problems.map(({ line, column, message, fix }) => {
    const there = source.split('\n')[line - 1]?.slice(column - 1, column + 8)
    return `${there}| ${message} ${fix}`
  })
}

it('has lists in lists, whose entries expressions see by kind, by whole and by the list', () => {
  expect(problemsOf(FILE)).toEqual([])
})

it.each([
  [
    'a kind that no question lists',
    '      - {id: steps, ask: Which steps?, form: list, of: step, min: 1}\n',
    '',
    'step, fro| No question lists units of the kind "step". Add one: - {id: steps, ask: ..., form: list, of: step}.',
  ],
  [
    'an unknown kind',
    'of: step, min: 1',
    'of: stepp, min: 1',
    'stepp, mi| There is no unit "stepp". Did you mean "step"?',
  ],
  [
    'evidence that nothing takes',
    'form: list, of: step, min: 1',
    'form: list, of: step, min: 1, evidence: {url: page, query: stepText}',
    'page, que| "page" is no other question of the form text about "step" in this stage. Add one behind the list: - {id: page, on: step, ask: ..., form: text}.',
  ],
  [
    'queries of searches that are made for something else',
    'of: step, min: 1}\n      - {id: stepText, on: step, ask: What is done?, form: text}\n',
    'of: step, min: 1, evidence: {url: page, query: sought}}\n      - {id: stepText, on: step, ask: What is done?, form: text}\n      - {id: page, on: step, ask: Where?, form: text}\n      - {id: sought, on: step, ask: How?, form: text}\n      - {id: vain, on: step, ask: What else?, form: text, takes: queries}\n',
    'step, ask| Searches are made for the item, and "vain" is asked about "step". Take "on" out.',
  ],
  [
    'one place for address and query',
    'of: step, min: 1}\n      - {id: stepText, on: step, ask: What is done?, form: text}\n',
    'of: step, min: 1, evidence: {url: page, query: page}}\n      - {id: stepText, on: step, ask: What is done?, form: text}\n      - {id: page, on: step, ask: Where?, form: text}\n',
    'page}}| It takes the address already. Name another question.',
  ],
  [
    'queries elsewhere',
    'form: flag, key: y}',
    'form: flag, key: y, takes: queries}',
    'takes: qu| "takes" does not go with the form flag. It goes with text.',
  ],
  [
    'no kind',
    'form: list, of: step, min: 1',
    'form: list, min: 1',
    '{id: step| "of" is missing: which units are its entries? Name one of step, fact.',
  ],
  [
    'a kind from the record',
    '{id: step, from: annotators}',
    '{id: step, from: record, each: /a, text: t}',
    'step, min| The units "step" are not from annotators, who cannot list them. Write from: annotators at the unit.',
  ],
  ['an unknown whole', 'of: step}', 'of: stop}', 'stop}| There is no unit "stop". Did you mean "step"?'],
  [
    'a circle',
    '{id: step, from: annotators}',
    '{id: step, from: annotators, of: fact}',
    'fact}| "step" is listed for itself in the end: step, of fact, of step. Let one of them be listed for the item: take its "of" out.',
  ],
  [
    'itself',
    'of: step}',
    'of: fact}',
    'fact}| "fact" is listed for itself. Let one of them be listed for the item: take its "of" out.',
  ],
  [
    'a whole further down',
    '  - {id: step, from: annotators}\n  - {id: fact, from: annotators, of: step}',
    '  - {id: fact, from: annotators, of: step}\n  - {id: step, from: annotators}',
    'step}| "step" stands below. Move "fact" below it.',
  ],
  [
    'a fourth list',
    'of: step}\n',
    'of: step}\n  - {id: why, from: annotators, of: fact}\n  - {id: because, from: annotators, of: why}\n',
    'why}| Lists stand in lists up to three deep, and "because" would be the fourth. List it for a unit further up, or ask questions instead.',
  ],
  [
    'two lists of one kind',
    'of: step, min: 1}\n',
    'of: step, min: 1}\n      - {id: again, ask: Which?, form: list, of: step}\n',
    'step}| "steps" lists units of the kind "step" already. Give this list a kind of unit of its own.',
  ],
  [
    'no text',
    '      - {id: factText, on: fact, ask: What is so?, form: text}\n',
    '',
    'fact, ali| No question of this stage is the text of "fact". Add one behind the list: - {id: factText, on: fact, ask: ..., form: text}.',
  ],
  [
    'a text that is none',
    'of: fact, align',
    'of: fact, text: holds, align',
    'holds, al| "holds" is no question of the form text or span about "fact" in this stage. Known here: factText.',
  ],
  [
    'a text that may be missing',
    'What is so?, form: text}',
    'What is so?, form: text, required: false}',
    'false}| "factText" is the text of "fact", which every entry has. Take "required" out.',
  ],
  [
    'a text that nobody settles',
    'What is so?, form: text}',
    'What is so?, form: text, settle: aside}',
    'aside}| "factText" is the text of "fact", of which one stands in the end. Use wording or decide.',
  ],
  [
    'a list about something else',
    '{id: facts, on: step,',
    '{id: facts,',
    '{id: fact| "fact" is listed for "step", and this list is asked about the item. Write on: step here, or of: item at the unit.',
  ],
  ['a key of lists', 'key: h', 'key: x', 'x, when: | The key "x" belongs to the workbench, which has lists here. '],
  [
    'another alignment',
    'by: text',
    'by: key',
    'key, at: | "key" is not known for stages[1].questions[4].align.by. Known here: text, overlap.',
  ],
  ['a similarity', 'at: 0.8', 'at: 80', '80}, when| '],
  [
    'a number of entries',
    'min: 1}',
    'min: 1.5}',
    '1.5}| 1.5 is no number of entries that can be listed. Write a whole number to 200, or leave it out.',
  ],
  [
    'how it becomes one',
    'min: 1}',
    'settle: wording}',
    'wording}| "wording" does not go with the form list. Use decide or union.',
  ],
  [
    'a CSV file',
    '  gold:',
    '  csv: true\n  gold:',
    'csv: true| A row of a CSV file has no place for the entries of "steps". Write records as JSON Lines.',
  ],
  [
    'entries that are texts with questions',
    '{at: /steps}',
    '{at: /steps, texts: true}',
    'true}}| The entries of "steps" are texts, which hold no answer to "facts". Take "texts" out, so that entries are objects.',
  ],
  [
    'answers outside of entries',
    '{steps: {at: /steps}}',
    '{steps: {at: /steps}, holds: "/holds[]"}',
    '"/holds[]| Answers about what "facts" lists stand in its entries. Write a name within the entry, without a slash.',
  ],
  [
    'what a machine lists for entries',
    '{steps: {at: /steps}}',
    '{facts: {at: facts, proposed: machine}}',
    'proposed:| Nothing can be proposed for "step", which annotators list themselves. ',
  ],
  [
    'texts of another form',
    '{steps: {at: /steps}}',
    '{sure: {at: /sure, texts: true}}',
    'texts: tr| "texts" goes with the form list. Take it out.',
  ],
  [
    'a word of other units',
    '{id: step, from: annotators}',
    '{id: step, from: annotators, each: /steps}',
    'each: /st| "each" does not go with units from annotators. ',
  ],
  [
    'a question before its list',
    '      - {id: sure,',
    '      - {id: early, on: step, ask: Early?, form: flag}\n      - {id: sure,',
    'step, ask| "early" asks about units that "steps", which comes after it, lists. Move "steps" up.',
  ],
  [
    'a condition on a list that comes later',
    'form: flag, key: y}',
    'form: flag, key: y, when: size(steps) > 0}',
    'size(step| "sure" depends on "steps", which comes after it. ',
  ],
  [
    'a condition on the text of an entry before it is asked',
    '      - {id: stepText, on: step, ask: What is done?, form: text}\n',
    `      - {id: minutes, on: step, ask: How long?, form: number, required: false, when: 'step.text.contains("in")'}
      - {id: stepText, on: step, ask: What is done?, form: text}\n`,
    `'step.tex| "minutes" depends on "stepText", which comes after it. Move "stepText" up;`,
  ],
  [
    'a text that even votes leave without an answer',
    '{id: stepText, on: step, ask: What is done?, form: text}',
    '{id: stepText, on: step, ask: What is done?, form: text, settle: decide, tie: null}',
    '| "stepText" is the text of "step", which every entry has, also where votes are even. Take "tie" out.',
  ],
  ['entries that are no truth', 'facts.all(f, f.holds)', 'facts.all(f, f.stepText)', 'stepText)| '],
])('refuses %s', (_, from, to, expected) => {
  expect(FILE).toContain(from)
  expect(problemsOf(FILE.replace(from, to)).join('\n')).toContain(expected)
})

it('does not know in a stage what a later one lists', () => {
  const later = FILE.replace(
    '  - id: label\n',
    '  - id: first\n    questions:\n      - {id: early, ask: Early?, form: flag}\n    rollUp: {count: size(steps)}\n  - id: label\n',
  )
  expect(problemsOf(later).join('\n')).toContain('steps')
})

it.each([
  ['content that is hidden', '/machine', '"raw", which is hidden from them,'],
  ['what stands in hidden content', '/machine/0', '"raw", which is hidden from them,'],
  ['the gold of a question', '/sure', 'the answers to "sure"'],
  ['the label', '/label', 'the label'],
])('never proposes to annotators %s', (_, place, seen) => {
  const proposing = (from: string) =>
    FILE.replace('{steps: {at: /steps}}', `{steps: {at: /steps, proposed: ${from}}}`)
      .replace('{text: /text}\n', '{text: /text}\n  hidden: {raw: /machine}\n')
      .replace(
        'guidelines:',
        'label:\n  values: [{value: true, text: Yes}, {value: false, text: No}]\n  at: /label\n  rules:\n    rule: {title: Rule, says: As said., is: item.sure}\nguidelines:',
      )
  expect(problemsOf(proposing('/proposals'))).toEqual([])
  expect(problemsOf(proposing(place))).toEqual([
    `${`${place}}}`.slice(0, 9)}| Annotators would see ${seen} as a proposal. Propose from another place of the record.`,
  ])
})
