/** What a large import asks of tables that were small when its connection planned for them. */
import { expect, test } from 'vitest'
import { pool, prisma, type Tx } from '@/lib/platform/server/db'
import { makeProject } from '@/tests/factories'
import { addRecords } from './add-records'
import { inImportTransaction } from './import-transaction'

const RECORDS = 300
const SENTENCE = 'The Rhine flows through Basel.'
const records = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `record-${from + at}`,
    response: `${SENTENCE} Number ${from + at}.`,
  }))

/** A project of five items, which the database has counted. */
async function smallProject(): Promise<string> {
  const { id: projectId } = await makeProject()
  await prisma().$transaction((tx) => addRecords(tx, { projectId, records: records(0, 5) }))
  for (const table of ['items', 'tasks', 'units']) await pool().query(`vacuum analyze ${table}`)
  return projectId
}

/** What this transaction has read of the tables from their beginning. */
const rowsReadFromTheBeginning = (tx: Tx) => tx.$queryRaw<{ table: string; count: number }[]>`
  select relname "table", seq_tup_read::int "count" from pg_stat_xact_user_tables where relname in ('items', 'tasks') order by 1`

test('an import looks rows up by index until its transaction ends', async () => {
  let settings: { name: string; setting: string }[] = []
  await inImportTransaction('01900000-0000-7000-8000-000000000000', async (tx) => {
    settings = await tx.$queryRaw`
      select name, setting from pg_settings where name in ('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin')`
    return null
  })
  expect(settings.map(({ setting }) => setting)).toEqual(['off', 'off', 'off'])
})

test('records that no file brought are added without reading a table from its beginning for each row that refers to it', async () => {
  const projectId = await smallProject()
  const rowsRead = await prisma().$transaction(async (tx) => {
    await addRecords(tx, { projectId, records: records(5, RECORDS) })
    return rowsReadFromTheBeginning(tx)
  })
  expect(await prisma().item.count({ where: { projectId } })).toBe(5 + RECORDS)
  for (const { count } of rowsRead) expect(count).toBeLessThan(RECORDS)
  expect(rowsRead).toHaveLength(2)
})
