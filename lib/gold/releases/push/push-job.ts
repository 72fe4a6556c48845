/** The worker's part of a push. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { alone } from '@/lib/gold/releases/release/build/alone'
import { nameOnCard } from '@/lib/gold/releases/release/present'
import { record } from '@/lib/platform/events/record'
import { handleJob, type JobRun } from '@/lib/platform/jobs/task-registry'
import { isDatabaseInterruption } from '@/lib/platform/server/database-trouble'
import { prisma, transaction } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'
import { placeSchema } from './contract'
import { pushReleaseJob } from './jobs'
import { type Opened, openTarget } from './make-target'
import { uploadOf } from './present'
import { type PushNetwork, theNetwork } from './push-fetch'
import { EMPTIED, openSecret } from './push-secrets'
import { placeWords } from './rules'
import { WITHDRAWN } from './stop-pushes'
import { sentFilesOf } from './stored-file'
import { PushInterrupted, PushRefused, type SentFile, type Target, type Upload } from './target'

/** How often it is written down how far a push is, and looked whether it was cancelled. */
const LOOK_EVERY_MS = 1000

/**
 * Safe to run twice, also at once: what stands there already is not sent again, and a second waits for the first. A refusal ends it, any
 * other failure is tried again.
 */
export const pushReleaseHandler = (network: () => PushNetwork = theNetwork) =>
  handleJob(
    pushReleaseJob,
    ({ pushId }, run) => alone(`push ${pushId}`, run.signal, () => pushOne(pushId, run, network())),
    ({ pushId }, why) => fail(pushId, why === 'died' ? DIED : UNEXPECTED),
  )

const DIED =
  'The process that sent the files ended again and again while it did. What has arrived stays there; the administrator of the server finds more in its log.'
const UNEXPECTED = 'Something went wrong on the server while the files were sent.'
const UNREADABLE = 'The credentials cannot be read any more, since another secret of the server seals them now.'
const AGAIN = 'Send the rest later: what has arrived is not sent again.'

/** By somebody, or because the release was withdrawn. */
class Cancelled extends Error {}

const readRow = (id: string) =>
  prisma().releasePush.findUnique({ where: { id }, include: { release: { include: { withdrawal: true } } } })
type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>

async function pushOne(pushId: string, run: JobRun, network: PushNetwork): Promise<void> {
  const row = await readRow(pushId)
  if (!row) return
  // One that began while the release was being withdrawn.
  if (row.state === 'running' && row.release.withdrawal) return fail(pushId, WITHDRAWN)
  const isStopped = row.state === 'cancelled' || (row.state === 'failed' && row.release.withdrawal !== null)
  if (row.state !== 'running' && !isStopped) return
  const secret = openSecret(row)
  if (!secret) return row.state === 'running' ? fail(pushId, UNREADABLE) : undefined
  const stop = new AbortController()
  const signal = AbortSignal.any([run.signal, stop.signal])
  const place = placeSchema.parse(row.place)
  const title = `${nameOnCard(row.release.card)}, release ${row.release.number}`
  let opened: Opened | undefined
  try {
    if (isStopped) throw new Cancelled()
    opened = openTarget({ place, secret, title, signal }, network)
    await send(row, opened.target, stop)
  } catch (error) {
    const isCancelled = error instanceof Cancelled || stop.signal.aborted
    if (!isCancelled) return await failed(pushId, error, run)
    await opened?.close()
    // Its signal is over: another way there.
    opened = openTarget({ place, secret, title, signal: run.signal }, network)
    await cleanUp(pushId, opened.target)
  } finally {
    await opened?.close()
  }
}

