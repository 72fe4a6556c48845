import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { headBatches } from './read-heads'
import { contradictionsIn } from './scan'

/** The longest list of positions; more are only counted. */
const TOLD = 200

/**
 * The items whose label contradicts itself and was settled by nobody: how many, and the first positions. A release needs
 * them settled. Reads in batches, however long the project.
 */
export async function unsettledContradictions(
  tx: Tx,
  projectId: string,
): Promise<{ count: number; positions: number[] }> {
  const { protocolId } = found(await tx.project.findUnique({ where: { id: projectId }, select: { protocolId: true } }))
  const protocol = protocolById(protocolId)
  const { itemLabel, rollUps } = protocol
  const unsettled = { count: 0, positions: [] as number[] }
  // One rule cannot differ from itself, and nothing is stored that could.
  if (!itemLabel || (rollUps.length < 2 && !itemLabel.stored)) return unsettled
  for await (const heads of headBatches(tx, projectId, itemLabel)) {
    const open = heads.filter((head) => {
      const [first] = contradictionsIn(protocol, head)
      return first && !first.label?.override?.stands
    })
    unsettled.count += open.length
    unsettled.positions.push(...open.slice(0, TOLD - unsettled.positions.length).map(({ position }) => position))
  }
  return unsettled
}
