/** Sends a file to be imported, from the browser and the command line: a large one in parts, so that an upload that broke off goes on. */
import { CHUNK_BYTES } from '@/lib/platform/api/chunk-bytes'
import type { Endpoint, Result } from '@/lib/platform/api/endpoint'
import { ApiError } from '@/lib/platform/client/api-error'
import type { CallInput } from '@/lib/platform/client/fetch-json'
import { getImportEndpoint, type ImportView, PART_BYTES, uploadImportEndpoint, uploadPartEndpoint } from './contract'

/** A file, whatever holds it. */
export interface FileToSend {
  name: string
  /** In bytes. */
  size: number
  /** When it was changed last, in milliseconds since 1970. */
  lastModified: number
  /** All of it, as a stream if need be. */
  whole: () => BodyInit
  /** The bytes from `start` up to, not including, `end`. */
  slice: (start: number, end: number) => BodyInit | Promise<BodyInit>
}

type Call = <const E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Result<E>>

interface Sending {
  call: Call
  /** Learns how many bytes are there. */
  onProgress?: (received: number) => void
  pause?: (milliseconds: number) => Promise<void>
}

/** Waits before a part is tried again that did not arrive, in milliseconds; after the last one it is given up. */
const WAITS = [1_000, 2_000, 4_000, 8_000]

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Returns the import, whose check has begun by then. Throws ApiError; an upload that broke off goes on when the same file is sent again. */
export async function sendFile(projectId: string, file: FileToSend, sending: Sending): Promise<ImportView> {
  const { call, onProgress = () => undefined } = sending
  const { name: fileName, size: byteSize, lastModified: modifiedAt } = file
  const params = { projectId }
  if (byteSize <= PART_BYTES) return call(uploadImportEndpoint, { params, query: { fileName }, body: file.whole() })
  const first = await file.slice(0, CHUNK_BYTES)
  let current = await call(uploadImportEndpoint, { params, query: { fileName, byteSize, modifiedAt }, body: first })
  let failures = 0
  while (current.state === 'uploading') {
    onProgress(current.received)
    const before = current.received
    try {
      current = await sendPart(call, file, current)
      if (current.state === 'uploading' && current.received <= before) throw noProgress()
    } catch (error) {
      if (!(error instanceof ApiError && error.isTransient) || failures >= WAITS.length) throw error
      await (sending.pause ?? sleep)(WAITS[failures++] ?? 0)
      current = await call(getImportEndpoint, { params: { importId: current.id } }).catch(() => current)
    }
    if (current.received > before) failures = 0
  }
  onProgress(byteSize)
  return current
}

/** An answer without a byte more is as good as none: at once it would be asked for again without an end. */
const noProgress = () =>
  new ApiError({ code: 'network', status: 0, detail: 'The server took nothing of the file. Send it again.' })

/** From the last whole piece that is there. */
async function sendPart(call: Call, file: FileToSend, { id, received }: ImportView): Promise<ImportView> {
  const offset = Math.floor(received / CHUNK_BYTES) * CHUNK_BYTES
  const body = await file.slice(offset, Math.min(offset + PART_BYTES, file.size))
  return call(uploadPartEndpoint, { params: { importId: id }, query: { offset }, body })
}
