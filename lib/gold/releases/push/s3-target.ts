/** A bucket of S3, or of any server that speaks its protocol. Small files in one request, large ones in parts of which none is sent twice. */
import 'server-only'
import { S3mini, S3ServiceError } from 's3mini'
import type { S3Place, Secret } from './contract'
import { etagOf, hashOf } from './digests'
import { bucketAnswers, fileInTime } from './place-answers'
import { hostOf, partBytes } from './rules'
import { withSessionToken } from './session-token'
import {
  type FileState,
  PushInterrupted,
  PushRefused,
  type Sending,
  type SentFile,
  type Target,
  type Upload,
} from './target'

interface S3Options {
  place: S3Place
  secret: Extract<Secret, { kind: 's3' }>
  fetch: typeof fetch
}

const withoutQuotes = (tag: string): string => tag.replace(/^"|"$/g, '')

/** Sent last, so that whoever finds it finds the rest. */
const LAST = 'SHA256SUMS'

export function s3Target({ place, secret, fetch }: S3Options): Target {
  const { accessKeyId, secretAccessKey, sessionToken } = secret
  const answers = bucketAnswers(fetch)
  const client = new S3mini({
    accessKeyId,
    secretAccessKey,
    endpoint: `${place.address}/${place.bucket}`,
    region: place.region,
    fetch:
      sessionToken === undefined ? answers.fetch : withSessionToken(answers.fetch, { secretAccessKey, sessionToken }),
  })
  const expected = new Map<string, Promise<string>>()
  /** Counted once for a file of many megabytes. */
  const tagOf = (file: SentFile): Promise<string> => {
    const tag = expected.get(file.path) ?? etagOf(file)
    expected.set(file.path, tag)
    return tag
  }
  const keyOf = ({ path }: { path: string }) => `${place.prefix}/${path}`
  const ask = <T>(what: () => Promise<T>): Promise<T> =>
    what().catch((error: unknown) => {
      throw error instanceof S3ServiceError ? meaningOf(place, error) : error
    })

  const look = async (files: readonly SentFile[]): Promise<ReadonlyMap<string, FileState>> => {
    answers.beginListing()
    const listed = await ask(() => client.listObjects('/', `${place.prefix}/`))
    if (listed === null) throw noBucket(place)
    const there = new Map(listed.map(({ Key, Size, ETag }) => [Key, { size: Number(Size), tag: withoutQuotes(ETag) }]))
    const states = new Map<string, FileState>()
    for (const file of files) {
      const found = there.get(keyOf(file))
      const same = found !== undefined && found.size === file.bytes && (await isSame(file, found.tag))
      states.set(file.path, same ? 'same' : found ? 'other' : 'new')
    }
    return states
  }

  const isSame = async (file: SentFile, tag: string): Promise<boolean> =>
    // Sent in parts of another size, or encrypted: then the tag tells nothing, and the bytes themselves are asked for.
    tag === (await tagOf(file)) || (await readBack(file)) === file.sha256

  const readBack = async (file: SentFile): Promise<string | null> => {
    const got = await ask(() => client.getObjectResponse(keyOf(file)))
    if (!got?.body) return null
    const bytes = fileInTime(got.body, place.address, file.bytes)
    return (await hashOf('sha256', untilPast(bytes, file.bytes))).toString('hex')
  }

  const sendWhole = async (file: SentFile): Promise<Response> => {
    const bytes = await collect(file.read(), file.bytes)
    return ask(() => client.putObject(keyOf(file), bytes))
  }

  const sendParts = async (file: SentFile, { upload, keepUpload, onSent }: Sending): Promise<void> => {
    const key = keyOf(file)
    const size = partBytes(file.bytes)
    const count = Math.ceil(file.bytes / size)
    const id = upload?.id ?? (await ask(() => client.getMultipartUploadId(key)))
    const keep = (etags: string[]) => keepUpload({ path: file.path, sha256: file.sha256, id, etags })
    const etags = [...(upload?.etags ?? [])]
    if (upload) onSent(Math.min(file.bytes, etags.length * size))
    else await keep(etags)
    while (etags.length < count) {
      const from = etags.length * size
      const to = Math.min(from + size, file.bytes)
      const bytes = await collect(file.read(from, to), to - from)
      const part = await ask(() => client.uploadPart(key, id, bytes, etags.length + 1))
      etags.push(part.etag)
      await keep([...etags])
      onSent(to - from)
    }
    const parts = etags.map((etag, index) => ({ partNumber: index + 1, etag }))
    await ask(() => client.completeMultipartUpload(key, id, parts))
    await keepUpload(null)
  }

  /** An upload that the server has dropped meanwhile is begun anew. */
  const sendInParts = async (file: SentFile, sending: Sending): Promise<void> => {
    const resumedUpload = sending.upload && isOf(sending.upload, file) ? sending.upload : null
    let counted = 0
    const count = (bytes: number) => {
      counted += bytes
      sending.onSent(bytes)
    }
    try {
      await sendParts(file, { ...sending, onSent: count, upload: resumedUpload })
    } catch (error) {
      if (!resumedUpload || !(error instanceof UploadGone)) throw error
      sending.onSent(-counted)
      await sendParts(file, { ...sending, upload: null })
    }
  }

  const send = async (files: readonly SentFile[], sending: Sending): Promise<string | null> => {
    let version: string | null = null
    const begun = sending.upload
    // Of a file that stands there by now, or that was made again without a withdrawn item.
    if (begun && !files.some((file) => isOf(begun, file))) {
      await abandon(begun)
      await sending.keepUpload(null)
    }
    const inOrder = [...files].sort((a, b) => Number(a.path === LAST) - Number(b.path === LAST))
    for (const file of inOrder) {
      if (file.bytes > partBytes(file.bytes)) await sendInParts(file, sending)
      else {
        const answer = await sendWhole(file)
        sending.onSent(file.bytes)
        if (file.path === LAST) version = answer.headers.get('x-amz-version-id')
      }
    }
    return version === 'null' ? null : version
  }

  const abandon = async ({ path, id }: Upload): Promise<void> => {
    await ask(() => client.abortMultipartUpload(keyOf({ path }), id)).catch((error: unknown) => {
      if (!(error instanceof UploadGone)) throw error
    })
  }

  return { look, send, abandon }
}

