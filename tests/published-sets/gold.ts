/** The gold that a record brings, as a project keeps it. */
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { goldOf } from '@/lib/protocols/language/run-tests'
import type { Protocol } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import type { KeptGold, PublishedSet } from './published-set'
import { protocolSourceOf } from './sets'

export function protocolOf(set: PublishedSet): Protocol {
  const checked = checkFile(protocolSourceOf(set))
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return compileProtocol(checked.definition)
}

/** Throws for a record without labels. */
export function goldIn(protocol: Protocol, record: JsonRecord): KeptGold {
  const [stage] = protocol.stages
  const read = protocol.formats[0].read(record)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const { stages, content } = goldOf(protocol, record as Json, read.record)
  const settled = stages[stage.key]
  if (!settled) throw new Error('The record has no labels.')
  const { domain, source } = read.record
  return {
    content: content as JsonRecord,
    domain,
    source,
    answers: settled.answers,
    rollUp: stage.rollUp({ content, units: settled.units }, settled.answers),
  }
}
