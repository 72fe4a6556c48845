import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { keptProtocol } from '@/lib/protocols/kept-protocols'
import { readerLanguage } from '@/lib/protocols/reader-language'
import { definitionForBrowsers } from '@/lib/workspace/protocol-files/rules'

/**
 * Sends the definition of a protocol along with the pages under it, where a file describes it, to be read in a language that the reader's
 * browser asks for; pages of others load nothing for it.
 */
export async function WithProtocol({ protocolId, children }: { protocolId: string; children: ReactNode }) {
  const storedProtocol = keptProtocol(protocolId)
  if (!storedProtocol) return children
  const language = readerLanguage(storedProtocol.definition, (await headers()).get('accept-language'))
  // The import is spelled out here, so that it is part of no other page.
  const { KnownProtocol } = await import('./known-protocol')
  return (
    <KnownProtocol definition={definitionForBrowsers(storedProtocol.definition)} language={language}>
      {children}
    </KnownProtocol>
  )
}
