'use client'

import type { ReactNode } from 'react'
import { keepDefinition } from '@/lib/protocols/definitions'
import { protocolIdOf } from '@/lib/protocols/kept-protocols'
import type { Definition } from '@/lib/protocols/language/definition'
import { ReaderContext } from '@/lib/protocols/reader'

interface KeptDefinitionProps {
  definition: Definition
  /** The reader's, one of the file's. */
  language: string
  children: ReactNode
}

/** Makes the protocol of a file known to this page before anything in it asks for it, and in which language it is read. */
export function KeptDefinition({ definition, language, children }: KeptDefinitionProps) {
  // While rendering: what is drawn below asks for it at once. It changes nothing that is drawn here, and once more does nothing.
  keepDefinition(definition)
  return <ReaderContext value={{ language, protocolId: protocolIdOf(definition) }}>{children}</ReaderContext>
}
