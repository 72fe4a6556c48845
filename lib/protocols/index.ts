/** What the registry lists, in the order of lists of protocols, and what files describe. */
import { isOfFile, keptProtocol, ProtocolNotLoaded } from './kept-protocols'
import type { Manifest } from './manifest'
import type { Protocol } from './protocol'
import * as registry from './registry'

export const manifests: readonly Manifest[] = Object.values<Manifest>(registry).toSorted(
  (one, other) => one.order - other.order || (one.work.id < other.work.id ? -1 : 1),
)

/** Those that are built in. */
export const protocols: readonly Protocol[] = manifests.map(({ definition }) => definition)

/**
 * The protocol of this name: one that is built in, or a version of a file that is loaded here, in the file's own language unless a reader's is
 * given; null where there is none.
 */
export function findProtocol(id: string, reader?: string): Protocol | null {
  return protocols.find((each) => each.id === id) ?? keptProtocol(id)?.protocol(reader) ?? null
}

/**
 * The protocol a project uses. Throws for an id that is not in the registry, which only a newer database can hold, and
 * `ProtocolNotLoaded` for a version of a file that is not loaded here.
 */
export function protocolById(id: string, reader?: string): Protocol {
  const protocol = findProtocol(id, reader)
  if (protocol) return protocol
  throw isOfFile(id) ? new ProtocolNotLoaded(id) : new Error(`There is no protocol "${id}" in this version.`)
}

export { stageByKey } from './stage-by-key'
