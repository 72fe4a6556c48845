'use client'

import { createContext, type ReactNode, useContext } from 'react'

type Words = Readonly<Record<string, string>>
const Words = createContext<Words>({})

/** Gives the pages under it the protocol's words for the domains that its records name by abbreviations. */
export function DomainWords({ words, children }: { words: Words; children: ReactNode }) {
  return <Words value={words}>{children}</Words>
}

/** The word for a domain: “Writing and recommendation” for `writing_rec`; a domain without one stands for itself. */
export function useDomainWord(): (domain: string) => string {
  const words = useContext(Words)
  return (domain) => words[domain] ?? domain
}
