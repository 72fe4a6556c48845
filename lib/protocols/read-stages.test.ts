import { expect, it } from 'vitest'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { goldIn, readStages } from './read-stages'

const FILE = `assay: protocol/1
id: asked
version: 1
title: Asked
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
stages:
  - id: first
    questions:
      - {id: verdict, ask: Is it so?, form: choice, options: [{value: y, says: Yes.}, {value: n, says: No.}]}
      - {id: kind, ask: Of which kind?, form: choice, when: item.verdict == "n", options: [{value: date, says: A date.}, {value: name, says: A name.}]}
  - id: second
    questions:
      - {id: done, ask: Is it done?, form: flag}
guidelines: Read.
`

it('takes answers to questions that are asked for gold, and leaves the others to suggestions', () => {
  const checked = checkFile(FILE)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const protocol = compileProtocol(checked.definition)
  const [stage] = protocol.stages
  const content = { text: 'So.' }
  const stated = { item: { verdict: 'y', kind: 'date' } }
  const given = { content, segments: null, answers: { first: stated } }

  const [first, second] = readStages(protocol, given)
  expect(first?.answers).toEqual(stated)
  expect(first && goldIn(stage, content, first)).toEqual({ item: { verdict: 'y' } })
  expect(second?.units[0]?.data).toEqual({ earlier: { verdict: 'y' } })

  // What was gold elsewhere stays, such as answers to questions that an earlier version asked.
  const [settled, next] = readStages(protocol, { ...given, settled: true })
  expect(settled && goldIn(stage, content, settled)).toEqual(stated)
  expect(next?.units[0]?.data).toEqual({ earlier: stated.item })
})
