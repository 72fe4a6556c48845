/** Replaces an item's texts in the tables, as `columns.ts` decides. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { type Decision, TABLES, type TableDecision } from './columns'
import type { Reach } from './read-reach'
import { hashOf, inJson } from './texts'

/** So many rows of a table were changed, or went. */
export interface TableChange {
  table: string
  rows: number
  what: 'changed' | 'removed' | 'cancelled'
}

const OWN: Readonly<Record<string, string>> = { hash: 'withdrawn_text', json: 'withdrawn_json' }

const wordOf = (decision: Decision): string => (typeof decision === 'string' ? decision : '')

/** Of the item's own rows first, then wherever a text of it is quoted. */
export async function replaceTexts(tx: Tx, reach: Reach): Promise<TableChange[]> {
  const jsonColumns = await readJsonColumns(tx)
  const changes: TableChange[] = []
  for (const [table, decision] of Object.entries(TABLES)) {
    changes.push(
      { table, what: 'removed', rows: await removeRows(tx, table, decision, reach) },
      { table, what: 'changed', rows: await replaceOwn(tx, table, decision, reach) },
    )
    if (reach.texts.length > 0)
      changes.push(
        { table, what: 'removed', rows: await removeQuoting(tx, table, decision, reach) },
        { table, what: 'changed', rows: await sweep(tx, table, decision, reach, jsonColumns) },
      )
  }
  return changes.filter(({ rows }) => rows > 0)
}

/** `table.column` of all values of type JSON. */
async function readJsonColumns(tx: Tx): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    select table_name || '.' || column_name "name" from information_schema.columns
    where table_schema = 'public' and data_type = 'jsonb'`
  return new Set(rows.map(({ name }) => name))
}

/** With the parameters that it names, of the three; PostgreSQL refuses those that it is given in vain. */
function run(tx: Tx, sql: string, { items, tasks, projects }: Reach, more: unknown[] = []): Promise<number> {
  const reachParameters = [items, tasks, projects]
  const values: unknown[] = []
  const text = sql.replaceAll(/\$(\d)/g, (_, digit) => {
    const value = [...reachParameters, ...more][Number(digit) - 1]
    const index = values.indexOf(value)
    if (index >= 0) return `$${index + 1}`
    values.push(value)
    return `$${values.length}`
  })
  return tx.$executeRawUnsafe(text.replaceAll(/any\((\$\d)\)/g, 'any($1::uuid[])'), ...values)
}

async function removeRows(tx: Tx, table: string, { removed }: TableDecision, reach: Reach): Promise<number> {
  return removed === undefined ? 0 : run(tx, `delete from "${table}" where ${removed}`, reach)
}

async function replaceOwn(tx: Tx, table: string, { rows, columns }: TableDecision, reach: Reach): Promise<number> {
  if (rows === undefined) return 0
  const sets = Object.entries(columns).flatMap(([column, decision]) => {
    const word = wordOf(decision).split(' ')[0] ?? ''
    if (word === 'empty') return [`"${column}" = null`]
    return OWN[word] ? [`"${column}" = ${OWN[word]}("${column}")`] : []
  })
  return sets.length === 0 ? 0 : run(tx, `update "${table}" set ${sets.join(', ')} where ${rows}`, reach)
}

async function removeQuoting(
  tx: Tx,
  table: string,
  { among, removedWith }: TableDecision,
  reach: Reach,
): Promise<number> {
  if (!removedWith) return 0
  const quoting = removedWith.map((column) => `holds_text("${column}"::text, $4::text[])`).join(' or ')
  return run(tx, `delete from "${table}" where ${among ?? 'true'} and (${quoting})`, reach, [reach.texts.map(inJson)])
}

async function sweep(
  tx: Tx,
  table: string,
  { among, columns }: TableDecision,
  reach: Reach,
  jsonColumns: ReadonlySet<string>,
): Promise<number> {
  const swept = Object.entries(columns).flatMap(([column, decision]) =>
    wordOf(decision).endsWith('swept') ? [{ column, isJson: jsonColumns.has(`${table}.${column}`) }] : [],
  )
  if (swept.length === 0) return 0
  const also = table === 'corpus_passages' ? ', words = null' : ''
  const sets = swept.map(({ column, isJson }) =>
    isJson
      ? `"${column}" = json_without_texts("${column}", $5::text[], $6::text[])`
      : `"${column}" = without_texts("${column}", $5::text[], $6::text[])`,
  )
  const holding = swept
    .map(({ column, isJson }) => `holds_text("${column}"::text, ${isJson ? '$4' : '$5'}::text[])`)
    .join(' or ')
  const sql = `update "${table}" set ${sets.join(', ')}${also} where ${among ?? 'true'} and (${holding})`
  return run(tx, sql, reach, [reach.texts.map(inJson), [...reach.texts], reach.texts.map(hashOf)])
}
