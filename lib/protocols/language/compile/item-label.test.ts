import { expect, it } from 'vitest'
import { contradictionsOf, labelSources } from '@/lib/gold/checks/contradictions'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { compileProtocol } from './compile-protocol'

const FILE = `assay: protocol/1
id: labelled
version: 1
title: Labelled
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
stages:
  - id: check
    questions:
      - {id: verdict, ask: Is it right?, form: choice, options: [{value: right, key: r, says: Yes.}, {value: wrong, key: w, says: No.}]}
      - {id: page, ask: Which page says so?, form: text}
label:
  values: [{value: true, text: Right}, {value: false, text: Wrong}]
  at: /right
  rules:
    shown: {title: Where a page says so, says: As it was answered., is: 'given([item.page], item.verdict == "right")'}
    third: {title: Where page 3 says so, says: As it was answered., is: 'given([item.page], item.page == "Page 3.")'}
    bare: {title: In any case, says: As it was answered., is: 'item.verdict == "right" && item.page != null'}
guidelines: Read.
`

/** What the rules say of a record, and where its labels contradict each other. */
function labelOf(record: { text: string; verdict: string; page?: string; right?: boolean }) {
  const checked = checkFile(FILE)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const protocol = compileProtocol(checked.definition)
  const { itemLabel, stages, formats } = protocol
  const read = formats[0].read(record)
  if (!read.ok || !itemLabel) throw new Error('The record has a label')
  const { content, stages: settled } = goldOf(protocol, record, read.record)
  const { units, answers } = settled.check ?? { units: [], answers: {} }
  const rollUp = stages[0].rollUp({ content, units }, answers)
  const sources = labelSources(itemLabel, { rollUp, origin: 'imported' }, () => record)
  return { byRule: sources.byRule, contradictions: contradictionsOf(sources) }
}

it('a rule that gives no label contradicts neither the record nor the other rules', () => {
  const open = { text: 'A', verdict: 'right' }
  expect(labelOf(open)).toEqual({ byRule: { bare: false }, contradictions: [] })
  expect(labelOf({ ...open, right: false }).contradictions).toEqual([])
})

it('rules that give labels are compared with the record and with each other', () => {
  const shown = { text: 'A', verdict: 'right', page: 'Page 3.' }
  expect(labelOf({ ...shown, right: true })).toEqual({
    byRule: { shown: true, third: true, bare: true },
    contradictions: [],
  })
  expect(labelOf({ ...shown, right: false }).contradictions).toEqual(['label-stored'])
  expect(labelOf({ ...shown, page: 'Page 4.' }).contradictions).toEqual(['label-rules'])
})
