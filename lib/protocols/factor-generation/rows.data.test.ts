import { createReadStream, readdirSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse'
import { describe, expect, it } from 'vitest'
import { commonStart } from './common-start'
import { contentOf } from './content'
import { factorGeneration } from './factor-generation'
import { readRow } from './read'

const folder = process.env.ASSAY_DATA_DIR
const files = folder ? readdirSync(path.join(folder, 'factor')).filter((name) => name.endsWith('.csv')) : []

describe.skipIf(!folder)('published FACTOR rows (set ASSAY_DATA_DIR to read them)', () => {
  it.each(files.length > 0 ? files : ['none'])('%s: every contradiction of every row makes a pair', async (name) => {
    let pairs = 0
    const rows = createReadStream(path.join(folder ?? '', 'factor', name)).pipe(parse({ columns: true, bom: true }))
    for await (const row of rows) {
      for (const chosen of ['0', '1', '2']) {
        const record = { ...row, chosen }
        expect(factorGeneration.formats.find((format) => format.recognises(record))?.key).toBe('factor-csv')
        const read = readRow(record)
        if (!read.ok) throw new Error(JSON.stringify(read.problems))
        const { completion, contradiction } = contentOf(read.record.content)
        const common = commonStart(completion, contradiction)
        expect(completion.trimStart().startsWith(common)).toBe(true)
        pairs += 1
      }
    }
    expect(pairs).toBeGreaterThan(0)
  })
})
