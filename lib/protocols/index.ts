/** The registry: every protocol the product knows. Stored projects name theirs by id. */
import { factcheckBench } from './factcheck-bench/factcheck-bench'
import { felm } from './felm/felm'
import type { Protocol, Stage } from './protocol'

export const protocols: readonly Protocol[] = [felm, factcheckBench]

/** The protocol a project uses. Throws for an id that is not in the registry, which only a newer database can hold. */
export function protocolById(id: string): Protocol {
  const protocol = protocols.find((each) => each.id === id)
  if (!protocol) throw new Error(`There is no protocol "${id}" in this version.`)
  return protocol
}

/** One stage of a protocol by its key. Throws when the protocol has none of that name. */
export function stageByKey(protocol: Protocol, key: string): Stage {
  const stage = protocol.stages.find((each) => each.key === key)
  if (!stage) throw new Error(`The protocol "${protocol.id}" has no stage "${key}".`)
  return stage
}
