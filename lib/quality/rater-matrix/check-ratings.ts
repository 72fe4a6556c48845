import 'server-only'
import pLimit from 'p-limit'
import { calculation } from '@/lib/platform/foreign/calculate'
import { AppError } from '@/lib/platform/server/errors'
import { MAX_FILE_BYTES, type MatrixOptions, type MatrixReport } from './contract'
import { checkedReport } from './report'

/** After this long the intervals that are still missing are left out (milliseconds). */
const ENOUGH = 20_000
/** Steps that comparing every two raters may take: some seconds. */
const MOST_WORK = 1e9

/** One report at a time and process, so that nobody's figures stand in the way of people who annotate. */
const inTurn = pLimit(1)

/**
 * Agreement of the ratings in a request's body; nothing is stored. Errors: `too_large`, and `rule` for a file that
 * cannot be counted, saying where and what to do.
 */
export async function checkRatings(options: MatrixOptions, request: Request): Promise<MatrixReport> {
  const bytes = await bytesOf(request)
  return await inTurn(() => report(bytes, options, request.signal))
}

/** Never small: the file is foreign input, and every pair of its raters is resampled. */
const reportApart = calculation('ratings-report', checkedReport, () => Number.POSITIVE_INFINITY)

async function report(bytes: Uint8Array, options: MatrixOptions, signal: AbortSignal): Promise<MatrixReport> {
  const reportOutcome = await reportApart({ bytes, options, enoughMs: ENOUGH, mostWork: MOST_WORK }, signal)
  if (!reportOutcome.ok) throw new AppError('rule', reportOutcome.message)
  return reportOutcome.report
}

const tooLarge = () =>
  new AppError('too_large', `The file is larger than ${MAX_FILE_BYTES / 1e6} MB. Use the command line.`)

async function bytesOf(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_FILE_BYTES) throw tooLarge()
  if (!request.body) throw new AppError('invalid_request', 'Send the file as the body of the request.')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.length
    if (size > MAX_FILE_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
