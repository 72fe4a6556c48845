import 'server-only'
import { z } from 'zod'
import type { ReleasePush } from '@/generated/prisma/client'
import { type Push, placeSchema } from './contract'
import { pageOf } from './rules'
import type { Upload } from './target'

export interface PushRow extends ReleasePush {
  createdBy: { name: string }
  release: { digest: string | null }
}

/** What a row is read with. */
export const WITH_NAMES = { createdBy: { select: { name: true } }, release: { select: { digest: true } } } as const

export function presentPush(row: PushRow): Push {
  const { id, state, files, sameFiles, error, revision, createdAt, endedAt } = row
  const place = placeSchema.parse(row.place)
  return {
    id,
    state,
    place,
    page: pageOf(place, revision),
    files,
    bytes: Number(row.bytes),
    sameFiles,
    sentBytes: Number(row.sentBytes),
    error,
    revision,
    digest: row.release.digest ?? '',
    by: row.createdBy.name,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

// Of one that began before checksums were kept nobody knows which file its parts are of.
const uploadSchema = z
  .object({ path: z.string(), sha256: z.string().default(''), id: z.string(), etags: z.array(z.string()) })
  .nullable()
export const uploadOf = ({ upload }: Pick<ReleasePush, 'upload'>): Upload | null => uploadSchema.parse(upload)
