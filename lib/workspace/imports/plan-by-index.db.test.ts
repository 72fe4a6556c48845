/** What a large import asks of tables that were small when its connection planned for them. */
import { expect, test } from 'vitest'
import { pool, prisma } from '@/lib/platform/server/db'
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

test('reads no table from its beginning for each row that refers to it', async () => {
  const { id: projectId } = await makeProject()
  await prisma().$transaction((tx) => addRecords(tx, { projectId, records: records(0, 5) }))
  for (const table of ['items', 'tasks', 'units']) await pool().query(`vacuum analyze ${table}`)

  let rowsRead: { table: string; count: number }[] = []
  await inImportTransaction('01900000-0000-7000-8000-000000000000', async (tx) => {
    await addRecords(tx, { projectId, records: records(5, RECORDS) })
    rowsRead = await tx.$queryRaw`
      select relname "table", seq_tup_read::int "count" from pg_stat_xact_user_tables where relname in ('items', 'tasks') order by 1`
    return null
  })

  expect(await prisma().item.count({ where: { projectId } })).toBe(5 + RECORDS)
  for (const { count } of rowsRead) expect(count).toBeLessThan(RECORDS)
  expect(rowsRead).toHaveLength(2)
})
