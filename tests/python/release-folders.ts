/** Releases as their users get them: made as a manager does, and written as folders, beside each what the database says its tables hold. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { filesOf } from '@/lib/gold/releases/release/archive/stream-archive'
import { buildReleaseHandler } from '@/lib/gold/releases/release/build/build-job'
import { readStored } from '@/lib/gold/releases/release/build/read-stored'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { readCard, saveCard } from '@/lib/gold/releases/release/save-card'
import type { SplitChoice } from '@/lib/gold/releases/release/splits/contract'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import { tablesOf } from '@/lib/gold/releases/tables/tables'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { databaseRows } from './database-rows'

const idle = new AbortController().signal

/** Makes the next release of a project, with a card that lacks nothing. */
export async function makeRelease(
  manager: Actor,
  { id: projectId, name }: { id: string; name: string },
  splits: SplitChoice | null,
) {
  const saved = await readCard(prisma(), { id: projectId, name, description: '' })
  const text = { ...emptyCard(name, 'Made to be read.'), ...saved.text, licence: 'CC-BY-4.0' }
  await saveCard(manager, projectId, { text, revision: saved.revision })
  const { number } = await startRelease(manager, projectId, {
    notes: 'New.',
    contradictionsReason: 'It is made to be read.',
    splits,
  })
  const where = { projectId_number: { projectId, number } }
  const { id: releaseId } = await prisma().release.findUniqueOrThrow({ where, select: { id: true } })
  await buildReleaseHandler.run({ releaseId }, { id: '1', attempt: 1, isLastAttempt: true, signal: idle })
  return prisma().release.findUniqueOrThrow({ where })
}

interface Released {
  id: string
  number: number
  project: { id: string; name: string; protocolId: string }
}

/**
 * Writes the files of each release into a folder below `root`; beside it `<folder>.database.jsonl`, a line for each row of each table in their order,
 * and, once for each protocol, `<folder>.empty` with the tables of a project that has no items. Returns the folders' paths.
 */
export async function writeReleases(root: string, releases: readonly Released[]): Promise<string[]> {
  const folders: string[] = []
  const emptied = new Set<string>()
  for (const { id, number, project } of releases) {
    const folder = path.join(root, `${project.name.replaceAll(/\W+/g, '-')}-v${number}`)
    folders.push(folder)
    for (const { path: name } of await filesOf(id)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), readStored(id, name))
    }
    const tables = await databaseRows(project.id, project.protocolId)
    const lines = [...tables].flatMap(([table, rows]) => rows.map((row) => `${JSON.stringify({ table, row })}\n`))
    await writeFile(`${folder}.database.jsonl`, lines.join(''))
    if (!emptied.has(project.protocolId)) await writeEmpty(`${folder}.empty`, project.protocolId)
    emptied.add(project.protocolId)
  }
  return folders
}

/** The tables of a project under this protocol that has no items, as they are downloaded. */
async function writeEmpty(folder: string, protocolId: string): Promise<void> {
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager'))
  await mkdir(folder)
  for (const { key } of tablesOf(protocolById(protocolId))) {
    const { body } = await downloadExport(manager, project.id, `table-${key}`)
    await writeFile(path.join(folder, `${key}.parquet`), Buffer.from(await new Response(body).arrayBuffer()))
  }
}
