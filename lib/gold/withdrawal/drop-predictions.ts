/** Predictions that quote a withdrawn item. */
import 'server-only'
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import type { Tx } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import type { Reach } from './read-reach'
import type { TableChange } from './replace-texts'
import { holdsText, type SoughtText, soughtTexts, stringsIn } from './texts'

/** Bytes in one row of evaluation_chunks. */
const CHUNK_BYTES = 1_000_000

export interface DroppedPredictions {
  change: TableChange
  /** Names of files that went as a whole. */
  removed: string[]
}

const REMOVED =
  'This file was removed, because it quotes an item that was withdrawn, or could not be read to find out. Upload it again without that item.'

const STOPPED =
  'An item was withdrawn while this file was on its way or being checked, and it may quote it. Upload it again without that item.'

/**
 * Ends uploads and checks that are under way, before anything is looked through: what they read already they would write down afterwards.
 * Their rows are held from here on, so that no piece is stored any more.
 */
export async function stopPredictions(tx: Tx, { projects }: Reach): Promise<TableChange> {
  const stopped = await tx.evaluation.updateManyAndReturn({
    where: { projectId: { in: projects }, runId: null, state: { in: ['uploading', 'working'] } },
    data: { state: 'failed', error: STOPPED, byteSize: 0, finishedAt: new Date() },
    select: { id: true },
  })
  await tx.evaluationChunk.deleteMany({ where: { evaluationId: { in: stopped.map(({ id }) => id) } } })
  return { table: 'evaluations', rows: stopped.length, what: 'cancelled' }
}

/**
 * Takes the lines with a text of the item out of the files that systems were evaluated by; each is aligned anew when a report is made.
 * What is left is read as an evaluation reads it, whatever its container and encoding: where a record has such a text all the same, or
 * cannot be read, the file goes as a whole, and its evaluation has failed.
 */
export async function dropPredictions(tx: Tx, { projects, texts }: Reach): Promise<DroppedPredictions> {
  const files = await tx.evaluation.findMany({
    where: { projectId: { in: projects } },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
  })
  const sought = soughtTexts(texts)
  let changed = 0
  const removed: string[] = []
  for (const { id, name } of texts.length > 0 ? files : []) {
    const chunks = await tx.evaluationChunk.findMany({ where: { evaluationId: id }, orderBy: { position: 'asc' } })
    const whole = Buffer.concat(chunks.map(({ bytes }) => bytes))
    if (whole.length === 0) continue
    const left = withoutLines(whole, sought)
    const isClean = left.length === 0 || (await isWithout(left, sought))
    if (isClean && left === whole) continue
    await tx.evaluationChunk.deleteMany({ where: { evaluationId: id } })
    changed += 1
    if (isClean) {
      await writeChunks(tx, id, left)
    } else {
      removed.push(name)
      await tx.evaluation.update({ where: { id }, data: { state: 'failed', error: REMOVED, byteSize: 0 } })
    }
  }
  return { change: { table: 'evaluation_chunks', rows: changed, what: 'changed' }, removed }
}

/** The same bytes where no line has one. */
function withoutLines(whole: Buffer, texts: readonly SoughtText[]): Buffer {
  // Byte by byte as it came, whatever its encoding: latin1 loses nothing.
  const lines = whole.toString('latin1').split('\n')
  const left = lines.filter((line) => !holdsText(Buffer.from(line, 'latin1').toString('utf8'), texts))
  return left.length === lines.length ? whole : Buffer.from(left.join('\n'), 'latin1')
}

/** Can every record be read, and has none of them one of the texts? */
async function isWithout(bytes: Buffer, texts: readonly SoughtText[]): Promise<boolean> {
  async function* open() {
    yield bytes
  }
  for await (const entry of readRecordsApart(open, {}, { log: { as: 'whole' } })) {
    if (!entry.ok || stringsIn(entry.value as Json).some((text) => holdsText(text, texts))) return false
  }
  return true
}

async function writeChunks(tx: Tx, evaluationId: string, bytes: Buffer): Promise<void> {
  for (let chunkIndex = 0; chunkIndex * CHUNK_BYTES < bytes.length; chunkIndex++) {
    const part = Uint8Array.from(bytes.subarray(chunkIndex * CHUNK_BYTES, (chunkIndex + 1) * CHUNK_BYTES))
    await tx.evaluationChunk.create({ data: { evaluationId, position: chunkIndex, bytes: part } })
  }
  await tx.evaluation.update({ where: { id: evaluationId }, data: { byteSize: bytes.length } })
}
