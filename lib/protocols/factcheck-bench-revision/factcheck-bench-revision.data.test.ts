import { expect, it } from 'vitest'
import { recordsIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { contentOf } from './content'
import { readRevision } from './formats/read'

const REVISIONS = 'factcheckbench/subtask5_revision.jsonl'

describeData('the benchmark’s file of revisions', { files: [REVISIONS] }, (folder) => {
  it('brings every false response with its true claims, true ones set aside', () => {
    const records = recordsIn(folder, REVISIONS)
    expect(records).not.toEqual([])
    for (const record of records) {
      const read = readRevision(record)
      if (!read.ok) throw new Error(JSON.stringify(read))
      expect(read.record.discarded !== undefined).toBe(record['factual state'] !== 'false')
      const { claims, humanRevision } = contentOf(read.record.content)
      expect([claims, humanRevision]).toEqual([record['claim list'] ?? [], record.revised_response || null])
    }
  })
})
