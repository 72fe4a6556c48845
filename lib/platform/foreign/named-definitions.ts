import { keptProtocol } from '@/lib/protocols/kept-protocols'
import type { Definition } from '@/lib/protocols/language/definition'

/**
 * The definitions of the protocols of files that the input of a reader or of a calculation names, in its field `protocolId` or in the list
 * `protocolIds`: any of them may be told so which protocol it works under.
 */
export function definitionsNamedBy(input: unknown): Definition[] {
  const { protocolId, protocolIds } = Object(input) as { protocolId?: unknown; protocolIds?: unknown }
  const named = [protocolId, ...(Array.isArray(protocolIds) ? protocolIds : [])]
  return named.flatMap((id) => (typeof id === 'string' ? (keptProtocol(id)?.definition ?? []) : []))
}
