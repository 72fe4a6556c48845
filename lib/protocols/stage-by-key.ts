import type { ProtocolWork, Stage } from './protocol'

/** One stage of a protocol by its key. Throws when the protocol has none of that name. */
export function stageByKey(protocol: Pick<ProtocolWork, 'id' | 'stages'>, key: string): Stage {
  const stage = protocol.stages.find((each) => each.key === key)
  if (!stage) throw new Error(`The protocol "${protocol.id}" has no stage "${key}".`)
  return stage
}
