/** What a protocol file's own tests say of its records: what fails, and what a test that holds does not show. */
import { expect, it } from 'vitest'
import { checkFile } from './check/check-file'
import { compileProtocol } from './compile/compile-protocol'
import { runTests } from './run-tests'

const file = (tests: string) =>
  `assay: protocol/1
id: tested-sentences
version: 1
title: Tested sentences
summary: Say of every sentence whether it is so.
record:
  content: {text: /text}
  gold: {verdict: "/labels[]"}
show:
  - {title: Text, text: text}
units:
  - {id: sentence, from: splitter, text: text, each: /sentences}
stages:
  - id: judge
    questions:
      - id: verdict
        on: sentence
        ask: Is it so?
        form: choice
        options:
          - {value: right, tone: positive, says: It is.}
          - {value: wrong, tone: negative, says: It is not.}
    rollUp:
      anyWrong: sentences.exists(s, s.verdict == "wrong")
label:
  values: [{value: good, text: Good}, {value: bad, text: Bad}]
  rules:
    all: {title: All, says: One wrong sentence makes it bad., is: 'anyWrong ? "bad" : "good"'}
guidelines: Look it up.
tests:
${tests}
`.replace('anyWrong ? ', 'sentences.exists(s, s.verdict == "wrong") ? ')

async function resultOf(tests: string) {
  const source = file(tests)
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const { definition, place } = checked
  const { problems, warnings } = await runTests(definition, compileProtocol(definition), async () => [{ text: 'One.' }])
  const lines = source.split('\n')
  const said = (found: typeof problems) =>
    found
      .map(place)
      .map(({ line, column, message, fix }) => `${lines[line - 1]?.slice(column - 1, column + 8)}| ${message} ${fix}`)
  return { problems: said(problems), warnings: said(warnings) }
}

const TWO = 'text: One is right. Two is not.'
const UNREAD =
  'No label of this record is read: labels has 3 entries, and the splitter cuts "text" into 2 sentences, so that which belongs to which is unclear.'
const UNREAD_FIX = 'Give one entry for each sentence, or the sentences as well, in the list /sentences.'

it('read labels by the splitter’s cut where the record brings no pieces', async () => {
  expect(
    await resultOf(
      `  - {record: {${TWO}, labels: [right, wrong]}, roundtrip: true, answers: {sentence-2.verdict: wrong}, expect: {anyWrong: true}}`,
    ),
  ).toEqual({ problems: [], warnings: [] })
})

it('warn of a record with labels of which none is read, and name that as the reason of what fails', async () => {
  expect(
    await resultOf(
      `  - record: {${TWO}, labels: [right, wrong, right]}\n    answers: {sentence-2.verdict: wrong}\n    expect: {anyWrong: true}`,
    ),
  ).toEqual({
    problems: [
      `wrong}| sentence-2.verdict is null, and "wrong" is expected. ${UNREAD} ${UNREAD_FIX}`,
      `true}| "anyWrong" follows from labels of the stage "judge", and the record has none that are read. ${UNREAD} ${UNREAD_FIX}`,
    ],
    warnings: [`[right, w| ${UNREAD} ${UNREAD_FIX}`],
  })
})

it('tell a roll-up that there is not from one without labels', async () => {
  const { problems } = await resultOf(
    `  - {record: {${TWO}}, expect: {anyWrong: true}}\n  - {record: {${TWO}, labels: [right, wrong]}, expect: {anyWrng: true, nothing: 1}}`,
  )
  expect(problems).toEqual([
    'true}}| "anyWrong" follows from labels of the stage "judge", and the record has none that are read. Write labels where record.gold says that they stand, or leave the test out.',
    'true, not| There is no roll-up "anyWrng". Did you mean "anyWrong"?',
    '1}}| There is no roll-up "nothing". Known here: anyWrong, label, counts.',
  ])
})

it('tell a question that there is not from one without an answer', async () => {
  const { problems } = await resultOf(
    `  - {record: {${TWO}, labels: [right, wrong]}, answers: {sentence-1.verdct: right, sentence-9.verdict: right}}`,
  )
  expect(problems).toEqual([
    'right, se| There is no question "verdct". Did you mean "verdict"?',
    'right}}| sentence-9.verdict is null, and "right" is expected. Units here: item, sentence-1, sentence-2.',
  ])
})

it('say that a roundtrip without labels shows nothing of how labels are written', async () => {
  const nothing =
    'No label of this record is read, so that "roundtrip" shows only that it can be read, and nothing of how labels are written. Leave it so if that is meant. Else give the record labels, and name some of them under "answers".'
  expect(
    await resultOf(
      `  - {record: {${TWO}}, roundtrip: true}\n  - {record: "one.jsonl#1", roundtrip: true}\n  - {record: {${TWO}}}\n  - {record: {words: One.}, refuse: true}`,
    ),
  ).toEqual({ problems: [], warnings: [`true}| ${nothing}`, `true}| ${nothing}`] })
})
