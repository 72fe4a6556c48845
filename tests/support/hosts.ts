/** The forms of every protocol, as pages hand them to the workbench and the desk. */
import type { ViewHost } from '@/components/annotation/workbench/stage-view'
import { hostOf } from '@/components/protocols/hosts'
import { protocols } from '@/lib/protocols'

const hosts = new Map(await Promise.all(protocols.map(async ({ id }) => [id, await hostOf(id)] as const)))

/** Throws for a protocol that is not in the registry. */
export function testHost(protocolId: string): ViewHost {
  const host = hosts.get(protocolId)
  if (!host) throw new Error(`There are no forms for the protocol "${protocolId}".`)
  return host
}
