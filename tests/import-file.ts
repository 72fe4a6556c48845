/** A file through the real import, for tests of what comes after it. */
import { applyImport } from '@/lib/imports/apply-import'
import { checkImport } from '@/lib/imports/check-import'
import type { ImportOptions } from '@/lib/imports/contract'
import { startImport } from '@/lib/imports/start-import'
import { uploadImport } from '@/lib/imports/upload-import'
import type { Actor } from '@/lib/policy/actor'
import { prisma } from '@/lib/server/db'

const idle = new AbortController().signal

/** Imports records, one a line, as gold unless told otherwise; throws unless all of it was done. */
export async function importFile(
  manager: Actor,
  project: { id: string },
  lines: string,
  options: Partial<ImportOptions> = {},
): Promise<void> {
  const body = new Response(Buffer.from(lines)).body
  const { id } = await uploadImport(manager, project.id, { name: 'records.jsonl', body })
  await checkImport(id, idle)
  await startImport(manager, id, { labels: 'gold', independent: false, open: true, ...options })
  await applyImport(id, idle)
  const { state, error } = await prisma().import.findUniqueOrThrow({ where: { id } })
  if (state !== 'done') throw new Error(`the import is ${state}: ${error}`)
}
