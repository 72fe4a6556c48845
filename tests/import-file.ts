/** A file through the real import, for tests of what comes after it. */

import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { applyImport } from '@/lib/workspace/imports/apply-import'
import { checkImport } from '@/lib/workspace/imports/check-import'
import type { ImportOptions } from '@/lib/workspace/imports/contract'
import { startImport } from '@/lib/workspace/imports/start-import'
import { uploadImport } from '@/lib/workspace/imports/upload-import'

const idle = new AbortController().signal

/** Imports records, one a line, as gold unless told otherwise; throws unless all of it was done. */
export async function importFile(
  manager: Actor,
  project: { id: string },
  lines: string | Buffer,
  options: Partial<ImportOptions> = {},
): Promise<void> {
  const body = new Response(new Uint8Array(typeof lines === 'string' ? Buffer.from(lines) : lines)).body
  const { id } = await uploadImport(manager, project.id, { name: 'records.jsonl', body })
  await checkImport(id, idle)
  await startImport(manager, id, { labels: 'gold', independent: false, open: true, ...options })
  await applyImport(id, idle)
  const { state, error } = await prisma().import.findUniqueOrThrow({ where: { id } })
  if (state !== 'done') throw new Error(`the import is ${state}: ${error}`)
}
