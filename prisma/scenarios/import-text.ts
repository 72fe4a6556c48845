/** Brings a file in, as the import page does. */

import type { Actor } from '@/lib/platform/policy/actor'
import { applyImport } from '@/lib/workspace/imports/apply-import'
import { checkImport } from '@/lib/workspace/imports/check-import'
import { startImport } from '@/lib/workspace/imports/start-import'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import type { ScenarioFile } from './files'

const idle = new AbortController().signal

export const jsonLines = (lines: readonly unknown[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

export async function importText(
  manager: Actor,
  projectId: string,
  file: Pick<ScenarioFile, 'name' | 'options'> & { text: string },
): Promise<void> {
  const { id } = await uploadImport(manager, projectId, { name: file.name, body: new Response(file.text).body })
  // At once, since no worker runs yet; when one comes to these jobs it finds them done.
  await checkImport(id, idle)
  await startImport(manager, id, { ...file.options, independent: false })
  await applyImport(id, idle)
}
