/**
 * The code that the first administrator is asked for. Whoever reads what the server prints at its start is at home there; a
 * stranger who finds an empty server first is not. Nothing of it is kept: it follows from the secret that all replicas share
 * and from what tells this database from every other, so that each start prints the same one, and a copy of the database
 * alone tells nobody.
 */
import 'server-only'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Without letters that are taken for digits or for one another when they are copied by hand (Crockford's base 32). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 60 bits, of which nobody tries a share worth mentioning. */
const LENGTH = 12
const GROUP = 4

/** The first migration's row got a random id when this database was made. No row where somebody has an account. */
const EMPTY_DATABASE = `select id from _prisma_migrations where not exists (select 1 from users)
  order by migration_name, id limit 1`

/** The code of an empty server; null once somebody has an account. `ask` asks its database. */
export async function setUpCode(
  ask: (sql: string) => Promise<{ id: string }[]>,
  secret: string,
): Promise<string | null> {
  const [database] = await ask(EMPTY_DATABASE)
  return database ? codeOf(secret, database.id) : null
}

function codeOf(secret: string, databaseId: string): string {
  const bytes = createHmac('sha256', secret).update(`set-up code of ${databaseId}`).digest()
  const signs = [...bytes.subarray(0, LENGTH)].map((byte) => SIGNS[byte % SIGNS.length])
  return Array.from({ length: LENGTH / GROUP }, (_, index) =>
    signs.slice(index * GROUP, (index + 1) * GROUP).join(''),
  ).join('-')
}

/** Is `typedCode` this code, however it was typed? */
export const isCode = (code: string, typedCode: string): boolean => timingSafeEqual(digestOf(code), digestOf(typedCode))

const digestOf = (code: string): Buffer =>
  createHash('sha256')
    .update(
      code
        .toUpperCase()
        .replaceAll(/[^0-9A-Z]/g, '')
        .replaceAll('O', '0')
        .replaceAll(/[IL]/g, '1'),
    )
    .digest()
