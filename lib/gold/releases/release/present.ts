import 'server-only'
import { z } from 'zod'
import type { Release, Withdrawal } from '@/generated/prisma/client'
import { readStored } from '@/lib/platform/server/read-stored'
import { presentWithdrawal } from '@/lib/workspace/items/withdrawn/contract'
import { archiveSize } from './archive/zip-layout'
import type { ReleaseSummary } from './contract'
import { changeCountsSchema, type Manifest, manifestSchema } from './manifest/contract'

/** What is needed of each file to tell how large the archive is. */
export interface FileHead {
  path: string
  byteSize: bigint
}

export const manifestOf = ({ id, manifest }: Pick<Release, 'id' | 'manifest'>): Manifest | null =>
  manifest === null ? null : readStored(manifestSchema, manifest, `manifest of release ${id}`)

const cardNameSchema = z.object({ text: z.object({ prettyName: z.string() }) })

/** What the card of a release calls the dataset, whatever else stands on it. */
export const nameOnCard = (card: unknown): string =>
  readStored(cardNameSchema, card, 'card of a release')?.text.prettyName ?? 'Release'

/** `showsLink`: may the reader know that there is a public page? */
export function presentRelease(
  release: Release & { withdrawal: Withdrawal | null },
  files: readonly FileHead[],
  { showsLink }: { showsLink: boolean },
): ReleaseSummary {
  const { number, state, notes, progress, error, digest, changes, createdAt, builtAt, linkMadeAt } = release
  const ready = state === 'ready'
  return {
    number,
    state,
    notes,
    progress,
    error,
    digest,
    changes: changes === null ? null : readStored(changeCountsSchema, changes, `changes of release ${release.id}`),
    items: manifestOf(release)?.items.gold ?? 0,
    files: ready ? files.length : 0,
    bytes: ready ? archiveSize(files.map(({ path, byteSize }) => ({ path, bytes: Number(byteSize) }))) : 0,
    createdAt: createdAt.toISOString(),
    builtAt: builtAt?.toISOString() ?? null,
    withdrawn: presentWithdrawal(release.withdrawal),
    linkMadeAt: showsLink ? (linkMadeAt?.toISOString() ?? null) : null,
  }
}
