import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { contentOf } from './content'
import { readRevision } from './formats/read'

// Published records, outside the project.
const folder = process.env.ASSAY_DATA_DIR

describe('the benchmark’s file of revisions', () => {
  it.runIf(folder)(
    'brings every false response with its true claims, true ones set aside (needs ASSAY_DATA_DIR)',
    () => {
      const file = readFileSync(path.join(folder ?? '', 'factcheckbench', 'subtask5_revision.jsonl'), 'utf8')
      const lines = file.split('\n').filter((line) => line.trim() !== '')
      const records = lines.map((line): Json => JSON.parse(line))
      for (const record of records) {
        const read = readRevision(record)
        if (!isJsonRecord(record) || !read.ok) throw new Error(JSON.stringify(read))
        expect(read.record.discarded !== undefined).toBe(record['factual state'] !== 'false')
        const { claims, humanRevision } = contentOf(read.record.content)
        expect([claims, humanRevision]).toEqual([record['claim list'] ?? [], record.revised_response || null])
      }
    },
  )
})
