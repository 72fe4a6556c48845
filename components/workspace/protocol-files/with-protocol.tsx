import type { ReactNode } from 'react'
import { keptProtocol } from '@/lib/protocols/kept-protocols'
import { definitionForBrowsers } from '@/lib/workspace/protocol-files/rules'

/** Sends the definition of a protocol along with the pages under it, where a file describes it; pages of others load nothing for it. */
export async function WithProtocol({ protocolId, children }: { protocolId: string; children: ReactNode }) {
  const kept = keptProtocol(protocolId)
  if (!kept) return children
  // The import is spelled out here, so that it is part of no other page.
  const { KnownProtocols } = await import('./known-protocols')
  return <KnownProtocols definitions={[definitionForBrowsers(kept.definition)]}>{children}</KnownProtocols>
}
