/** The worker's part of a release. */
import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { keepHeldOut } from '@/lib/gold/held-out/keep-held-out'
import { heldOutProblems } from '@/lib/gold/held-out/queries'
import { frozenCardSchema } from '@/lib/gold/releases/release/contract'
import { findLatestHandedOut } from '@/lib/gold/releases/release/find-latest'
import { buildReleaseJob } from '@/lib/gold/releases/release/jobs'
import { readChoice } from '@/lib/gold/releases/release/splits/read-choice'
import { record } from '@/lib/platform/events/record'
import { isFinal } from '@/lib/platform/jobs/interruptions'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { log } from '@/lib/platform/server/log'
import { protocolById } from '@/lib/protocols'
import { alone } from './alone'
import { type Built, buildRelease, type Order } from './build-release'
import { keepIn } from './file-sink'
import { checksumsOf, dayOf, holdSame, nothingChanged, previousRelease } from './previous-release'

/** Safe to run twice, also at once: what an earlier try left is thrown away, and a second waits for the first. A refusal ends it, any other failure is tried again. */
export const buildReleaseHandler = handleJob(
  buildReleaseJob,
  async ({ releaseId }, run) => {
    const { signal } = run
    try {
      await alone(`release ${releaseId}`, signal, () => buildOne(releaseId, signal))
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof AppError && error.code === 'gone') return
      const isRefusal = error instanceof AppError
      if (!isRefusal && !isFinal(run, error)) throw error
      if (!isRefusal) log.error('building a release failed', { releaseId, cause: String(error) })
      await fail(releaseId, isRefusal ? error.message : UNEXPECTED)
    }
  },
  ({ releaseId }, why) => fail(releaseId, why === 'died' ? DIED : UNEXPECTED),
)

const DIED =
  'The process that made the files ended again and again while it did; nothing of them is kept, and it is not tried again. Remove this release and make it again; the administrator of the server finds more in its log.'

const UNEXPECTED =
  'Something went wrong on the server while the files were made; nothing of them is kept. Try again, and look at the server’s log if it fails once more.'

async function buildOne(releaseId: string, signal: AbortSignal): Promise<void> {
  const release = await prisma().release.findUnique({
    where: { id: releaseId },
    include: { project: { select: { protocolId: true } } },
  })
  if (release?.state !== 'building') return
  const { projectId, number, notes } = release
  const splits = readChoice(release)
  const date = dayOf(release.createdAt)
  const actor = await orderedBy(release.createdById)
  const card = frozenCardSchema.parse(release.card)
  const previous = await previousRelease(projectId, number)
  await prisma().releaseFile.deleteMany({ where: { releaseId, release: { state: 'building' } } })
  const order = {
    projectId,
    protocolId: release.project.protocolId,
    given: { number, date, notes, card, previous, splits },
  }
  const built = await buildRelease(actor, order, keepIn(releaseId), {
    signal,
    onProgress: async (percent) => {
      await pool().query('update releases set progress = $2 where id = $1', [releaseId, percent])
    },
  })
  await refuseEmpty(projectId, built, card)
  await refuseTelling(order, built)
  await finish(release, built)
}

async function orderedBy(userId: string): Promise<Actor> {
  const user = await prisma().user.findUnique({ where: { id: userId } })
  if (!user || user.deactivatedAt)
    throw new AppError(
      'forbidden',
      'The person who ordered this release has been removed. Remove it, and make it again yourself.',
    )
  return { userId, name: user.name, isAdmin: user.isAdmin, via: 'session' }
}

/** What was true when it was ordered may not be any more. */
async function refuseEmpty(projectId: string, { manifest, files }: Built, card: unknown): Promise<void> {
  if (manifest.items.gold === 0)
    throw new AppError('rule', 'No item is gold any more. Settle items first, then make the release.')
  if (manifest.contradictions?.reason === '')
    throw new AppError(
      'rule',
      'Labels of gold items contradict themselves since this release was ordered. Settle them under Checks, or remove this release and say why when you make it again.',
    )
  const before = await findLatestHandedOut(prisma(), projectId)
  if (!before || !isDeepStrictEqual(frozenCardSchema.parse(before.card), card)) return
  const newChecksums = new Map(files.map(({ path, sha256 }) => [path, sha256]))
  if (holdSame(await checksumsOf(before.id), newChecksums)) throw new AppError('rule', nothingChanged(before.number))
}

/** Items that became gold since it was ordered are divided like the others, and may belong where labels went out before. */
async function refuseTelling({ projectId, protocolId, given }: Order, { splits }: Built): Promise<void> {
  const problems = await heldOutProblems(projectId, protocolById(protocolId), given.splits, splits)
  if (problems.length > 0) throw new AppError('rule', problems.join(' '))
}

async function finish({ id, projectId, createdById, number }: Ready, built: Built): Promise<void> {
  const { manifest, digest, changes, fingerprint } = built
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from releases where id = ${id}::uuid for update`
    if (!isKept(built, await checksumsOf(id, tx)))
      throw new Error('another worker has written files of this release meanwhile; it is built once more')
    const { count } = await tx.release.updateMany({
      where: { id, state: 'building' },
      data: {
        state: 'ready',
        digest,
        fingerprint,
        progress: 100,
        error: null,
        builtAt: new Date(),
        manifest,
        ...(changes ? { changes } : {}),
      },
    })
    if (count > 0) await keepHeldOut(tx, { projectId, releaseId: id }, built.heldOut)
    if (count > 0) await record(tx, 'release.built', { actorId: createdById, projectId }, { number, digest })
  })
}

/** What is ready never changes again: does every file rest there as it was made? */
const isKept = ({ files }: Built, storedChecksums: ReadonlyMap<string, string>): boolean =>
  files.length === storedChecksums.size && files.every(({ path, sha256 }) => storedChecksums.get(path) === sha256)

interface Ready {
  id: string
  projectId: string
  createdById: string
  number: number
}

async function fail(releaseId: string, error: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.releaseFile.deleteMany({ where: { releaseId, release: { state: 'building' } } })
    await tx.release.updateMany({ where: { id: releaseId, state: 'building' }, data: { state: 'failed', error } })
  })
}
