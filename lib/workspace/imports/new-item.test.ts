/** Labels that are imported as somebody's own work: what they list has keys of its own, and is the same record again. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { drawnAnew } from './new-item'

it.each(['atomic-facts', 'claim-questions'])('lists of %s, lists in lists included, are drawn anew', (name) => {
  const file = (ending: string) => readFileSync(`docs/examples/protocols/${name}.${ending}`, 'utf8')
  const checked = checkFile(file('yaml'))
  if (!checked.ok) throw new Error('the example has problems')
  const protocol = compileProtocol(checked.definition)
  const [format] = protocol.formats
  const [stage] = protocol.stages
  const records: Json[] = file('jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  let listed = 0
  for (const record of records) {
    const read = format.read(record)
    if (!read.ok) throw new Error('the record cannot be read')
    const gold = goldOf(protocol, record, read.record)
    const settled = gold.stages[stage.key]
    if (!settled) continue
    const { answers, made } = drawnAnew(stage, gold.content, { units: [...settled.units], answers: settled.answers })
    const known = new Set([...settled.units, ...made].map(({ key }) => key))
    expect(made.filter(({ key, parent }) => key in settled.answers || !known.has(parent))).toEqual([])
    const stages = { [stage.key]: { units: settled.units, answers } }
    expect(JSON.stringify(format.write?.({ ...gold, stages }))).toBe(JSON.stringify(record))
    listed += made.length
  }
  expect(listed).toBeGreaterThan(20)
})
