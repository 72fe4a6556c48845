/** Checks a protocol file and runs its tests: in the processes that read foreign input (foreign-readers.ts). Pure. */
import type { ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import { tarChunks, textFile } from '@/lib/platform/foreign/records/tar-chunks'
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import type { Definition } from '@/lib/protocols/language/definition'
import { migrationProblems } from '@/lib/protocols/language/migrate'
import { inFileOrder } from '@/lib/protocols/language/problems'
import { recordOf, runTests } from '@/lib/protocols/language/run-tests'
import { secondFiles } from '@/lib/workspace/imports/file-groups'
import { fileShapeIn } from '@/lib/workspace/imports/rows'
import type { FileCheckView, ProtocolFileBody, RecordFile } from './contract'

/** What a file says and what is wrong with it, in the order of the file. Never throws for what stands in it. */
export async function checkSource({
  source,
  files,
  earlier = [],
}: ProtocolFileBody & {
  /** Versions that are published, for what the file says about answers given under them. */
  earlier?: readonly Definition[]
}): Promise<FileCheckView> {
  const checked = checkFile(source)
  if (!checked.ok)
    return { problems: checked.problems, warnings: checked.warnings, definition: null, record: null, tests: 0 }
  const { definition, place } = checked
  const protocol = compileProtocol(definition)
  const shape = fileShapeIn(protocol)
  const beside = new Map<string, Promise<readonly Json[] | null>>()
  const recordsOf = async (name: string) => {
    const file = files.find((each) => each.name === name)
    const pendingRecords = beside.get(name) ?? (file ? recordsIn(file, files, shape) : Promise.resolve(null))
    beside.set(name, pendingRecords)
    return pendingRecords
  }
  const results = await runTests(definition, protocol, recordsOf)
  const found = [
    ...earlier.filter(({ id }) => id === definition.id).flatMap((before) => migrationProblems(before, definition)),
    ...results.problems,
  ]
  const [first] = definition.tests
  const record = first ? await recordOf(first, recordsOf) : null
  return {
    problems: inFileOrder(found.map(place)),
    warnings: inFileOrder(results.warnings.map(place)),
    definition,
    record: record !== null && typeof record !== 'string' ? record.record : null,
    tests: definition.tests.length,
  }
}

/** null where it holds something that is no record. */
async function recordsIn(
  file: RecordFile,
  files: readonly RecordFile[],
  shape: ReadingChoice,
): Promise<readonly Json[] | null> {
  const seconds = secondFiles(file.name, files, shape.join ?? [])
  const bytes = tarChunks([file, ...seconds].map(({ name, text }) => textFile(name, text)))
  const alone = textFile(file.name, file.text).open(0, Number.POSITIVE_INFINITY)
  const records: Json[] = []
  const reading =
    seconds.length > 0
      ? readRecords(bytes, { ...shape, files: { main: file.name, partners: {} } })
      : readRecords(alone, shape)
  for await (const entry of reading) {
    if (!entry.ok || entry.problems) return null
    records.push(entry.value)
  }
  return records
}
