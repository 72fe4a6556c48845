/** What a secret link leads to. Who guesses is held back; what is closed or wrong looks the same. */
import 'server-only'
import { archiveResponse, fileResponse, filesOf } from '@/lib/gold/releases/release/archive/stream-archive'
import { readStoredText } from '@/lib/gold/releases/release/build/read-stored'
import { withoutHead } from '@/lib/gold/releases/release/card/render-card'
import { archiveName } from '@/lib/gold/releases/release/download-release'
import { refuseWithdrawn } from '@/lib/gold/releases/release/load-release'
import { manifestOf, nameOnCard, presentRelease } from '@/lib/gold/releases/release/present'
import { readSinceMade } from '@/lib/gold/releases/release/since-made'
import { record } from '@/lib/platform/events/record'
import { prisma, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { sha256 } from '@/lib/platform/server/identify'
import { refund, type ThrottleRule, throttle, throttleKey } from '@/lib/platform/server/throttle'

import type { PublicRelease } from './contract'

const QUARTER_OF_AN_HOUR = 15 * 60
const AN_HOUR_MS = 60 * 60 * 1000
/** Links that lead nowhere, from one address. */
const WRONG_LINKS: ThrottleRule = { limit: 30, seconds: QUARTER_OF_AN_HOUR }
/** Pages and downloads from one address. */
const OPENED: ThrottleRule = { limit: 600, seconds: QUARTER_OF_AN_HOUR }

/** Secrets are looked up by their hash, so that no comparison tells how much of one was right. */
async function releaseBehind(secret: string, address: string) {
  const wrong = throttleKey('release-link:address', address)
  await throttle(wrong, WRONG_LINKS)
  const release = await prisma().release.findUnique({ where: { linkHash: sha256(secret) } })
  if (release?.state !== 'ready') return null
  await refund(wrong)
  await throttle(throttleKey('release-opened:address', address), OPENED)
  await tellOpened(release)
  return release
}

/** That somebody came by the link; by whom is not known, and more than once an hour would only fill the log. */
async function tellOpened({ projectId, number }: { projectId: string; number: number }): Promise<void> {
  const type = 'release.link_opened'
  const since = new Date(Date.now() - AN_HOUR_MS)
  const where = { projectId, type, at: { gt: since }, data: { path: ['number'], equals: number } }
  if (await prisma().event.findFirst({ where, select: { id: true } })) return
  await transaction((tx) => record(tx, type, { projectId }, { number }))
}

const NOWHERE = 'There is no page at this link: it is wrong, or the page was closed. Ask the person who gave it to you.'

/** The page; null where the link leads nowhere. @throws `throttled` */
export async function findPublicRelease(secret: string, address: string): Promise<PublicRelease | null> {
  const release = await releaseBehind(secret, address)
  const manifest = release && manifestOf(release)
  if (!release || !manifest) return null
  const withdrawal = await prisma().withdrawal.findUnique({ where: { releaseId: release.id } })
  const files = withdrawal ? [] : await filesOf(release.id)
  const heads = files.map(({ path, bytes }) => ({ path, byteSize: BigInt(bytes) }))
  const { number, notes, bytes, withdrawn } = presentRelease({ ...release, withdrawal }, heads, { showsLink: false })
  return {
    number,
    notes: withdrawal ? '' : notes,
    bytes: withdrawal ? 0 : bytes,
    manifest: withdrawal ? null : manifest,
    name: nameOnCard(release.card),
    digest: release.digest ?? '',
    readme: withdrawal ? '' : withoutHead(await readStoredText(release.id, 'README.md')),
    withdrawn,
    ...(await readSinceMade(release, files)),
    fileList: files.map(({ path, bytes: size, rows, sha256: sum }) => ({ path, bytes: size, rows, sha256: sum })),
  }
}

/** The release itself. @throws `not_found` where the link leads nowhere, `throttled` */
export async function openedRelease(secret: string, address: string) {
  return found(await releaseBehind(secret, address), NOWHERE)
}

export async function getPublicRelease(secret: string, address: string): Promise<PublicRelease> {
  return found(await findPublicRelease(secret, address), NOWHERE)
}

export async function downloadPublicRelease(secret: string, address: string): Promise<Response> {
  const release = await openedRelease(secret, address)
  await refuseWithdrawn(prisma(), release)
  return archiveResponse(release, archiveName(release))
}

export async function downloadPublicFile(secret: string, path: string, address: string): Promise<Response> {
  const release = await openedRelease(secret, address)
  await refuseWithdrawn(prisma(), release)
  return fileResponse(release, path, (leaf) => leaf)
}
