/** What the beginning of a file came to, in words. */
import { counted } from '@/lib/text/counted'
import type { FileSample, SampleFit } from '@/lib/workspace/imports/samples/contract'

/** Names of this many columns are listed. */
const FIELDS_NAMED = 12

/** "60 records. Columns: id, prompt, response." */
export function sampleText({ records, whole, unreadable, estimated, fields }: FileSample): string {
  const many = whole ? counted(records, 'record') : estimated ? `about ${counted(estimated, 'record')}` : 'many records'
  const looked = whole ? '' : ` (the first ${records.toLocaleString('en')} were looked at)`
  const lost = unreadable > 0 ? `, and ${counted(unreadable, 'line')} that cannot be read` : ''
  const more = fields.length > FIELDS_NAMED ? `, and ${fields.length - FIELDS_NAMED} more` : ''
  return `${many}${looked}${lost}. Columns: ${fields.slice(0, FIELDS_NAMED).join(', ')}${more}.`
}

/** "Reads all 60 records, as Prompt and response: 60 items, 12 with labels." */
export function fitText(
  { records, items, labelled, formats, columns, problem }: SampleFit,
  sample: FileSample,
): string {
  if (records === 0) return problem ? `${problem} You can say which one it is.` : 'Cannot read this file.'
  const part =
    records === sample.records
      ? `all ${counted(records, 'record')}`
      : `${records.toLocaleString('en')} of ${counted(sample.records, 'record')}`
  const labels = labelled > 0 ? `, ${labelled.toLocaleString('en')} with labels` : ''
  // Which records of columns are about the same item is found by the check.
  const itemsText = sample.whole && columns.length === 0 ? `: ${counted(items, 'item')}${labels}.` : `${labels}.`
  const how =
    columns.length > 0
      ? columns.map(({ title, from }) => `${title} from ${from.join(' + ')}`).join(', ')
      : formats.join(', ')
  return `Reads ${part}${sample.whole ? '' : ' looked at'}, ${columns.length > 0 ? '' : 'as '}${how}${itemsText}${problem ? ` ${problem}` : ''}`
}

/** A project's name by that of its file: "my_answers.v2.csv" becomes "my answers.v2". */
export const nameFor = (fileName: string): string =>
  fileName
    .replace(/\.(jsonl?|ndjson|csv|tsv|txt|parquet|xlsx)(\.gz)?$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, 200)
