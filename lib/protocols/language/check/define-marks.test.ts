/** Lists of stretches that are marked in a text: what a file may say of them, and what it is told where it says something else. */
import { expect, it } from 'vitest'
import { checkFile } from './check-file'

const FILE = `assay: protocol/1
id: test
version: 1
title: Test
summary: Made for a test.
record:
  content: {source: /source, response: /response}
  gold:
    marks: {at: /labels, place: [start, end], quote: text}
    kind: label_type
show:
  - {title: Source, text: source}
  - {title: Response, text: response}
units:
  - {id: mark, from: annotators}
stages:
  - id: label
    questions:
      - {id: marks, ask: What is wrong?, form: list, of: mark, align: {by: overlap, at: 0.5}}
      - {id: place, on: mark, ask: Which words?, form: span, in: response, settle: union}
      - {id: kind, on: mark, ask: What kind?, form: choice, options: [{value: Conflict, says: One.}, {value: Other, says: Two.}]}
      - {id: against, on: mark, ask: Against what?, form: span, in: source, required: false, when: 'mark.kind.endsWith("Conflict")'}
      - {id: implicit, on: mark, ask: True all the same?, form: flag, key: i}
      - {id: why, on: mark, ask: Why?, form: text}
    rollUp:
      wrong: marks.exists(m, !m.implicit)
      long: size(marks.filter(m, size(m.text) > 10))
    measures: [{of: kind}, {of: wrong}]
guidelines: Read first.
`

/** The problems of the file, each with what stands where it is. */
function problemsOf(source: string): string[] {
  const checked = checkFile(source)
  if (checked.ok) return []
  return checked.problems.map(({ line, column, message, fix }) => {
    const there = source.split('\n')[line - 1]?.slice(column - 1, column + 8)
    return `${there}| ${message} ${fix}`
  })
}

it('lists marks by the first question about them, with conditions, roll-ups and a second span in another text', () => {
  expect(problemsOf(FILE)).toEqual([])
})

it('has no measure of where marks are, and one stretch each', () => {
  const checked = checkFile(FILE.replace('    measures: [{of: kind}, {of: wrong}]\n', ''))
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const [stage] = checked.definition.stages
  expect(stage?.measures.map(({ of }) => of)).toEqual(['kind', 'against', 'implicit'])
  expect(stage?.questions[1]).toMatchObject({ required: true, min: 1, max: 1, settle: 'union' })
})

