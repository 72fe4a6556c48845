/**
 * Protocols that are built in and written as files: `protocol.yaml` in their folder, checked by `npm run protocols`, which writes what it says as
 * JSON beside it. So neither pages nor processes read YAML or parse expressions for them. What no file can say stands in hooks.
 */
import { wholeDefinition } from './built-in-work'
import { compileProtocol } from './language/compile/compile-protocol'
import type { Definition } from './language/definition'
import { practiceRecords } from './language/practice-records'
import type { Manifest } from './manifest'
import type { Pipeline } from './prefill'
import type { Json, Protocol, ProtocolWork } from './protocol'
import type { RecordFormat } from './records'

/** What a protocol had before it was a file, and what no file can say. */
export interface Hooks {
  /** What its format is called by stored imports, by programs and on pages. */
  format?: Pick<RecordFormat, 'key' | 'title' | 'description'>
  /** What a record is listed by, where that is not its first text or a place in it. */
  titleOf?(content: Json): string
  /** What stands in the place of what the file says, or beside it. */
  own?(compiled: Protocol): Partial<Protocol>
}

interface BuiltIn extends Hooks, Pick<Manifest, 'order' | 'work' | 'pipeline' | 'scoring'> {
  /** Out of `work.json`. */
  definition: Definition
  /** Out of `texts.json`. */
  texts: object
  /** Records of formats that are not the file's. */
  otherSamples?: readonly object[]
}

/** All there is of a protocol whose folder holds a file. Its samples are the records of the file's own tests that can be read, and those of other formats. */
export function builtIn(parts: BuiltIn): Manifest {
  const { definition, texts, order, work, pipeline, scoring, otherSamples = [], ...hooks } = parts
  const whole = wholeDefinition(definition, texts)
  return {
    order,
    work,
    definition: protocolOf(whole, work, hooks),
    pipeline: pipeline ?? (() => filePipeline(whole)),
    ...(scoring ? { scoring } : {}),
    samples: async () => [
      ...whole.tests.flatMap(({ record, refuse }) => (refuse || typeof record === 'string' ? [] : [record])),
      ...(otherSamples as readonly Json[]),
    ],
    practice: async () => practiceRecords(whole),
  }
}

/** What the file says that machines can do, loaded by those who ask for it, so that prompts are nobody else's. */
const filePipeline = (whole: Definition): Promise<Pipeline | null> =>
  import('./language/compile/pipeline').then(({ compilePipeline }) => compilePipeline(whole, whole.id))

function protocolOf(definition: Definition, work: ProtocolWork, { format: named, titleOf, own }: Hooks): Protocol {
  // What columns their records are read from is said by hand, with the headings of their papers.
  const { columns: _, withoutColumns: __, ...protocol } = compileProtocol(definition, definition.language, work)
  const [compiled] = protocol.formats
  const format: RecordFormat = {
    ...compiled,
    ...named,
    read(json, how) {
      const read = compiled.read(json, how)
      return read.ok && titleOf ? { ok: true, record: { ...read.record, title: titleOf(read.record.content) } } : read
    },
  }
  return { ...protocol, formats: [format], ...own?.(protocol) }
}
