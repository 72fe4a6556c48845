import { createHash } from 'node:crypto'

/**
 * Begins the text of a statement that every connection is to prepare, and PostgreSQL to keep the plan of after some executions: for those that come
 * with every request and join so many tables that planning them takes longer than executing them. Its texts must be few.
 */
export const PREPARED = '/* prepared */'

const names = new Map<string, string>()

/** The name of a statement for the driver: the same for the same text, and none, which prepares nothing, where it does not ask for one. */
export function statementName({ sql }: { sql: string }): string {
  if (!sql.trimStart().startsWith(PREPARED)) return ''
  const name = names.get(sql) ?? createHash('sha256').update(sql).digest('base64url')
  names.set(sql, name)
  return name
}
