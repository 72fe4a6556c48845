/**
 * The part of S3 that releases are sent by, for tests: requests as the published interface has them, each with its signature (AWS
 * Signature Version 4) computed again and compared. Keeps objects in memory.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { type Answer, type Asked, type PlaceServer, placeServer } from './place-server'

export const S3_KEY = { accessKeyId: 'AKIATESTTESTTESTTEST', secretAccessKey: 'secret/of+the/test0123456789' }
/** Temporary credentials, whose token has to be sent and signed. */
export const S3_TEMPORARY_KEY = {
  accessKeyId: 'ASIATESTTESTTESTTEST',
  secretAccessKey: S3_KEY.secretAccessKey,
  sessionToken: 'token/of+a+session==',
}
const REGION = 'eu-central-1'
/** Of all parts but the last, as the published interface has it. */
const SMALLEST_PART = 5 * 1024 * 1024

export interface S3Server extends PlaceServer {
  region: string
  bucket: string
  objects: Map<string, { bytes: Buffer; tag: string }>
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>
}

const hex = (algorithm: 'md5' | 'sha256', bytes: Buffer | string) => createHash(algorithm).update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** The signature that this request should have. */
function signatureOf({ method, url, headers }: Asked, signedHeaders: string[], day: string): string {
  const query = [...url.searchParams].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).sort()
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...signedHeaders.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const scope = `${day}/${REGION}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hex('sha256', canonical)].join('\n')
  const key = [day, REGION, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${S3_KEY.secretAccessKey}`,
  )
  return hmac(Buffer.from(key), toSign).toString('hex')
}

const xml = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/xml', ...headers },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
})
export const s3Error = (status: number, code: string): Answer =>
  xml(status, `<Error><Code>${code}</Code><Message>words of the server</Message></Error>`)

function refusalOf(asked: Asked): Answer | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      asked.headers.authorization ?? '',
    )
  if (!given) return s3Error(403, 'AccessDenied')
  const [, id, day = '', region, names = '', signature] = given
  const isTemporary = id === S3_TEMPORARY_KEY.accessKeyId
  if (id !== S3_KEY.accessKeyId && !isTemporary) return s3Error(403, 'InvalidAccessKeyId')
  const token = asked.headers['x-amz-security-token']
  if (token !== (isTemporary ? S3_TEMPORARY_KEY.sessionToken : undefined)) return s3Error(403, 'InvalidToken')
  if (region !== REGION) return s3Error(400, 'AuthorizationHeaderMalformed')
  const signed = names.split(';')
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date', ...(isTemporary ? ['x-amz-security-token'] : [])]
  if (!needed.every((name) => signed.includes(name))) return s3Error(403, 'AccessDenied')
  return signature === signatureOf(asked, signed, day) ? null : s3Error(403, 'SignatureDoesNotMatch')
}

export async function s3Server({ bucket = 'gold', pageSize = 1000 } = {}): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const uploads: S3Server['uploads'] = new Map()

  const list = (query: URLSearchParams): Answer => {
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort()
    const page = keys.slice(0, pageSize)
    const more = keys.length > page.length
    const contents = page.map((key) => {
      const { bytes, tag } = objects.get(key) ?? { bytes: Buffer.alloc(0), tag: '' }
      return `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>&quot;${tag}&quot;</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
    })
    return xml(
      200,
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
    )
  }

  const complete = (key: string, id: string, body: string): Answer => {
    const upload = uploads.get(id)
    if (!upload || upload.key !== key) return s3Error(404, 'NoSuchUpload')
    const named = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"?([0-9a-f]{32})"?<\/ETag>/g)]
    const parts = named.map(([, number, tag]) => ({ bytes: upload.parts.get(Number(number)), tag }))
    if (named.length !== upload.parts.size) return s3Error(400, 'MalformedXML')
    if (parts.some(({ bytes, tag }) => !bytes || hex('md5', bytes) !== tag)) return s3Error(400, 'InvalidPart')
    const all = parts.flatMap(({ bytes }) => (bytes ? [bytes] : []))
    if (all.slice(0, -1).some(({ length }) => length < SMALLEST_PART)) return s3Error(400, 'EntityTooSmall')
    const digests = Buffer.concat(all.map((bytes) => createHash('md5').update(bytes).digest()))
    const tag = `${hex('md5', digests)}-${all.length}`
    objects.set(key, { bytes: Buffer.concat(all), tag })
    uploads.delete(id)
    return xml(
      200,
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"${tag}"</ETag></CompleteMultipartUploadResult>`,
    )
  }

  const put = (key: string, query: URLSearchParams, body: Buffer): Answer => {
    const tag = hex('md5', body)
    const id = query.get('uploadId')
    if (id === null) objects.set(key, { bytes: body, tag })
    else {
      const upload = uploads.get(id)
      if (!upload || upload.key !== key) return s3Error(404, 'NoSuchUpload')
      upload.parts.set(Number(query.get('partNumber')), body)
    }
    return {
      status: 200,
      headers: { etag: `"${tag}"`, ...(id === null ? { 'x-amz-version-id': `v-${tag.slice(0, 8)}` } : {}) },
    }
  }

  const answer = (asked: Asked): Answer => {
    const refusal = refusalOf(asked)
    if (refusal) return refusal
    const { method, url, body } = asked
    const [, name, ...rest] = url.pathname.split('/')
    if (name !== bucket) return s3Error(404, 'NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    const id = url.searchParams.get('uploadId')
    if (method === 'GET' && key === '' && url.searchParams.get('list-type') === '2') return list(url.searchParams)
    if (method === 'PUT' && key !== '') return put(key, url.searchParams, body)
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const made = randomUUID()
      uploads.set(made, { key, parts: new Map() })
      return xml(200, `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (method === 'POST' && id !== null) return complete(key, id, body.toString())
    if (method === 'DELETE' && id !== null) return uploads.delete(id) ? { status: 204 } : s3Error(404, 'NoSuchUpload')
    const object = objects.get(key)
    if (method === 'GET' && object) return { status: 200, headers: { etag: `"${object.tag}"` }, body: object.bytes }
    return s3Error(404, 'NoSuchKey')
  }

  return Object.assign(await placeServer(answer), { region: REGION, bucket, objects, uploads })
}
