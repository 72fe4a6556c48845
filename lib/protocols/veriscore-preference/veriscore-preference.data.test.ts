import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { contentOf } from './content'
import { blankWords } from './cut-text'
import { readPreference } from './formats/read'

// Published records, outside the project.
const folder = process.env.ASSAY_DATA_DIR

describe('records of the pipeline', () => {
  it.runIf(folder)('are texts to extract claims from, cut where a sentence ends (needs ASSAY_DATA_DIR)', () => {
    const from = path.join(folder ?? '', 'veriscore')
    const files = readdirSync(from).filter((name) => name.endsWith('.jsonl'))
    const lines = files.flatMap((name) => readFileSync(path.join(from, name), 'utf8').split('\n'))
    const records = lines.filter((line) => line.trim() !== '').map((line): Json => JSON.parse(line))
    const texts = records.filter((record) => isJsonRecord(record) && 'response' in record)
    expect(texts).not.toEqual([])
    for (const record of texts) {
      const read = readPreference(record)
      if (!read.ok || !isJsonRecord(record)) throw new Error(JSON.stringify(read))
      const { text, cut, isAnswer, domain } = contentOf(read.record.content)
      expect([text, domain, isAnswer]).toEqual([record.response, record.prompt_source, true])
      expect(blankWords(text.slice(0, cut))).toBeLessThanOrEqual(300)
      expect(text.slice(0, cut)).toMatch(/[.!?:)\]"”*]$/u)
    }
  })
})
