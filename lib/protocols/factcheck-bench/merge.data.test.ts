import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { formats } from './formats'
import { mergeStage } from './merge'
import { mergeResponse } from './merge-response'

// Published records, outside the project; their sentences are not always word for word in their responses.
const folder = process.env.ASSAY_DATA_DIR

const linesOf = (from: string) =>
  readFileSync(path.join(from, 'factcheckbench', 'factcheck-GPT-benchmark.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')

/** The record's third stage, as if its second had changed nothing. */
function unchanged(record: Json) {
  const read = formats.find((format) => format.recognises(record))?.read(record)
  if (!read?.ok) throw new Error(JSON.stringify(read))
  const { content, segments } = read.record
  const sentences = (segments ?? []).map((text, index) => ({ key: `s${index + 1}`, kind: 'sentence', text }))
  return { content, units: mergeStage.units(content, [], { verify: { units: sentences, answers: {} } }) }
}

describe('merging the published responses', () => {
  it.runIf(folder)('gives back each of them, to the letter, while nothing changed (needs ASSAY_DATA_DIR)', () => {
    const subjects = linesOf(folder ?? '').map((line) => unchanged(JSON.parse(line) as Json))
    expect(subjects.length).toBeGreaterThan(0)
    for (const subject of subjects) expect(mergeResponse(subject, {}).text).toBe(contentOf(subject.content).response)
  })

  it.runIf(folder)('traces every sentence that stays (needs ASSAY_DATA_DIR)', () => {
    for (const line of linesOf(folder ?? '')) {
      const subject = unchanged(JSON.parse(line) as Json)
      const keys = subject.units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
      const { parts } = mergeResponse(subject, { s1: { fate: 'delete' } })
      expect(parts.flatMap(({ sentence }) => sentence ?? [])).toEqual(keys.filter((key) => key !== 's1'))
    }
  })
})
