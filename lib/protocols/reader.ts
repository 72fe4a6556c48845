'use client'

/** The language in which whoever reads a page reads the protocol file of its project. */
import { createContext, useContext } from 'react'
import { fileWork, keptProtocol } from './kept-protocols'
import type { ProtocolWork } from './protocol'

export interface Reader {
  /** One of the file's languages. */
  language: string
  protocolId: string
}

/** null outside projects, and under protocols that are built in, which have one language. */
export const ReaderContext = createContext<Reader | null>(null)

/** What the workbench needs of a protocol file, in the reader's language. */
export const useFileWork = (protocolId: string): ProtocolWork =>
  fileWork(protocolId, useContext(ReaderContext)?.language)

/** Guidelines in the reader's language where they stand as the file has them; what a project wrote itself has one language. */
export function useGuidelineText(body: string): string {
  const reader = useContext(ReaderContext)
  const fileProtocol = reader && keptProtocol(reader.protocolId)
  if (!fileProtocol || fileProtocol.protocol().guidelines.trim() !== body.trim()) return body
  return fileProtocol.protocol(reader.language).guidelines
}
