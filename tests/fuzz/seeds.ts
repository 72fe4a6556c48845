/** What hostile files are made from: each protocol's sample records, and published files. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { factbenchRow, quirkyDocuments, screen1Record } from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import { revisionRecords } from '@/lib/protocols/factcheck-bench-revision/sample-records'
import { factorRows, quirkyPairs } from '@/lib/protocols/factor-generation/sample-records'
import { quirkyRecords as factorExamples } from '@/lib/protocols/factor-validation/sample-records'
import { quirkyRecords } from '@/lib/protocols/felm/sample-records'
import { referenceRecords, responseRecords } from '@/lib/protocols/felm-audits/sample-records'
import { preferenceRecords } from '@/lib/protocols/veriscore-preference/sample-records'
import { quirkyRecords as verifiedClaims } from '@/lib/protocols/veriscore-verification/sample-records'
import { dataFolders, filesIn } from '@/tests/data-folders'
import type { Json } from './hostile'

const plain = { id: 'q1', prompt: 'Why?', response: 'So. There.' }

/** Records by protocol. */
export const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  'factcheck-bench': [...quirkyDocuments, screen1Record(), factbenchRow(), plain],
  'factor-validation': factorExamples,
  'factor-generation': [...quirkyPairs, ...factorRows],
  'felm-reference-audit': referenceRecords,
  'felm-response-audit': responseRecords,
  felm: [...quirkyRecords, plain],
  'veriscore-verification': verifiedClaims,
  'veriscore-preference': preferenceRecords,
  'factcheck-bench-revision': revisionRecords,
}

export const samplesOf = (protocolId: string): readonly Json[] => (SAMPLES[protocolId] ?? []) as readonly Json[]

/** Which folders of the published data a protocol reads. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  felm: ['felm'],
  'felm-reference-audit': ['felm'],
  'felm-response-audit': ['felm'],
  'factcheck-bench': ['factcheckbench', 'factbench', 'annotation_tool_example'],
  'factcheck-bench-revision': ['factcheckbench'],
  'factor-validation': ['factor'],
  'factor-generation': ['factor'],
  'veriscore-verification': ['veriscore'],
  'veriscore-preference': ['veriscore'],
  outputs: ['prefill'],
}

/** Published files of a protocol, or of `outputs`. */
export function realFiles(name: string): Buffer[] {
  return dataFolders.flatMap((folder) =>
    (FOLDERS[name] ?? []).flatMap((within) =>
      filesIn(folder, { within, named: /\.(csv|jsonl?)$/ }).map((file) =>
        readFileSync(path.join(folder.path, within, file)),
      ),
    ),
  )
}

/** Files of other kinds, as their readers expect them. */
export const PREDICTIONS: readonly Json[] = [
  { system: 'a', item: '1', segment: 's1', label: false },
  { system: 'b', item: '1', unit: 's2', label: true, note: 'Searched twice.' },
  { system: 'a', item: '#2', segment: 1, label: null },
]
export const RATINGS: readonly Json[] = [
  { unit: '1', rater: 'a', label: 'x' },
  { unit: '1', rater: 'b', label: 'y' },
  { unit: '2', ann: 1, bob: 2, response: 'r' },
  { length: 11, segmentations: { ann: [2, 5], bob: [2, 4] } },
  { lists: { ann: ['a claim', 'another'], bob: ['a claim'] } },
  { texts: { ann: 'The corrected claim.', bob: 'Another wording.' } },
]
export const DOCUMENTS: readonly Json[] = [
  { title: 'Rivers', text: 'The Danube is long.', url: 'https://example.org', publishedAt: '2020-01-01' },
  { title: '河流', text: '多瑙河很长。' },
]