it.each([
  [
    'a text that is not there',
    'in: response',
    'in: respnse',
    'respnse, | There is no content called "respnse". Did you mean "response"?',
  ],
  [
    'a text that is not shown',
    '  - {title: Response, text: response}\n',
    '',
    'response,| "response" is not shown as a text. Add it under show: - {title: ..., text: response}.',
  ],
  [
    'two questions that could be the place',
    'in: source',
    'in: response',
    'response,| Another question of the stage, "place", has spans marked in "response", and either could say where "mark" is. Let one of them be marked in another text, or take it out.',
  ],
  [
    'alignment by overlap without a place',
    'form: span, in: response, settle: union',
    'form: text',
    'overlap, | "place" is the text of an entry: entries without a place cannot overlap. Write by: text, or let the first question about "mark" be of the form span.',
  ],
  [
    'alignment by text',
    'by: overlap',
    'by: text',
    'text, at:| "place" says which stretch of a text an entry is, and entries are laid side by side by that. Write by: overlap.',
  ],
  [
    'labels of the place',
    'in: response, settle: union}',
    'in: response, settle: union, options: [{value: a, says: A.}]}',
    'options: | "place" is the place of "mark": one stretch, without a label. Ask for it instead: - {id: kind, on: mark, ask: ..., form: choice, options: [...]}.',
  ],
  [
    'a number of places',
    'in: response, settle: union}',
    'in: response, settle: union, max: 3}',
    'max: 3}| "place" is the place of "mark": one stretch, without a label. Take "max" out. How many there are is said at the list.',
  ],
  [
    'a place that is asked sometimes',
    'in: response, settle: union}',
    'in: response, when: mark.implicit}',
    'mark.impl| "place" is the place of "mark", which every entry has. Take the condition out, or put it at the list.',
  ],
  [
    'a place of one’s own',
    'settle: union',
    'settle: aside',
    'aside}| "place" is the place of "mark", of which one stands in the end. Use wording or decide.',
  ],
  [
    'wording of other spans',
    'in: source, required: false',
    'in: source, settle: wording',
    'wording, | "wording" does not go with the form span. Use decide or union or majority or aside.',
  ],
  [
    'gold of the place',
    '    kind: label_type\n',
    '    kind: label_type\n    place: start\n',
    'place: st| "place" says where an entry of "marks" is, which stands in the entry. Take it out, and say there what offsets and words are called: marks: {at: ..., place: [start, end], quote: text}.',
  ],
  [
    'entries that are lists',
    'place: [start, end], quote: text',
    'place: [0, 1]',
    '[0, 1]}| Entries of "marks" are objects, which have answers as well. Write the names of fields: [start, end].',
  ],
  [
    'entries that are texts',
    'place: [start, end], quote: text',
    'texts: true',
    'texts: tr| The entries of "marks" are stretches of a text, which words alone do not name. Take it out, so that entries are objects.',
  ],
  [
    'a label in the place',
    'quote: text}',
    'quote: text, label: kind}',
    'label: ki| What is said of an entry of "marks" is the answer to a question about it. Take it out, and write its name at the question: kind: kind.',
  ],
  [
    'stretches that a record proposes',
    'quote: text}',
    'quote: text, proposed: /machine}',
    'proposed:| Stretches for "marks" cannot be proposed by a record yet. Take it out, and import what machines marked as labels of a project of its own.',
  ],
  [
    'a step that proposes marks and answers where they are',
    'guidelines: Read first.',
    'prefill: [{id: machine, list: marks, answers: [place, kind, against]}]\nguidelines: Read first.',
    'place, ki| "place" is no question about "mark" that is answered along with an entry: by choosing, by marking words, or by a list. Known here: kind, against, implicit.',
  ],
  [
    'a step that proposes the words of another text by themselves',
    'guidelines: Read first.',
    'prefill: [{id: machine, list: against}]\nguidelines: Read first.',
    'against}]| "against" is asked about what annotators list in the same stage. Take it out: the step of the list answers it for the entries that it proposes.',
  ],
  [
    'a step that quotes entries that are quotations anyway',
    'guidelines: Read first.',
    'prefill: [{id: machine, list: marks, quoted: response}]\nguidelines: Read first.',
    'quoted: r| "quoted" does not go with a step that lists marks. Take it out.',
  ],
  [
    'a prompt for marks that does not show the text',
    'guidelines: Read first.',
    'prefill: [{id: machine, list: marks, user: "{{question}}"}]\nguidelines: Read first.',
    'user: "{{| The model would not see what it is asked: {{units}} is missing. Put it where the model is to read it.',
  ],
  [
    'a step that answers about marks',
    'guidelines: Read first.',
    'prefill: [{id: kinds, judge: [kind]}]\nguidelines: Read first.',
    'kind]}]| "kind" is asked about what annotators list in the same stage. Take it out: the step of the list answers it for the entries that it proposes.',
  ],
  [
    'an answer in the place',
    'kind: label_type',
    'kind: end',
    'end| The answers to "kind" and to "place" stand in one place. Give each a place of its own in record.gold.',
  ],
  [
    'a measure of the place',
    '{of: kind}, ',
    '{of: place}, ',
    'place}, {| Answers to "place" are compared, not rated; that happens by itself. Take it out.',
  ],
  [
    'spans of what is cut',
    '  - {id: mark, from: annotators}\n',
    '  - {id: mark, from: annotators}\n  - {id: part, from: splitter, text: source}\n',
    'source, r| "source" is cut into units, and spans cannot be marked in such a text yet. Mark spans instead of asking about units, or the other way round.',
  ],
  [
    'an unknown field of a mark',
    'marks.exists(m, !m.implicit)',
    'marks.exists(m, !m.implied)',
    'implied)| There is nothing called "implied" there. Known here: text, place, kind, against, implicit, why, marks.',
  ],
])('names %s', (_, old, fresh, problem) => {
  expect(FILE).toContain(old)
  const problems = problemsOf(FILE.replace(old, fresh))
  expect(
    problems.some((each) => each === problem || each.includes(problem)),
    problems.join('\n'),
  ).toBe(true)
})

it('takes the stretch that is named, where a text is asked before it', () => {
  const other = FILE.replace('by: overlap, at: 0.5}', 'by: overlap, at: 0.5}, text: place').replace(
    '      - {id: place,',
    '      - {id: note, on: mark, ask: A note?, form: text, required: false}\n      - {id: place,',
  )
  expect(problemsOf(other)).toEqual([])
})

it('says how words are marked for each unit of the record, in a way that holds', () => {
  const claims = FILE.replace('units:\n', 'units:\n  - {id: claim, from: record, each: /claims, text: text}\n')
  const QUESTION =
    '      - {id: proof, on: claim, ask: Which words show it?, form: span, in: source, when: \'claim.text != ""\'}\n'
  const [problem = '', ...others] = problemsOf(claims.replace('    questions:\n', `    questions:\n${QUESTION}`))
  expect(others.filter((other) => other.includes('Spans are marked'))).toEqual([])
  expect(problem).toBe(
    'claim, as| Spans are marked for the item, or for units that annotators list, and annotators do not list "claim". To mark words for each claim, list marks: under units - {id: proofMark, from: annotators, of: claim}, before this question - {id: proofMarks, on: claim, ask: ..., form: list, of: proofMark}, and here on: proofMark, in: source. To mark for the item as a whole, take "on" out.',
  )
  const mended = `      - {id: proofMarks, on: claim, ask: Which words show it?, form: list, of: proofMark}
      - {id: proof, on: proofMark, ask: Which words show it?, form: span, in: source}\n`
  const file = `assay: protocol/1
id: claims
version: 1
title: Claims
summary: Mark what shows each claim.
record:
  content: {source: /source}
show:
  - {title: Source, text: source}
units:
  - {id: claim, from: record, each: /claims, text: text}
  - {id: proofMark, from: annotators, of: claim}
stages:
  - id: label
    questions:
${mended}guidelines: Read first.
`
  expect(problemsOf(file)).toEqual([])
})
