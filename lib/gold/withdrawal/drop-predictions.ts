/** Predictions that quote a withdrawn item. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import type { Reach } from './read-reach'
import type { TableChange } from './replace-texts'
import { holdsText } from './texts'

/** Bytes in one row of evaluation_chunks. */
const CHUNK_BYTES = 1_000_000

/** Takes the lines with a text of the item out of the files that systems were evaluated by; each is aligned anew when a report is made. */
export async function dropPredictions(tx: Tx, { projects, texts }: Reach): Promise<TableChange[]> {
  const files = await tx.evaluation.findMany({ where: { projectId: { in: projects } }, select: { id: true } })
  let changed = 0
  for (const { id } of files) {
    const chunks = await tx.evaluationChunk.findMany({ where: { evaluationId: id }, orderBy: { position: 'asc' } })
    // Byte by byte as it came, whatever its encoding: latin1 loses nothing.
    const whole = Buffer.concat(chunks.map(({ bytes }) => bytes)).toString('latin1')
    const asBytes = texts.map((text) => Buffer.from(text).toString('latin1'))
    if (!holdsText(whole, asBytes)) continue
    const left = whole.split('\n').filter((line) => !holdsText(line, asBytes))
    const bytes = Buffer.from(left.join('\n'), 'latin1')
    await tx.evaluationChunk.deleteMany({ where: { evaluationId: id } })
    for (let at = 0; at * CHUNK_BYTES < bytes.length; at++)
      await tx.evaluationChunk.create({
        data: { evaluationId: id, position: at, bytes: bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES) },
      })
    await tx.evaluation.update({ where: { id }, data: { byteSize: bytes.length } })
    changed += 1
  }
  return [{ table: 'evaluation_chunks', rows: changed, what: 'changed' }]
}
