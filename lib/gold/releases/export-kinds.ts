/** Everything that can be downloaded from a project, by key. */
import 'server-only'
import type { Role } from '@/lib/platform/policy/can'
import { stageByKey } from '@/lib/protocols'
import type { ExportFormat, Protocol, RecordFormat } from '@/lib/protocols/protocol'
import { NATIVE_VERSION } from '@/lib/workspace/imports/native/contract'
import type { AnswerReach } from '@/lib/workspace/tasks/record-project-answer-reads'
import { annotationLines } from './annotation-lines'
import type { ExportRows } from './contract'
import type { ExportScope } from './export-scope'
import { goldCsv, goldLines } from './gold-lines'
import { nativeLines } from './native-lines'
import { ratingCsv, ratingLines } from './rating-lines'

export interface ExportKind {
  key: string
  title: string
  description: string
  /** What a line or row holds one of: of `record` and `rating`, an item or annotation gives none, one or several. */
  rows: ExportRows
  /** What it is made from, as the page counts it. */
  counts: 'finished' | 'annotations' | 'independent' | { gold: string }
  reach: AnswerReach
  roles: readonly Role[]
  extension: 'jsonl' | 'csv'
  lines(scope: ExportScope): AsyncGenerator<string>
}

const EVERYONE: readonly Role[] = ['manager', 'reviewer', 'viewer']
// Answers of single people are for those who may read them on the consolidation screen.
const ANSWER_READERS: readonly Role[] = ['manager', 'reviewer']

const OWN: readonly ExportKind[] = [
  {
    key: 'native',
    title: 'Gold with its history (native)',
    description: `Lossless: gold, units, how and by whom each value was settled, the source record verbatim, discarded items with their reason. Versioned (${NATIVE_VERSION}), and can be imported again.`,
    rows: 'item',
    counts: 'finished',
    reach: 'gold',
    roles: EVERYONE,
    extension: 'jsonl',
    lines: nativeLines,
  },
  {
    key: 'annotations',
    title: 'Raw annotations',
    description:
      'Every submitted annotation of every round with its labels, once all annotators of a task have submitted. Each label says whether a suggestion for it was in sight, and what became of it.',
    rows: 'annotation',
    counts: 'annotations',
    reach: 'revealed',
    roles: ANSWER_READERS,
    extension: 'jsonl',
    lines: annotationLines,
  },
  {
    key: 'ratings',
    title: 'Agreement inputs (CSV)',
    description:
      'The frozen, independent ratings that agreement is computed from, in long form: measure, unit, item, domain, annotator, value.',
    rows: 'rating',
    counts: 'independent',
    reach: 'revealed',
    roles: ANSWER_READERS,
    extension: 'csv',
    lines: ratingCsv,
  },
  {
    key: 'ratings-json',
    title: 'Agreement inputs (JSON lines)',
    description: 'The same ratings, one JSON object each.',
    rows: 'rating',
    counts: 'independent',
    reach: 'revealed',
    roles: ANSWER_READERS,
    extension: 'jsonl',
    lines: ratingLines,
  },
]

/** The exports of a project under this protocol: its own formats that carry gold, then the product's. */
export function exportKinds(protocol: Protocol): ExportKind[] {
  const last = protocol.stages.at(-1)?.key ?? protocol.stages[0].key
  const writers = new Map<NonNullable<RecordFormat['write']>, RecordFormat>()
  // Formats that write the same record are one export.
  for (const format of protocol.formats)
    if (format.write && !writers.has(format.write)) writers.set(format.write, format)
  const formats = [...writers].map(([write, format]): ExportFormat => {
    const { key, title, description, stage = last, csv } = format
    return { key, title, description, stage, ...(csv ? { csv } : {}), write: (gold) => [write(gold)] }
  })
  return [
    ...formats.map((format) => goldKind(protocol, format, 'item')),
    ...protocol.exports.map((format) => goldKind(protocol, format, 'record')),
    ...OWN,
  ]
}

function goldKind(
  protocol: Protocol,
  { key, title, description, stage, csv, write }: ExportFormat,
  rows: ExportRows,
): ExportKind {
  const several = protocol.stages.length > 1
  const { title: stageTitle, consolidation } = stageByKey(protocol, stage)
  const what = consolidation === 'votes' ? 'Votes' : 'Gold'
  const extent = several ? ` Items whose stages up to “${stageTitle}” are gold, and none of them stale.` : ''
  return {
    key,
    title: `${what} as ${title}`,
    description: `${csv ? 'CSV with a heading' : 'One JSON record a line'}. ${description}${extent}`,
    rows,
    counts: { gold: stage },
    reach: 'gold',
    roles: EVERYONE,
    extension: csv ? 'csv' : 'jsonl',
    lines: (scope) => (csv ? goldCsv : goldLines)(scope, stage, write),
  }
}
