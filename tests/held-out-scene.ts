/** Projects like FELM of which half is held out, and their releases. */
import { filesOf } from '@/lib/gold/releases/release/archive/stream-archive'
import { buildReleaseHandler } from '@/lib/gold/releases/release/build/build-job'
import { readStoredText } from '@/lib/gold/releases/release/build/read-stored'
import { manifestSchema } from '@/lib/gold/releases/release/manifest/contract'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { saveCard } from '@/lib/gold/releases/release/save-card'
import type { SplitChoice } from '@/lib/gold/releases/release/splits/contract'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { simulateFelm } from '@/tests/agreement-scene'
import { makeMember } from '@/tests/factories'

export const BY_DOMAIN: SplitChoice = { by: 'field', field: 'domain' }
export const HELD_OUT: SplitChoice = { ...BY_DOMAIN, heldOut: { split: 'science' } }

export async function managerOf(project: Parameters<typeof makeMember>[0]): Promise<Actor> {
  const manager = actorOf(await makeMember(project, 'manager'))
  const text = { ...emptyCard('Ocean facts', 'Facts about oceans.'), licence: 'CC-BY-4.0', languages: ['en'] }
  await saveCard(manager, project.id, { text, revision: 0 })
  return manager
}

export const ITEMS = 22

/** Half of its items are of the domain “science”, and have some 130 units. */
export async function felmScene(items = ITEMS) {
  const plan = { items, segments: [14, 16] as const, errors: [0.1, 0.3], gold: 0.9, removed: 0.02 }
  const { project } = await simulateFelm({ ...plan, model: { error: 0.2, arms: true } })
  return { project, projectId: project.id, manager: await managerOf(project) }
}

async function build(manager: Actor, projectId: string, splits: SplitChoice | null) {
  const { number } = await startRelease(manager, projectId, { notes: '', splits, contradictionsReason: 'As planned.' })
  const where = { projectId_number: { projectId, number } }
  const { id: releaseId } = await prisma().release.findUniqueOrThrow({ where })
  const { signal } = new AbortController()
  await buildReleaseHandler.run({ releaseId }, { id: '1', attempt: 1, isLastAttempt: true, signal })
  return prisma().release.findUniqueOrThrow({ where })
}

export async function released(manager: Actor, projectId: string, splits: SplitChoice | null) {
  const release = await build(manager, projectId, splits)
  if (release.state !== 'ready') throw new Error(`release ${release.number} is ${release.state}: ${release.error}`)
  const files = new Map<string, string>()
  for (const { path } of await filesOf(release.id))
    files.set(path, await readStoredText(release.id, path, path.endsWith('.parquet') ? 'latin1' : 'utf8'))
  return { release, files, manifest: manifestSchema.parse(JSON.parse(files.get('manifest.json') ?? '')) }
}

interface HeldOutLine {
  item: number
  id: string | null
  content: string
  units: { unit: string; text: string }[]
}

/** The same label for every unit that a release holds out, as a file of predictions has it. */
export const oneLabelFor = (
  files: ReadonlyMap<string, string>,
  label: boolean,
): { item: string; unit: string; label: boolean }[] =>
  heldOutIn(files).flatMap(({ item, units }) => units.map(({ unit }) => ({ item: `#${item}`, unit, label })))

export const heldOutIn = (files: ReadonlyMap<string, string>): HeldOutLine[] =>
  (files.get('held-out.jsonl') ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
