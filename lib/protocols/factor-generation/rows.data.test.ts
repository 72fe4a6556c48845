import { createReadStream } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse'
import { expect, it } from 'vitest'
import { factorFiles, filesIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { commonStart } from './common-start'
import { contentOf } from './content'
import { manifest } from './manifest'
import { readRow } from './read'

describeData('published FACTOR rows', { files: [factorFiles] }, (folder) => {
  it.each(filesIn(folder, factorFiles))('%s: every contradiction of every row makes a pair', async (name) => {
    let pairs = 0
    const rows = createReadStream(path.join(folder.path, 'factor', name)).pipe(parse({ columns: true, bom: true }))
    for await (const row of rows) {
      for (const chosen of ['0', '1', '2']) {
        const record = { ...row, chosen }
        expect(manifest.definition.formats.find((format) => format.recognises(record))?.key).toBe('factor-csv')
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
