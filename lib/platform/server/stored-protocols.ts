/**
 * Loads the protocols of files from the database before anybody asks for one (docs/decisions/052). Versions are numbered in the order in which they
 * were committed, so a process remembers the last number that it has read and reads what is newer.
 */
import 'server-only'
import type { Pool } from 'pg'
import { keepDefinition } from '@/lib/protocols/definitions'
import type { Definition } from '@/lib/protocols/language/definition'
import { askFirst, pool } from './db'

// One for the process, by database: a build may load this module more than once.
const globals: typeof globalThis & { __assayReadProtocols?: WeakMap<Pool, number> } = globalThis

function lastRead(): WeakMap<Pool, number> {
  globals.__assayReadProtocols ??= new WeakMap()
  return globals.__assayReadProtocols
}

/** The number of the newest version: a column for a question that is asked anyway, before `loadProtocolsUpTo`. */
export const NEWEST_PROTOCOL = '(select max(number) from protocol_versions)'

/** Loads what is newer than what was read, up to a number that is known to be the newest; null: there is none. */
export async function loadProtocolsUpTo(newest: number | null): Promise<void> {
  if (newest !== null && newest > (lastRead().get(pool()) ?? 0)) await loadStoredProtocols()
}

/** Loads what is newer than what was read. */
export async function loadStoredProtocols(): Promise<void> {
  const { rows } = await askFirst<{ number: number; definition: Definition }>({
    name: 'load-protocols',
    text: 'select number, definition from protocol_versions where number > $1 order by number',
    values: [lastRead().get(pool()) ?? 0],
  })
  for (const { definition } of rows) keepDefinition(definition)
  const last = rows.at(-1)?.number ?? 0
  if (last > (lastRead().get(pool()) ?? 0)) lastRead().set(pool(), last)
}
