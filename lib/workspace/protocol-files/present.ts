import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { protocolIdOf } from '@/lib/protocols/kept-protocols'
import { type Definition, inLanguage } from '@/lib/protocols/language/definition'
import type { Protocol } from '@/lib/protocols/protocol'
import type { ProtocolEntry, ProtocolVersionView, RecordFile } from './contract'

export const versionSelect = {
  id: true,
  version: true,
  source: true,
  definition: true,
  hash: true,
  files: true,
  createdAt: true,
  createdById: true,
  createdBy: { select: { name: true } },
} as const satisfies Prisma.ProtocolVersionSelect
type VersionRow = Prisma.ProtocolVersionGetPayload<{ select: typeof versionSelect }>

/** What a list says of a version. */
export function presentEntry(row: Omit<VersionRow, 'source' | 'files' | 'hash'>, newest: boolean): ProtocolEntry {
  const definition = row.definition as unknown as Definition
  const words = (text: Definition['title']) => inLanguage(text, definition.language, definition.language)
  return {
    protocolId: protocolIdOf(row),
    id: row.id,
    version: row.version,
    title: words(definition.title),
    summary: words(definition.summary),
    source: definition.source,
    builtIn: false,
    newest,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy?.name ?? null,
  }
}

export function presentVersion(
  row: VersionRow,
  { newest, removable, previous }: Pick<ProtocolVersionView, 'newest' | 'removable' | 'previous'>,
): ProtocolVersionView {
  return {
    ...presentEntry(row, newest),
    text: row.source,
    files: row.files as unknown as RecordFile[],
    hash: row.hash,
    definition: row.definition as unknown as Definition,
    removable,
    previous,
  }
}

/** A protocol that is built in, as a list says it. */
export const presentBuiltIn = ({ id, version, title, summary, source }: Protocol): ProtocolEntry => ({
  protocolId: id,
  id,
  version,
  title,
  summary,
  source,
  builtIn: true,
  newest: true,
  createdAt: null,
  createdBy: null,
})
