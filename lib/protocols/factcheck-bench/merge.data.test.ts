import { expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { recordsIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { contentOf } from './content'
import { formats } from './formats'
import { mergeStage } from './merge'
import { mergeResponse } from './merge-response'

// Its sentences are not always word for word in their responses.
const BENCHMARK = 'factcheckbench/factcheck-GPT-benchmark.jsonl'

/** The record's third stage, as if its second had changed nothing. */
function unchanged(record: Json) {
  const read = formats.find((format) => format.recognises(record))?.read(record)
  if (!read?.ok) throw new Error(JSON.stringify(read))
  const { content, segments } = read.record
  const sentences = (segments ?? []).map((text, index) => ({ key: `s${index + 1}`, kind: 'sentence', text }))
  return { content, units: mergeStage.units(content, [], { verify: { units: sentences, answers: {} } }) }
}

describeData('merging the published responses', { files: [BENCHMARK] }, (folder) => {
  it('gives back each of them, to the letter, while nothing changed', () => {
    const subjects = recordsIn(folder, BENCHMARK).map(unchanged)
    expect(subjects.length).toBeGreaterThan(0)
    for (const subject of subjects) expect(mergeResponse(subject, {}).text).toBe(contentOf(subject.content).response)
  })

  it('traces every sentence that stays', () => {
    for (const subject of recordsIn(folder, BENCHMARK).map(unchanged)) {
      const keys = subject.units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
      const { parts } = mergeResponse(subject, { s1: { fate: 'delete' } })
      expect(parts.flatMap(({ sentence }) => sentence ?? [])).toEqual(keys.filter((key) => key !== 's1'))
    }
  })
})
