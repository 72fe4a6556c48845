/** What the registry lists, in the order of lists of protocols. */
import type { Manifest } from './manifest'
import type { Protocol } from './protocol'
import * as registry from './registry'

export const manifests: readonly Manifest[] = Object.values<Manifest>(registry).toSorted(
  (one, other) => one.order - other.order || (one.work.id < other.work.id ? -1 : 1),
)

export const protocols: readonly Protocol[] = manifests.map(({ definition }) => definition)

/** The protocol a project uses. Throws for an id that is not in the registry, which only a newer database can hold. */
export function protocolById(id: string): Protocol {
  const protocol = protocols.find((each) => each.id === id)
  if (!protocol) throw new Error(`There is no protocol "${id}" in this version.`)
  return protocol
}

export { stageByKey } from './stage-by-key'
