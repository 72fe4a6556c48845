/** Boundary F1 of the sentence splitter against the published segments of FELM, by domain; nothing is timed. */
import { segmentText } from '@/lib/text/segment-text'
import { boundaryF1, segmentedRecords } from '@/tests/boundary-f1'
import { wholeFiles } from '@/tests/data-folders'
import { say } from './setting/app'

if (!wholeFiles) throw new Error('Set ASSAY_DATA_DIR to a folder with felm/*.jsonl.')
const records = segmentedRecords(wholeFiles)
for (const domain of new Set(records.map((record) => record.domain))) {
  const count = records.filter((record) => record.domain === domain).length
  const f1 = boundaryF1(records, domain, segmentText)
  const lines = boundaryF1(records, domain, (text) => text.split('\n'))
  say(`${domain}: boundary F1 ${f1.toFixed(3)} over ${count} responses (cut at lines: ${lines.toFixed(3)})`)
}
