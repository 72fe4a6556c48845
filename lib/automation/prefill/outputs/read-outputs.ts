/** Reads a file of machine outputs; every problem is named by line and field. */
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import { replayable } from '@/lib/platform/foreign/replayable'
import type { MachineOutput, OutputFormat } from '@/lib/protocols/prefill'
import type { OutputsResult } from './contract'

const MOST_PROBLEMS = 100

export type ReadOutputs =
  | { ok: true; format: OutputFormat; outputs: MachineOutput[] }
  | { ok: false; problems: OutputsResult['problems'] }

/** The format is that of the first record; a record of another is a problem. */
export async function readOutputs(
  chunks: AsyncIterable<Buffer>,
  formats: readonly OutputFormat[],
): Promise<ReadOutputs> {
  const body = replayable(chunks)
  try {
    return await readRecords(body.open, formats)
  } finally {
    await body.close()
  }
}

async function readRecords(
  open: () => AsyncIterable<Uint8Array>,
  formats: readonly OutputFormat[],
): Promise<ReadOutputs> {
  const problems: OutputsResult['problems'] = []
  const outputs: MachineOutput[] = []
  let format: OutputFormat | undefined
  let records = 0
  for await (const entry of readRecordsApart(open)) {
    if (problems.length >= MOST_PROBLEMS) break
    if (!entry.ok) {
      problems.push({ line: entry.line, field: entry.field, message: entry.message, fix: entry.fix })
      continue
    }
    records++
    const { line, value } = entry
    format ??= formats.find((each) => each.recognises(value))
    if (!format?.recognises(value)) {
      problems.push({ line, field: '', ...notOf(format, formats) })
      if (!format) break
      continue
    }
    const read = format.read(value)
    if (read.ok) outputs.push(...read.outputs)
    else problems.push(...read.problems.map((problem) => ({ line, ...problem })))
  }
  if (problems.length > 0) return { ok: false, problems }
  if (format && records > 0) return { ok: true, format, outputs }
  return {
    ok: false,
    problems: [{ line: 1, field: '', message: 'The file holds no records.', fix: 'Choose another file.' }],
  }
}

function notOf(format: OutputFormat | undefined, formats: readonly OutputFormat[]) {
  if (format) {
    const message = `This is not a record of the format of the lines before it (${format.title}).`
    return { message, fix: 'Put records of one format into one file.' }
  }
  const known = formats.map(({ title, description }) => `${title}: ${description}`).join(' ')
  return { message: 'No format of machine outputs is like this record.', fix: `These are read: ${known}` }
}
