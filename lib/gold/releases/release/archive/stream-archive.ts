/** The files of a release as responses: all in one archive, or one. Read a piece at a time, as fast as they are taken. */
import 'server-only'
import { readStored } from '@/lib/gold/releases/release/build/read-stored'
import { prisma } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { streamText } from '@/lib/platform/server/streams/stream-text'
import { archiveSize, directory, localHeader, type ZipFile } from './zip-layout'

type SummedFile = ZipFile & { sha256: string }

async function* archiveParts(releaseId: string, files: readonly SummedFile[]): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    yield localHeader(file)
    yield* storedParts(releaseId, file)
  }
  yield directory(files)
}

/** Breaks off where a withdrawal has made the file again since its checksum was read: nobody is to take parts of two for one. */
async function* storedParts(releaseId: string, { path, sha256 }: SummedFile): AsyncGenerator<Uint8Array> {
  yield* readStored(releaseId, path)
  const now = await prisma().releaseFile.findUnique({
    where: { releaseId_path: { releaseId, path } },
    select: { sha256: true },
  })
  if (now?.sha256 !== sha256) throw new Error(`${path} was made again while it was downloaded: download it anew`)
}

/** In the order in which they were made. */
export async function filesOf(releaseId: string) {
  const rows = await prisma().releaseFile.findMany({ where: { releaseId }, orderBy: { position: 'asc' } })
  return rows.map(({ path, byteSize, rows: count, sha256, crc32 }) => ({
    path,
    bytes: Number(byteSize),
    rows: count,
    sha256,
    crc32: Number(crc32),
  }))
}

interface Told {
  id: string
  digest: string | null
}

/** The sum of its list of checksums as it is: another than its digest once something in it was withdrawn (docs/decisions/109). */
export const sumsNow = (files: readonly { path: string; sha256: string }[], digest: string | null): string =>
  files.find(({ path }) => path === 'SHA256SUMS')?.sha256 ?? digest ?? ''

export async function archiveResponse({ id, digest }: Told, fileName: string): Promise<Response> {
  const files = await filesOf(id)
  return new Response(streamText(archiveParts(id, files)), {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(archiveSize(files)),
      etag: `"${sumsNow(files, digest)}"`,
      ...headersOf(fileName),
    },
  })
}

const TYPES: Readonly<Record<string, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  cff: 'text/yaml; charset=utf-8',
}

export async function fileResponse({ id }: Told, path: string, fileName: (leaf: string) => string): Promise<Response> {
  const file = found(
    (await filesOf(id)).find((each) => each.path === path),
    'The release has no file of that name.',
  )
  const leaf = path.split('/').at(-1) ?? path
  return new Response(streamText(storedParts(id, file)), {
    headers: {
      'content-type': TYPES[leaf.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8',
      'content-length': String(file.bytes),
      etag: `"${file.sha256}"`,
      ...headersOf(fileName(leaf)),
    },
  })
}

const headersOf = (fileName: string) => ({
  'content-disposition': `attachment; filename="${fileName}"`,
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
})
