/** Which bytes of a file are sent to say what it could be. Runs in browsers. */
import { isInspectJson } from '@/lib/platform/foreign/records/inspect-log/head'
import { rowGroupBytes } from '@/lib/platform/foreign/records/row-group-bytes'
import { MOST_SAMPLE_BYTES, SAMPLE_BYTES, SAMPLE_RECORDS } from './contract'

type Part = [start: number, end: number]

export interface ExcerptToSend {
  body: Blob
  /** Where in the file the parts of the body are; not said where the body is the file's beginning, or all of it. */
  parts?: Part[]
}

const PARQUET = 'PAR1'
const ZIP = 'PK\u0003\u0004'
const GZIP = '\u001f\u008b'

/** The beginning; of a workbook or another archive, whose directory is at its end, and of a log of Inspect in JSON all of it; of Parquet the end and the row groups of the first records. */
export async function excerptToSend(file: Blob): Promise<ExcerptToSend> {
  if (file.size <= SAMPLE_BYTES) return { body: file }
  const start = await codesOf(file.slice(0, 4))
  if (start === PARQUET) return partsOfParquet(file)
  const inner = start.startsWith(GZIP) ? await unpackedBeginning(file) : start
  // Neither can be read without its end, and where that is in a packed file nobody can say.
  const isWhole = inner === ZIP || inner === PARQUET || isInspectJson(await codesOf(file.slice(0, 1000)))
  return { body: isWhole && file.size <= MOST_SAMPLE_BYTES ? file : file.slice(0, SAMPLE_BYTES) }
}

/** Bytes as characters of a code each. */
const codesOf = async (bytes: Blob) => String.fromCharCode(...new Uint8Array(await bytes.arrayBuffer()))

/** The first four bytes of what is packed with gzip; none where it cannot be unpacked. */
async function unpackedBeginning(file: Blob): Promise<string> {
  const reader = file.slice(0, SAMPLE_BYTES).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    const { value } = await reader.read()
    return value ? String.fromCharCode(...value.subarray(0, 4)) : ''
  } catch {
    return ''
  } finally {
    // What is behind the beginning is not unpacked.
    reader.cancel().catch(() => undefined)
  }
}

/** So many bytes of the end are read first by hyparquet, here and where the excerpt is read. */
const END_BYTES = 1 << 19

async function partsOfParquet(file: Blob): Promise<ExcerptToSend> {
  const parts: Part[] = [[0, 4]]
  let footer = END_BYTES
  try {
    const { parquetMetadataAsync } = await import('hyparquet')
    const slice = (start: number, end = file.size) => file.slice(start, end).arrayBuffer()
    const { metadata_length, row_groups } = await parquetMetadataAsync({ byteLength: file.size, slice })
    footer = Math.max(footer, metadata_length + 8)
    let [rows, bytes] = [0, footer]
    for (const group of row_groups) {
      const { start, end } = rowGroupBytes(group)
      bytes += end - start
      if (rows >= SAMPLE_RECORDS || bytes > MOST_SAMPLE_BYTES) break
      // Groups mostly follow one another: a file of many small ones would have more parts than an address can hold.
      const last = parts.at(-1)
      if (last && parts.length > 1 && last[1] === start) last[1] = end
      else parts.push([start, end])
      rows += Number(group.num_rows)
    }
  } catch {
    // The server meets the same fault when it reads the excerpt, and reports it.
  }
  parts.push([Math.max(0, file.size - footer), file.size])
  return { body: new Blob(parts.map(([start, end]) => file.slice(start, end))), parts }
}
