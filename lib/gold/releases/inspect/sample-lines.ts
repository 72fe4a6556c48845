/** The samples of a release, a line of JSON each, in the order of items and units. */
import 'server-only'
import type { ExportScope } from '@/lib/gold/releases/export-scope'
import { nativeLines } from '@/lib/gold/releases/native-lines'
import type { Splits } from '@/lib/gold/releases/release/splits/plan-splits'
import { itemEntry } from '@/lib/gold/releases/tables/item-entry'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { type InspectQuestion, samplesOf } from './samples'

export async function* sampleLines(
  scope: ExportScope,
  question: InspectQuestion,
  splits: Splits,
): AsyncGenerator<string> {
  for await (const lines of nativeLines(scope)) {
    let samples = ''
    for (const line of lines.split('\n')) {
      if (line === '') continue
      const native = nativeRecordSchema.parse(JSON.parse(line))
      const split = splits.made && splits.of(native.item.position)
      for (const sample of samplesOf(question, itemEntry(scope.protocol, native, []), split))
        samples += `${JSON.stringify(sample)}\n`
    }
    yield samples
  }
}
