/** Releases for managers, reviewers and viewers; by a secret link, for anybody. */
import 'server-only'
import { presentHeldOut } from '@/lib/gold/held-out/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { prisma, transaction } from '@/lib/platform/server/db'
import { readStored } from '@/lib/platform/server/read-stored'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import { filesOf } from './archive/stream-archive'
import { CHANGES_PATH } from './build/data-files'
import { readStoredLines, readStoredText } from './build/read-stored'
import { withoutHead } from './card/render-card'
import { type Change, changeSchema, type ReleaseDetail, type ReleaseList } from './contract'
import { findRelease, loadReader, type ReleaseParams } from './load-release'
import { manifestOf, presentRelease } from './present'
import { readCard } from './save-card'
import { readSinceMade } from './since-made'
import { countGold } from './start-release'

export { findPublicRelease } from './public/public-release'

/** How many changes a page shows; all are in changes.jsonl. */
const SHOWN_CHANGES = 50

export async function listReleases(actor: Actor, projectId: string): Promise<ReleaseList> {
  const project = await loadReader(prisma(), actor, projectId)
  const manages = canProject('project.manage', project.subject)
  const { archived } = project.subject
  const rows = await prisma().release.findMany({
    where: { projectId },
    orderBy: { number: 'desc' },
    include: { files: { select: { path: true, byteSize: true } }, withdrawal: true },
  })
  return {
    project: { id: project.id, name: project.name, archived },
    releases: rows.map(({ files, ...release }) => presentRelease(release, files, { showsLink: manages })),
    card: await readCard(prisma(), project),
    gold: await countGold(prisma(), project),
    heldOut: await presentHeldOut(project),
    abilities: { build: manages && !archived, link: manages },
  }
}

/** One release, with the first of its changes; these tell what gold says, which is noted. */
export async function getRelease(actor: Actor, params: ReleaseParams): Promise<ReleaseDetail> {
  const project = await loadReader(prisma(), actor, params.projectId)
  const release = await findRelease(prisma(), params)
  const withdrawal = await prisma().withdrawal.findUnique({ where: { releaseId: release.id } })
  const ready = release.state === 'ready' && !withdrawal
  const fileList = ready ? await filesOf(release.id) : []
  const heads = fileList.map(({ path, bytes }) => ({ path, byteSize: BigInt(bytes) }))
  const shownChanges = ready ? await firstChanges(release.id) : []
  await recordReadsOfChanges(actor, params.projectId, shownChanges)
  const manages = canProject('project.manage', project.subject)
  const makes = manages && !project.subject.archived
  return {
    ...presentRelease({ ...release, withdrawal }, heads, { showsLink: manages }),
    project: { id: project.id, name: project.name },
    manifest: withdrawal ? null : manifestOf(release),
    readme: ready ? withoutHead(await readStoredText(release.id, 'README.md')) : null,
    fileList: fileList.map(({ path, bytes, rows, sha256 }) => ({ path, bytes, rows, sha256 })),
    shownChanges,
    ...(await readSinceMade(release, fileList)),
    abilities: {
      retry: makes && release.state === 'failed',
      remove: makes && release.state !== 'ready',
      link: manages && release.state === 'ready',
      verify: makes && ready,
    },
  }
}

async function firstChanges(releaseId: string): Promise<Change[]> {
  const changes: Change[] = []
  for await (const line of readStoredLines(releaseId, CHANGES_PATH)) {
    const change = readStored(changeSchema, JSON.parse(line), `changes of release ${releaseId}`)
    if (change) changes.push(change)
    if (changes.length === SHOWN_CHANGES) break
  }
  return changes
}

async function recordReadsOfChanges(actor: Actor, projectId: string, changes: readonly Change[]): Promise<void> {
  const position = { in: changes.map(({ item }) => item.position) }
  // What was gold when they came about may be at work again.
  const tasks = await prisma().task.findMany({
    where: { projectId, position, golds: { some: {} } },
    select: { id: true },
  })
  const ids = tasks.map(({ id }) => id)
  if (ids.length > 0) await transaction((tx) => recordAnswerReads(tx, actor, ids, 'gold'))
}
