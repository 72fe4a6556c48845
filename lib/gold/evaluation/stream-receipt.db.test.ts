/** Receipts on their way: written piece by piece, sent as they are read, without gold in memory, and no longer than somebody waits. */
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { WholeFile } from '@/lib/platform/foreign/records/whole-file'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { checkPredictions } from './check-predictions'
import { downloadReport } from './download-report'
import { askedSchema } from './jobs'
import { makeReport } from './make-report'
import { getReport } from './queries'
import type { Evaluation } from './scoring/evaluation'
import * as scoring from './scoring/start-evaluation'
import { uploadPredictions } from './upload-predictions'

/** What became of the evaluations that were started, without holding any of them. */
const started: { evaluation: WeakRef<Evaluation>; pieces: number[] }[] = []
/** Called with the number of each piece of a receipt, from 1, when it is made. */
let onPiece: (piece: number) => void = () => undefined

const { startEvaluation } = scoring
/** As the original, told of. */
const watchedEvaluation: typeof startEvaluation = (...given) => {
  const evaluation = startEvaluation(...given)
  const pieces: number[] = []
  const receipt = evaluation.receipt.bind(evaluation)
  evaluation.receipt = function* (report) {
    for (const piece of receipt(report)) {
      onPiece(pieces.push(piece.length))
      yield piece
    }
  }
  started.push({ evaluation: new WeakRef(evaluation), pieces })
  return evaluation
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const ITEMS = 6
const SEGMENTS = 500
const PART_BYTES = 256_000
const ASKED = { task: 'segments', likeness: 'no' } as const
const idle = new AbortController().signal
/** Long, so that a receipt has many parts. */
const idOf = (item: number) => `${item}-${'x'.repeat(150)}`

const record = (item: number) => {
  const segments = Array.from({ length: SEGMENTS }, (_, n) => `Segment ${n + 1} of ${item}.`)
  return {
    index: idOf(item),
    domain: 'wk',
    source: 'test',
    prompt: `Question ${item}?`,
    response: segments.join(' '),
    segmented_response: segments,
    labels: segments.map((_, n) => n % 3 > 0),
    comment: segments.map(() => ''),
    type: segments.map((_, n) => (n % 3 > 0 ? null : 'knowledge_error')),
    ref: [],
  }
}
const jsonl = (records: readonly Json[]) => records.map((each) => JSON.stringify(each)).join('\n')

let project: MadeProject
let manager: Actor

/** With a report, made as the worker makes it. */
beforeAll(async () => {
  project = await makeProject()
  manager = actorOf(await makeMember(project, 'manager'))
  await importFile(manager, project, jsonl(Array.from({ length: ITEMS }, (_, item) => record(item))))
  const said = Array.from({ length: ITEMS * SEGMENTS }, (_, at) => ({
    system: 'careful',
    item: idOf(Math.floor(at / SEGMENTS)),
    segment: (at % SEGMENTS) + 1,
    label: at % 4 > 0,
  }))
  const file = { task: ASKED.task, name: 'predictions.jsonl', body: new Response(jsonl(said)).body }
  const { id } = await uploadPredictions(manager, project.id, file)
  await checkPredictions(id, idle)
  await getReport(manager, project.id, ASKED)
  const [job] = await prisma().$queryRaw<{ payload: { reportId: string; version: string; asked: Json } }[]>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'make_evaluation_report' order by j.id desc limit 1`
  if (!job) throw new Error('Nobody has asked for the report.')
  await makeReport(job.payload.reportId, job.payload.version, askedSchema.parse(job.payload.asked), idle)
})
beforeEach(() => {
  started.length = 0
  vi.spyOn(scoring, 'startEvaluation').mockImplementation(watchedEvaluation)
})
afterEach(() => {
  onPiece = () => undefined
  vi.restoreAllMocks()
})

async function receipt(signal: AbortSignal): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const { body } = await downloadReport(manager, project.id, { ...ASKED, format: 'receipt' }, signal)
  if (!body) throw new Error('The answer has no body.')
  return body.getReader()
}

async function restOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value)
  return parts
}

it('is written piece by piece, and sent part by part as its reader takes them', async () => {
  const slice = vi.spyOn(WholeFile.prototype, 'slice')
  const reader = await receipt(idle)
  const first = await reader.read()
  await turn()
  // The next part may be waiting; no more is read for somebody who does not.
  expect(slice.mock.calls.length).toBeLessThanOrEqual(2)
  const parts = [first.value ?? new Uint8Array(), ...(await restOf(reader))]
  expect(parts.length).toBeGreaterThan(2)
  expect(Math.max(...parts.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(PART_BYTES)
  const text = Buffer.concat(parts).toString('utf8')
  expect(JSON.parse(text).scorings[0].rows).toHaveLength(ITEMS * SEGMENTS)
  const pieces = started[0]?.pieces ?? []
  expect(pieces.length).toBeGreaterThan(ITEMS)
  expect(Math.max(...pieces)).toBeLessThan(text.length / 4)
})

it('holds neither gold nor predictions for a slow reader, nor makes others wait for one', async () => {
  const slow = await receipt(idle)
  await slow.read()
  expect(started).toHaveLength(1)
  await turn()
  // A spy holds what it has returned.
  vi.mocked(scoring.startEvaluation).mockClear()
  collectGarbage()
  expect(started[0]?.evaluation.deref()).toBeUndefined()
  const other = await receipt(idle)
  expect(Buffer.concat(await restOf(other)).byteLength).toBeGreaterThan(2 * PART_BYTES)
  await slow.cancel()
})

it('is not begun for a request that has ended, nor written further once it ends', async () => {
  await expect(receipt(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  expect(started).toEqual([])
  const ending = new AbortController()
  onPiece = (piece) => {
    if (piece === 2) ending.abort(new Error('left'))
  }
  await expect(receipt(ending.signal)).rejects.toThrow('left')
  expect(started[0]?.pieces).toHaveLength(2)
  // Its place is free for the next.
  await (await receipt(idle)).cancel()
})

it('lets go of its file at its end, where its reader leaves, and where the request ends unread', async () => {
  const close = vi.spyOn(WholeFile.prototype, 'close')
  await restOf(await receipt(idle))
  expect(close).toHaveBeenCalledTimes(1)
  await (await receipt(idle)).cancel()
  expect(close).toHaveBeenCalledTimes(2)
  const ending = new AbortController()
  await receipt(ending.signal)
  expect(close).toHaveBeenCalledTimes(2)
  ending.abort()
  expect(close).toHaveBeenCalledTimes(3)
})
