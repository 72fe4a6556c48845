import { setTimeout } from 'node:timers/promises'
import type { Actor } from '@/lib/platform/policy/actor'

const PATIENCE_MS = 300_000

/** Imports records, whose labels become gold, through the measured app: its own worker reads and writes them. */
export const importAsGold = (manager: Actor, projectId: string, records: readonly unknown[]) =>
  importRecords(manager, projectId, records, 'gold')

/** The same, with what is to become of the records' labels. */
export async function importRecords(
  manager: Actor,
  projectId: string,
  records: readonly unknown[],
  labels: 'gold' | 'ignore',
): Promise<void> {
  const { uploadImport } = await import('@/lib/workspace/imports/upload-import')
  const { startImport } = await import('@/lib/workspace/imports/start-import')
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  const { id } = await uploadImport(manager, projectId, { name: 'documents.jsonl', body: new Response(text).body })
  await reached(id, 'ready')
  await startImport(manager, id, { labels, open: true, independent: false })
  await reached(id, 'done')
}

async function reached(id: string, goal: 'ready' | 'done'): Promise<void> {
  const { prisma } = await import('@/lib/platform/server/db')
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const { state, error } = await prisma().import.findUniqueOrThrow({ where: { id } })
    if (state === goal) return
    if (state === 'refused' || state === 'failed') throw new Error(`the import was ${state}: ${error}`)
    await setTimeout(20)
  }
  throw new Error(`the import did not get ${goal}`)
}
