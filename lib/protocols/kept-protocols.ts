/**
 * The protocols of files that this process, or this page of a browser, knows: a map that only grows, because a version never changes.
 * `keepDefinition` of definitions.ts fills it; here is nothing of what compiles files, so that pages without one load none of it.
 */
import type { Definition } from './language/definition'
import type { Protocol, ProtocolWork } from './protocol'

export interface KeptProtocol {
  definition: Definition
  /** In the language of a reader, or of the file. Compiled when it is first asked for. */
  protocol(reader?: string): Protocol
}

// One for the process: a build may load this module more than once.
const globals: typeof globalThis & { __assayKeptProtocols?: Map<string, KeptProtocol> } = globalThis

const protocolsById = (): Map<string, KeptProtocol> => {
  globals.__assayKeptProtocols ??= new Map()
  return globals.__assayKeptProtocols
}

/** What projects call a version of a file. */
export const protocolIdOf = ({ id, version }: Pick<Definition, 'id' | 'version'>): string => `${id}@${version}`

/** Is it the name of a version of a file, not of a protocol that is built in? */
export const isOfFile = (protocolId: string): boolean => protocolId.includes('@')

export const keptProtocol = (protocolId: string): KeptProtocol | undefined => protocolsById().get(protocolId)

/** In the order in which they came to be known. */
export const keptProtocols = (): KeptProtocol[] => [...protocolsById().values()]

export const keepProtocol = (protocolId: string, protocol: KeptProtocol): void => {
  protocolsById().set(protocolId, protocol)
}

/** What the workbench needs of a protocol of a file. Throws `ProtocolNotLoaded`. */
export function fileWork(protocolId: string, reader?: string): ProtocolWork {
  const found = keptProtocol(protocolId)
  if (!found) throw new ProtocolNotLoaded(protocolId)
  return found.protocol(reader)
}

/** A protocol of a file that this process has not read, or that a database of a later version holds. */
export class ProtocolNotLoaded extends Error {
  override readonly name = 'ProtocolNotLoaded'

  constructor(protocolId: string) {
    super(`The protocol "${protocolId}" is not loaded here. Load the page again.`)
  }

  /** By name: Next builds this module more than once. */
  static override [Symbol.hasInstance](value: unknown): value is ProtocolNotLoaded {
    return value instanceof Error && value.name === 'ProtocolNotLoaded'
  }
}
