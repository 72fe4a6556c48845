'use client'

import type { ReactNode } from 'react'
import { keepDefinition } from '@/lib/protocols/definitions'
import type { Definition } from '@/lib/protocols/language/definition'

/** Makes the protocols of files known to this page before anything in it asks for one. */
export function KnownProtocols({ definitions, children }: { definitions: readonly Definition[]; children: ReactNode }) {
  // While rendering: what is drawn below asks for them at once. It changes nothing that is drawn here, and once more does nothing.
  for (const definition of definitions) keepDefinition(definition)
  return children
}
