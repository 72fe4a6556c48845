import { z } from 'zod'
import type { Import } from '@/generated/prisma/client'
import { readStoredList } from '@/lib/platform/server/read-stored'
import {
  type FileCounts,
  type FileReading,
  fileCountsSchema,
  fileReadingSchema,
  type ImportDetail,
  type ImportView,
  importOptionsSchema,
  importProblemSchema,
  joinedFileSchema,
  notJoinedSchema,
  previewRecordSchema,
  problemGroupSchema,
} from './contract'
import { type FileMapping, fileMappingSchema } from './mapping/contract'

const NOTHING_COUNTED: FileCounts = {
  newCount: 0,
  duplicateCount: 0,
  repeatedCount: 0,
  labelledCount: 0,
  here: { labelled: 0, free: 0, notJoined: [], submitted: [] },
}

/** What the check leaves in `imports.problems`. */
export const checkFindingsSchema = z.object({
  groups: z.array(problemGroupSchema).default([]),
  problems: z.array(importProblemSchema).default([]),
  byContent: fileCountsSchema.default(NOTHING_COUNTED),
  byId: fileCountsSchema.nullable().default(null),
  joins: z.array(joinedFileSchema).default([]),
})
export type CheckFindings = z.infer<typeof checkFindingsSchema>

const findingsOf = (row: Import) =>
  checkFindingsSchema
    .catch({ groups: [], problems: [], byContent: NOTHING_COUNTED, byId: null, joins: [] })
    .parse(row.problems)

/** How its columns are read; null until it was looked at. */
export const fileMappingOf = (row: { fileMapping: unknown }): FileMapping | null =>
  fileMappingSchema.nullable().catch(null).parse(row.fileMapping)

/** What kind of file it is, and what was chosen about it. */
export const readingOf = (row: { reading: unknown }): FileReading =>
  fileReadingSchema.catch({ choice: {}, facts: null }).parse(row.reading)

/** How far it is with what it is at; what has come to its end is all done. */
function shareOf({ state, progress }: Import, size: number): number {
  if (state === 'ready' || state === 'refused' || state === 'done') return 1
  return size === 0 ? 0 : Math.min(1, Number(progress) / size)
}

/** An import without its problems and preview. */
export function presentImport(row: Import): ImportView {
  const size = Number(row.byteSize)
  return {
    id: row.id,
    projectId: row.projectId,
    fileName: row.fileName,
    byteSize: size,
    sha256: row.sha256,
    state: row.state,
    format: row.format,
    received: row.state === 'uploading' ? Number(row.progress) : size,
    progress: shareOf(row, size),
    recordCount: row.recordCount,
    newCount: row.newCount,
    duplicateCount: row.duplicateCount,
    labelledCount: findingsOf(row).byContent.labelledCount,
    joinedCount: row.joinedCount,
    problemCount: row.problemCount,
    warningCount: row.warningCount,
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    options: importOptionsSchema
      .nullable()
      .catch(null)
      .parse(Object.keys(row.options ?? {}).length > 0 ? row.options : null),
  }
}

/** An import with everything a person needs to decide on it. */
export function presentImportDetail(
  row: Import,
  more: Pick<ImportDetail, 'people' | 'votes' | 'raters' | 'targets' | 'hasTasks'>,
): ImportDetail {
  const { groups, problems, byContent, byId, joins } = findingsOf(row)
  return {
    ...presentImport(row),
    groups,
    problems,
    preview: readStoredList(previewRecordSchema, row.preview, `preview of import ${row.id}`),
    byContent,
    byId,
    joins,
    notJoined: readStoredList(notJoinedSchema, row.notJoined, `left-out labels of import ${row.id}`),
    file: fileMappingOf(row),
    reading: readingOf(row),
    ...more,
  }
}
