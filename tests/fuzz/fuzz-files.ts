/** Feeds hostile files to whatever reads files: the readers alone, imports from upload to written rows, other uploads. */

import { readRecords } from '@/lib/platform/foreign/records/read-records'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { RecordProblem } from '@/lib/protocols/records'
import { applyImport } from '@/lib/workspace/imports/apply-import'
import { checkImport } from '@/lib/workspace/imports/check-import'
import { getImportEndpoint, type ImportDetail, LABEL_CHOICES } from '@/lib/workspace/imports/contract'
import { getImport } from '@/lib/workspace/imports/queries'
import { readItems } from '@/lib/workspace/imports/read-item'
import { startImport } from '@/lib/workspace/imports/start-import'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { FILES_A_PROJECT, type FuzzPlace, fuzzPlace } from './fuzz-place'
import { hostileExcerpt, hostileFile, type Json } from './hostile'
import { Journal } from './journal'
import { realFiles, samplesOf } from './seeds'
import { newTally, type Tally, watched } from './tally'

const idle = new AbortController().signal

/** What an upload may always leave behind: that it was there, and what is to be done next. */
const TRACES = ['public.imports', 'public.import_chunks', 'public.events', 'graphile_worker']

/** One hostile file: of real ones where there are any, every second time. */
export function fileFor(records: readonly Json[], files: readonly Buffer[], seed: number): Buffer {
  const file = files[Math.floor(seed / 2) % Math.max(1, files.length)]
  return file && seed % 2 === 0 ? hostileExcerpt(file, seed) : hostileFile(records, seed)
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const failureOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** The readers of a protocol's formats, and of the native one, without a database. */
export async function fuzzReaders(protocolId: string, inputs: number, seed: number): Promise<Tally> {
  const protocol = protocolById(protocolId)
  const [records, files] = [[...samplesOf(protocolId), ...nativeLines(protocolId)], realFiles(protocolId)]
  const tally = newTally(`readers of ${protocolId}`)
  for (let index = 0; index < inputs; index++) {
    const bytes = fileFor(records, files, seed + index)
    tally.inputs += 1
    try {
      const isGood = await watched(
        tally,
        (async () => {
          let good = true
          for await (const entry of readRecords(once(bytes))) {
            const { readings } = entry.ok ? readItems(protocol, entry) : { readings: [] }
            const problems = entry.ok ? readings.flatMap((each) => (each.ok ? [] : each.problems)) : [entry]
            for (const problem of problems) checkSayable(problem)
            good = problems.length === 0 && good
          }
          return good
        })(),
      )
      if (isGood === 'hang') tally.failures.push(`seed ${seed + index} hangs`)
      else tally[isGood ? 'accepted' : 'refused'] += 1
    } catch (error) {
      tally.failures.push(`seed ${seed + index}: ${failureOf(error)}`)
    }
  }
  return tally
}

/** What is said of a file is kept beside it: a quotation may not end in half a character. */
function checkSayable({ field, message, fix }: RecordProblem): void {
  const said = [field, message, fix].join('\n')
  if (!said.isWellFormed() || said.includes('\0')) throw new Error(`cannot be stored: ${JSON.stringify(said)}`)
}

/** Lines as `native` writes them, around each sample. */
function nativeLines(protocolId: string): Json[] {
  const protocol = protocolById(protocolId)
  return samplesOf(protocolId).flatMap((record): Json[] => {
    const format = protocol.formats.find((each) => each.recognises(record as never))
    if (!format) return []
    const item = { position: 1, externalId: null, title: 'x', domain: null, source: null, overrides: [] }
    const text = JSON.stringify(record)
    return [
      {
        format: 'assay/1',
        protocol: { id: protocolId, version: protocol.version },
        item: {
          ...item,
          record: text,
          format: format.key,
          contentHash: 'a'.repeat(64),
          content: record,
          discarded: null,
        },
        stages: [],
      },
    ]
  })
}

/** Imports from the upload to the rows: all of a file, its good records, or nothing of it. */
export async function fuzzImports(protocolId: string, inputs: number, seed: number): Promise<Tally> {
  const [records, files] = [[...samplesOf(protocolId), ...nativeLines(protocolId)], realFiles(protocolId)]
  const tally = newTally(`imports into ${protocolId}`)
  let place = await fuzzPlace(protocolId)
  const journal = await Journal.open()
  for (let index = 0; index < inputs; index++) {
    tally.inputs += 1
    if (index > 0 && index % FILES_A_PROJECT === 0) place = await fuzzPlace(protocolId)
    const bytes = fileFor(records, files, seed + index)
    const result = await watched(tally, importedWith(journal, place, { bytes, seed: seed + index }))
    const said = result === 'hang' ? ['hangs'] : result.said
    for (const sentence of said) tally.failures.push(`seed ${seed + index}: ${sentence}`)
    tally[result !== 'hang' && result.isDone ? 'accepted' : 'refused'] += 1
  }
  return tally
}

export interface ImportedFile {
  /** As it was checked; null where that did not come to an end. */
  checked: ImportDetail | null
  /** Was something of it written? */
  isDone: boolean
  /** What is wrong with what became of it, in sentences. */
  said: string[]
}

interface FuzzFile {
  bytes: Buffer
  seed: number
}

/** Imports one file, and says where anything was thrown, announced otherwise than written, or written of a file that was refused. */
export async function importedWith(journal: Journal, place: FuzzPlace, file: FuzzFile): Promise<ImportedFile> {
  await journal.changed()
  const result = await importOnce(place, file).catch(
    (error: unknown): ImportedFile => ({ checked: null, isDone: false, said: [failureOf(error)] }),
  )
  const written = (await journal.changed()).filter((table) => !TRACES.some((trace) => table.startsWith(trace)))
  if (result.isDone || written.length === 0) return result
  return { ...result, said: [...result.said, `refused, and wrote to ${written.join(', ')}`] }
}

async function importOnce(
  { manager, projectId, personId }: FuzzPlace,
  { bytes, seed }: FuzzFile,
): Promise<ImportedFile> {
  const body = new Response(new Uint8Array(bytes)).body
  const { id } = await uploadImport(manager, projectId, { name: 'records.jsonl', body })
  await checkImport(id, idle)
  const checked = await detailOf(manager, id)
  const { state, newCount, duplicateCount, groups } = checked
  const nothing = { checked, isDone: false, said: [] }
  if (state !== 'ready' && state !== 'refused') return { ...nothing, said: [`is ${state}`] }
  if (groups.some(({ lines }) => !/^[1-9]/.test(lines))) return { ...nothing, said: ['names no line'] }
  if (state === 'refused' && newCount + duplicateCount === 0) return nothing
  const labels = LABEL_CHOICES[seed % LABEL_CHOICES.length] ?? 'ignore'
  const records = state === 'refused' ? 'good' : 'all'
  const had = await prisma().item.count({ where: { projectId } })
  try {
    await startImport(manager, id, { labels, personId, independent: seed % 3 === 0, open: seed % 2 === 0, records })
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return nothing
    throw error
  }
  await applyImport(id, idle)
  const done = await detailOf(manager, id)
  const has = await prisma().item.count({ where: { projectId } })
  const isWhole = done.state === 'done' && has - had === done.newCount && done.newCount === newCount
  const counts = `${done.state}: ${newCount} items announced, ${done.newCount} told, ${has - had} there`
  return { checked, isDone: done.state === 'done', said: isWhole ? [] : [counts] }
}

/** As the API answers it: what does not fit its description would be a 500. */
const detailOf = async (manager: Actor, importId: string): Promise<ImportDetail> =>
  getImportEndpoint.response.parse(await getImport(manager, importId))
