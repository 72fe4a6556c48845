/**
 * Temporary credentials of AWS have a third part, a session token, that goes along as a header and has to be signed with the others
 * (AWS Signature Version 4, “Using temporary security credentials”). s3mini knows no such token, so its requests are signed again.
 */
import 'server-only'
import { createHash, createHmac } from 'node:crypto'

const TOKEN_HEADER = 'x-amz-security-token'
const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^/]+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=/

interface Temporary {
  secretAccessKey: string
  sessionToken: string
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** A `fetch` that adds the token to requests with a signature, and signs them anew; addresses have their query in canonical order. */
export function withSessionToken(fetch: typeof globalThis.fetch, temporary: Temporary): typeof globalThis.fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    const authorization = SIGNED.exec(headers.get('authorization') ?? '')
    if (!authorization || typeof input !== 'string')
      throw new Error('a request without a signature cannot be signed again')
    const [, id = '', day = '', region = '', names = ''] = authorization
    headers.set(TOKEN_HEADER, temporary.sessionToken)
    const signed = [...names.split(';'), TOKEN_HEADER].sort()
    const { pathname, host } = new URL(input)
    const canonical = [
      init?.method ?? 'GET',
      pathname,
      input.split('?')[1] ?? '',
      ...signed.map((name) => `${name}:${name === 'host' ? host : headers.get(name)}`),
      '',
      signed.join(';'),
      headers.get('x-amz-content-sha256'),
    ].join('\n')
    const scope = `${day}/${region}/s3/aws4_request`
    const hash = createHash('sha256').update(canonical).digest('hex')
    const toSign = ['AWS4-HMAC-SHA256', headers.get('x-amz-date'), scope, hash].join('\n')
    const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${temporary.secretAccessKey}`)
    const signature = hmac(key, toSign).toString('hex')
    headers.set(
      'authorization',
      `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${signed.join(';')}, Signature=${signature}`,
    )
    return fetch(input, Object.assign({}, init, { headers: Object.fromEntries(headers) }))
  }
}
