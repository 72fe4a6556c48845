import 'server-only'
import type { Release } from '@/generated/prisma/client'
import { archiveSize } from './archive/zip-layout'
import type { ReleaseSummary } from './contract'
import { changeCountsSchema, type Manifest, manifestSchema } from './manifest/contract'

/** What is needed of each file to tell how large the archive is. */
export interface FileHead {
  path: string
  byteSize: bigint
}

export const manifestOf = ({ manifest }: Pick<Release, 'manifest'>): Manifest | null =>
  manifest === null ? null : manifestSchema.parse(manifest)

/** `showsLink`: may the reader know that there is a public page? */
export function presentRelease(
  release: Release,
  files: readonly FileHead[],
  { showsLink }: { showsLink: boolean },
): ReleaseSummary {
  const { number, state, notes, progress, error, digest, changes, createdAt, builtAt, linkMadeAt } = release
  const ready = state === 'ready'
  return {
    ...{ number, state, notes, progress, error, digest },
    changes: changes === null ? null : changeCountsSchema.parse(changes),
    items: manifestOf(release)?.items.gold ?? 0,
    files: ready ? files.length : 0,
    bytes: ready ? archiveSize(files.map(({ path, byteSize }) => ({ path, bytes: Number(byteSize) }))) : 0,
    createdAt: createdAt.toISOString(),
    builtAt: builtAt?.toISOString() ?? null,
    linkMadeAt: showsLink ? (linkMadeAt?.toISOString() ?? null) : null,
  }
}
