import { expect, test, vi } from 'vitest'
import { pool, prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { recordProjectAnswerReads } from '@/lib/workspace/tasks/record-project-answer-reads'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { until } from '@/tests/support/wait'
import { downloadExport } from './download-export'
import type { ExportScope } from './export-scope'
import { nativeBytes, nativeLines } from './native-lines'
import { personNames } from './person-names'

const recordOf = (index: number, length = 10) => ({
  index: String(index),
  domain: 'wk',
  source: 'quora',
  prompt: 'Größer?',
  response: `Eins. ${'Zwei '.repeat(length)}.`,
  segmented_response: ['Eins.', ` ${'Zwei '.repeat(length)}.`],
  labels: [true, index % 3 > 0],
  comment: ['', ''],
  type: [null, index % 3 > 0 ? null : 'knowledge_error'],
  ref: ['https://example.org/a'],
  ref_contents: '',
  // Such a record is escaped in the database, and its line is written anew.
  ...(index % 5 === 0 ? { extra: `half a pair \ud800, NUL \u0000, $1 and \\` } : {}),
})

const fileOf = (indexes: readonly number[], length?: number) =>
  indexes.map((index) => `${JSON.stringify(recordOf(index, length))}\n`).join('')
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Gold of so many items, one of them on each position that is a multiple of 100: most positions are nobody's. */
async function setting(gold: number, length?: number) {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  await importFile(manager, project, fileOf(upTo(gold), length))
  const spread = () => pool().query('update items set position = position * 100 where project_id = $1', [project.id])
  return { project, manager, spread }
}

async function scopeOf(projectId: string, readerId: string): Promise<ExportScope> {
  const names = await personNames(projectId, true)
  return { projectId, protocol: protocolById('felm'), readerId, names, labels: 'all' }
}

async function textOf(scope: ExportScope, held: number) {
  const clients = await Promise.all(Array.from({ length: held }, () => pool().connect()))
  const connect = vi.spyOn(pool(), 'connect')
  try {
    const parts: Buffer[] = []
    for await (const part of nativeBytes(scope)) parts.push(part)
    return { text: Buffer.concat(parts).toString(), connections: connect.mock.calls.length }
  } finally {
    connect.mockRestore()
    for (const client of clients) client.release()
  }
}

test('two connections make the file that one makes, to the byte', async () => {
  const { project, manager } = await setting(36)
  // Such items have lines of their own kind; the task of another is at work again, and it has none.
  await importFile(manager, project, fileOf([36, 37, 38, 39]), { labels: 'ignore' })
  const tasks = await prisma().task.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  for (const { id } of tasks.slice(36)) await discardTask(manager, id, { reason: 'riddle', note: 'A “test”.' })
  await prisma().task.update({ where: { id: tasks[12]?.id ?? '' }, data: { state: 'consolidating' } })
  // 41 is a prime: every multiple of 100 up to 4,000 once, in another order, and the discarded ones among the others.
  await pool().query('update items set position = (7 * position) % 41 * 100 where project_id = $1', [project.id])
  await recordProjectAnswerReads(manager, project.id, 'gold', 'native')
  const scope = await scopeOf(project.id, manager.userId)

  for (const each of [scope, { ...scope, released: true as const }, { ...scope, labels: 'unseen' as const }]) {
    const alone = await textOf(each, Math.floor(pool().options.max / 2))
    const together = await textOf(each, 0)
    expect(together.text).toBe(alone.text)
    // One of them asks how long the project is.
    expect(together.connections).toBe(alone.connections + 1)
    let text = ''
    for await (const part of nativeLines(each)) text += part
    expect(text).toBe(alone.text)
  }
  const { text } = await textOf(scope, 0)
  const items = text
    .trim()
    .split('\n')
    .map((line) => nativeRecordSchema.parse(JSON.parse(line)).item)
  expect(items.map(({ position }) => position)).toEqual(
    upTo(41)
      .map((place) => place * 100)
      .filter((position) => position > 0 && position !== ((7 * 13) % 41) * 100),
  )
  expect(items.filter(({ discarded }) => discarded !== null).map(({ position }) => position)).toEqual([
    1_300, 2_000, 2_700, 3_400,
  ])
})

test('a download that is left early frees both connections', async () => {
  // More than is held back to know its length.
  const { project, manager, spread } = await setting(60, 12_000)
  await spread()
  const response = await downloadExport(manager, project.id, 'native')
  expect(response.headers.get('content-length')).toBeNull()
  const reader = response.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  await reader?.cancel()
  await until(() => pool().totalCount === pool().idleCount)
  const atWork = `select 1 from pg_stat_activity where datname = current_database() and query like 'copy %' and state <> 'idle'`
  await until(async () => (await pool().query(atWork)).rows.length === 0)
})
