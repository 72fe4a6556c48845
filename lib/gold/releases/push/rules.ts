/** What is true of places and of sending for everybody. Pure. */

import { parseUrl } from '@/lib/text/parse-url'
import type { Place, Push } from './contract'

export const HUB_ADDRESS = 'https://huggingface.co'
export const REGION = /^[A-Za-z0-9-]+$/
export const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Letters that need no escape in any address or signature; no part is `.` or `..`. */
export const PREFIX = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*$/
export const REPOSITORY = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/
export const BRANCH = /^(?!.*\.\.)[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/

export const ADDRESS_TEXT =
  'Write the address of the server, beginning with https://, without a folder, a name or a password.'

/** `http:` is let through for servers of the own network alone, which the operator names (push-fetch.ts). */
export function isPlaceAddress(text: string): boolean {
  const url = parseUrl(text.trim())
  if (!url) return false
  const { protocol, username, password, pathname, search, hash } = url
  return (
    (protocol === 'https:' || protocol === 'http:') &&
    `${username}${password}${search}${hash}` === '' &&
    pathname === '/'
  )
}

/** The place in one line, as it can be typed: `s3://bucket/folder`, `hub:owner/name`. */
export const placeWords = (place: Place): string =>
  place.kind === 's3'
    ? `s3://${place.bucket}/${place.prefix}`
    : `hub:${place.repository}${place.branch === 'main' ? '' : `@${place.branch}`}`

export const hostOf = (address: string): string => new URL(address).host

/** Where people look at what is there. */
export const pageOf = (place: Place, revision: string | null): string | null =>
  place.kind === 'hub'
    ? `${place.address}/datasets/${place.repository}/tree/${encodeURIComponent(revision ?? place.branch)}`
    : null

const MEGABYTE = 1_048_576
/** A file of up to so many bytes is sent in one request. */
const SMALLEST_PART = 8 * MEGABYTE
/** S3 takes 10,000 parts of a file; a few are left over. */
const MOST_PARTS = 9_000

/** Bytes of each part but the last, of a file of so many bytes: whole megabytes, so that every try cuts it in the same places. */
export const partBytes = (bytes: number): number =>
  Math.max(SMALLEST_PART, Math.ceil(bytes / MOST_PARTS / MEGABYTE) * MEGABYTE)

/** How far a push is, in whole percent of what has to be sent; 0 until that is known. */
export const percentOf = ({ sentBytes, bytes }: Pick<Push, 'sentBytes' | 'bytes'>): number =>
  bytes === 0 ? 0 : Math.min(100, Math.floor((sentBytes / bytes) * 100))

/** A folder for a release: its name in letters that every place takes. */
export function folderOf(name: string, number: number): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60)
  return `${plain || 'release'}/v${number}`
}

/** @returns null where the text is not of that form. */
export function parsePlace(text: string, { address, region }: { address?: string; region?: string }) {
  const s3 = /^s3:\/\/([^/]+)\/(.+)$/.exec(text)
  if (s3) {
    const place = region ?? 'us-east-1'
    return {
      kind: 's3' as const,
      address: address ?? `https://s3.${place}.amazonaws.com`,
      region: place,
      bucket: s3[1] ?? '',
      prefix: s3[2] ?? '',
    }
  }
  const hub = /^hub:([^@]+)(?:@(.+))?$/.exec(text)
  return hub
    ? { kind: 'hub' as const, address: address ?? HUB_ADDRESS, repository: hub[1] ?? '', branch: hub[2] ?? 'main' }
    : null
}
