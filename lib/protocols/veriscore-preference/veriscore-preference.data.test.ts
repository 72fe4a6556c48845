import { expect, it } from 'vitest'
import { filesIn, recordsIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { contentOf } from './content'
import { formats } from './formats'
import { blankWords, readPreference } from './formats/read'

const FILES = { within: 'veriscore', named: /\.jsonl$/ }

describeData('records of the pipeline', { files: [FILES] }, (folder) => {
  it('are texts to extract claims from, cut where a sentence ends', () => {
    const records = filesIn(folder, FILES).flatMap((name) => recordsIn(folder, `veriscore/${name}`))
    const texts = records.filter((record) => 'response' in record)
    expect(texts).not.toEqual([])
    for (const record of texts) {
      expect(formats.find((format) => format.recognises(record))?.key).toBe('texts')
      const read = readPreference(record)
      if (!read.ok) throw new Error(JSON.stringify(read))
      const { text, cut, isAnswer, domain } = contentOf(read.record.content)
      expect([text, domain, isAnswer]).toEqual([record.response, record.prompt_source, 'question' in record])
      expect(blankWords(text.slice(0, cut))).toBeLessThanOrEqual(300)
      expect(text.slice(0, cut)).toMatch(/[.!?:)\]"”*]$/u)
    }
  })
})
