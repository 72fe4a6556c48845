import { z } from 'zod'
import type { Import } from '@/generated/prisma/client'
import { readStoredList } from '@/lib/platform/server/read-stored'
import {
  type ImportDetail,
  type ImportView,
  importOptionsSchema,
  importProblemSchema,
  previewRecordSchema,
  problemGroupSchema,
} from './contract'

/** What the check leaves in `imports.problems`. */
export const checkFindingsSchema = z.object({
  groups: z.array(problemGroupSchema).default([]),
  problems: z.array(importProblemSchema).default([]),
  labelledCount: z.number().int().default(0),
})
export type CheckFindings = z.infer<typeof checkFindingsSchema>

const findingsOf = (row: Import) =>
  checkFindingsSchema.catch({ groups: [], problems: [], labelledCount: 0 }).parse(row.problems)

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
    progress: size === 0 ? 0 : Math.min(1, Number(row.progress) / size),
    recordCount: row.recordCount,
    newCount: row.newCount,
    duplicateCount: row.duplicateCount,
    labelledCount: findingsOf(row).labelledCount,
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
  { people, votes }: Pick<ImportDetail, 'people' | 'votes'>,
): ImportDetail {
  const { groups, problems } = findingsOf(row)
  return {
    ...presentImport(row),
    groups,
    problems,
    preview: readStoredList(previewRecordSchema, row.preview, `preview of import ${row.id}`),
    votes,
    people,
  }
}
