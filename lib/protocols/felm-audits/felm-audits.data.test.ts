import { expect, it } from 'vitest'
import { audits } from '@/lib/protocols/felm/audits'
import { readFelm } from '@/lib/protocols/felm/read'
import { segmentsStage } from '@/lib/protocols/felm/work'
import { protocolById } from '@/lib/protocols/index'
import { expectedIn, felmFiles } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { felmRecords } from '@/tests/felm-records'

describeData('what published FELM records bring to audits', { files: [felmFiles], expected: ['felm'] }, (folder) => {
  const golds = felmRecords(folder).map((source) => {
    const read = readFelm(source)
    if (!read.ok) throw new Error(`${source.index} is readable`)
    const { content, segments, answers, externalId, domain, source: from } = read.record
    const units = segmentsStage.units(content, segments ?? [], {})
    const gold = { source, content, stages: { segments: { units, answers: answers?.segments ?? {} } } }
    return { gold, item: { externalId, domain, source: from } }
  })
  const { ALL: expected } = expectedIn<{ ALL: { samples: number; refs: number } }>(folder, 'felm')

  it('is every response and every link, each readable and told apart', () => {
    const counts = audits.map((audit) => {
      const [format] = protocolById(audit.protocol).formats
      const records = golds.flatMap(({ gold, item }) => audit.records(gold, item))
      expect(records.filter((record) => !format.read(record).ok)).toEqual([])
      expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(records.length)
      return records.length
    })
    expect(counts).toEqual([expected.refs, expected.samples])
  })
})