/** The pieces up to the one that goes past so many bytes: who sends more, sends another file. */
async function* untilPast(pieces: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const piece of pieces) {
    yield piece
    read += piece.length
    if (read > bytes) return
  }
}

const isOf = (upload: Upload, { path, sha256 }: SentFile): boolean => upload.path === path && upload.sha256 === sha256

class UploadGone extends PushInterrupted {}

async function collect(pieces: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const all = Buffer.allocUnsafe(bytes)
  let offset = 0
  for await (const piece of pieces) offset += piece.copy(all, offset)
  if (offset !== bytes) throw new Error('a file of a release has not as many bytes as it should')
  return all
}

const noBucket = ({ bucket, address }: S3Place) =>
  new PushRefused(`There is no bucket “${bucket}” at ${hostOf(address)}. Make it there first, or correct its name.`)

/** What an answer of the server means, in words; what it wrote itself may tell of the request and is not repeated. */
function meaningOf(place: S3Place, { status, serviceCode, body }: S3ServiceError): Error {
  const host = hostOf(place.address)
  const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(body ?? '')?.[1] ?? serviceCode ?? ''
  const codeSuffix = code && code !== 'Unknown' ? ` (${code})` : ''
  if (code === 'NoSuchUpload') return new UploadGone(`${host} has dropped the upload that was begun.`)
  if (code === 'NoSuchBucket') return noBucket(place)
  if (
    code === 'InvalidAccessKeyId' ||
    code === 'SignatureDoesNotMatch' ||
    code === 'InvalidToken' ||
    code === 'ExpiredToken' ||
    status === 401
  )
    return new PushRefused(
      `${host} does not accept these credentials${codeSuffix}. Give an access key and its secret that are valid now, and of temporary ones the session token.`,
    )
  if (code === 'RequestTimeTooSkewed')
    return new PushRefused(
      `${host} says that the clock of this server is wrong${codeSuffix}. Whoever runs Assay has to set it.`,
    )
  if ((status >= 300 && status < 400) || code === 'AuthorizationHeaderMalformed')
    return new PushRefused(
      `The bucket “${place.bucket}” is in another region or at another address than ${place.region} at ${host}${codeSuffix}. Correct both.`,
    )
  if (status === 403)
    return new PushRefused(
      `${host} forbids this with these credentials${codeSuffix}: they need to list, read and write in the bucket “${place.bucket}”.`,
    )
  if (status === 507 || /Full|Quota|ExceedsStorage/i.test(code))
    return new PushRefused(
      `${host} has no room left for these files${codeSuffix}. Make room there, then send the rest.`,
    )
  if (status === 404) return noBucket(place)
  if (status >= 500 || status === 408 || status === 429)
    return new PushInterrupted(`${host} failed with status ${status}${codeSuffix}.`)
  return new PushRefused(
    `${host} refused what was sent with status ${status}${codeSuffix}. Look at address, region and bucket.`,
  )
}
