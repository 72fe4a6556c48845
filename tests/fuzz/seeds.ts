/** What hostile files are made from: each protocol's sample records, and published files. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { samples } from '@/lib/protocols/conformance-samples'
import { dataFolders, filesIn } from '@/tests/data-folders'
import type { Json } from './hostile'

export const samplesOf = (protocolId: string): readonly Json[] => (samples[protocolId] ?? []) as readonly Json[]

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
