import 'server-only'
import { AppError } from './errors'

/** JSON bodies larger than this are refused, and no more of them is read (bytes). */
export const MAX_JSON_BODY = 1_000_000

/** The JSON of a request's body; nothing counts as an empty object. @throws `too_large`, `invalid_request` */
export async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_JSON_BODY) throw new AppError('too_large')
  const text = await readText(request.body)
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new AppError('invalid_request', 'The body is not JSON.')
  }
}

/** Without a stated length a sender could go on for ever. */
async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream.
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > MAX_JSON_BODY) throw new AppError('too_large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
