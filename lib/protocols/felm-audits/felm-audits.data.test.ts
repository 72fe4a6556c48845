import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { audits } from '@/lib/protocols/felm/audits'
import { readFelm } from '@/lib/protocols/felm/read'
import { segmentsStage } from '@/lib/protocols/felm/stage'
import { protocolById } from '@/lib/protocols/index'
import { felmRecords } from '@/tests/felm-records'

const folder = process.env.ASSAY_DATA_DIR

describe.skipIf(!folder)('what published FELM records bring to audits (set ASSAY_DATA_DIR to compare)', () => {
  const golds = felmRecords(folder).map((source) => {
    const read = readFelm(source)
    if (!read.ok) throw new Error(`${source.index} is readable`)
    const { content, segments, answers, externalId, domain, source: from } = read.record
    const units = segmentsStage.units(content, segments ?? [], {})
    const gold = { source, content, stages: { segments: { units, answers: answers?.segments ?? {} } } }
    return { gold, item: { externalId, domain, source: from } }
  })
  const expected = (): { samples: number; refs: number } =>
    JSON.parse(readFileSync(path.join(folder ?? '', 'expected', 'expected_stats.json'), 'utf8')).felm.ALL

  it('is every response and every link, each readable and told apart', () => {
    const counts = audits.map((audit) => {
      const [format] = protocolById(audit.protocol).formats
      const records = golds.flatMap(({ gold, item }) => audit.records(gold, item))
      expect(records.filter((record) => !format.read(record).ok)).toEqual([])
      expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(records.length)
      return records.length
    })
    expect(counts).toEqual([expected().refs, expected().samples])
  })
})