async function send(row: Row, target: Target, stop: AbortController): Promise<void> {
  const { id, releaseId } = row
  const files = await sentFilesOf(releaseId)
  // Of an earlier try, until it is known what stands there.
  let sentBytes = Number(row.sentBytes)
  const write = async (data: Prisma.ReleasePushUpdateInput = {}) => {
    const where = { id, state: 'running' as const }
    const { count } = await prisma().releasePush.updateMany({ where, data: { ...data, sentBytes } })
    if (count === 0) stop.abort(new Cancelled())
    stop.signal.throwIfAborted()
  }
  // From before the first look on: a place can take its time with that.
  const timer = setInterval(() => void write().catch(() => undefined), LOOK_EVERY_MS)
  try {
    const states = await target.look(files)
    const rest = files.filter(({ path }) => states.get(path) !== 'same')
    sentBytes = sum(files) - sum(rest)
    await write({ sameFiles: files.length - rest.length, error: null })
    const revision = await target.send(rest, {
      onSent: (bytes) => {
        sentBytes += bytes
      },
      upload: uploadOf(row),
      keepUpload: (upload: Upload | null) => write({ upload: upload === null ? Prisma.DbNull : { ...upload } }),
    })
    refuseOther(await target.look(files))
    sentBytes = sum(files)
    await finish(row, revision)
  } finally {
    clearInterval(timer)
    // How far it came, also where it broke off; a row that is done already stays as it is.
    await write().catch(() => undefined)
  }
}

const sum = (files: readonly SentFile[]): number => files.reduce((all, { bytes }) => all + bytes, 0)

/** The place says itself, by its own digests, what stands there now. */
function refuseOther(states: ReadonlyMap<string, string>): void {
  const others = [...states].filter(([, state]) => state !== 'same').map(([path]) => path)
  if (others.length > 0)
    throw new PushInterrupted(
      `Sent, but not there as they were sent: ${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}. Something else may write to the same place.`,
    )
}

async function finish(row: Row, revision: string | null): Promise<void> {
  const { id, release, createdById, place } = row
  const { projectId, number, digest } = release
  await transaction(async (tx) => {
    const { count } = await tx.releasePush.updateMany({
      where: { id, state: 'running' },
      data: {
        ...EMPTIED,
        state: 'done',
        sentBytes: row.bytes,
        revision,
        error: null,
        upload: Prisma.DbNull,
        endedAt: new Date(),
      },
    })
    if (count === 0) return
    const eventData = { number, place: placeWords(placeSchema.parse(place)), revision, digest: digest ?? '' }
    await record(tx, 'release.pushed', { actorId: createdById, projectId }, eventData)
  })
}

/** What a push leaves there that was cancelled, or whose release was withdrawn: files that arrived whole stay, the parts of one that did not are given up. */
async function cleanUp(pushId: string, target: Target): Promise<void> {
  const row = await readRow(pushId)
  const upload = row ? uploadOf(row) : null
  if (upload)
    await target
      .abandon(upload)
      .catch((error: unknown) => log.warn('parts of a push stay', { pushId, cause: plain(error) }))
  const data = { ...EMPTIED, upload: Prisma.DbNull }
  await prisma().releasePush.updateMany({ where: { id: pushId, state: { in: ['cancelled', 'failed'] } }, data })
}

/** @throws what the queue tries again. */
async function failed(pushId: string, error: unknown, run: JobRun): Promise<void> {
  if (run.signal.aborted) throw error
  if (isDatabaseInterruption(error)) throw error
  const isForeseen = error instanceof PushRefused || error instanceof PushInterrupted
  if (!isForeseen) log.error('a push failed', { pushId, cause: plain(error) })
  const message = isForeseen ? error.message : UNEXPECTED
  if (error instanceof PushRefused) return fail(pushId, message)
  if (run.isLastAttempt) return fail(pushId, `${message} ${AGAIN}`)
  const again = `${message} It is tried again in a moment.`
  await prisma().releasePush.updateMany({ where: { id: pushId, state: 'running' }, data: { error: again } })
  throw new PushInterrupted(message)
}

/** Without addresses: those of stored files carry signatures. */
const plain = (error: unknown): string => String(error).replace(/https?:\/\/\S+/g, '…')

async function fail(pushId: string, error: string): Promise<void> {
  const data = { state: 'failed' as const, error, endedAt: new Date() }
  await prisma().releasePush.updateMany({ where: { id: pushId, state: 'running' }, data })
}
