/** The plans of hot queries as the product asks them, and which indexes carried them. */
import type pg from 'pg'
import { say } from './app'
import { type AskedQuery, withQueries } from './asked-queries'
import type { ManyItems } from './many-items'

const SLOWEST = 3

/** Prints `explain (analyze, buffers)` of the slowest queries behind each page, and takes back what they wrote. */
export async function printPlans(
  client: pg.Client,
  { projectId, manager, annotator, items }: ManyItems,
): Promise<void> {
  await import('@/compose')
  const { actorOf } = await import('@/tests/actors')
  const { nextTask } = await import('@/lib/annotation/assignments/next-task')
  const { listAssignments } = await import('@/lib/annotation/assignments/queries')
  const { getAgreement } = await import('@/lib/quality/agreement/queries')
  const { itemsQuerySchema } = await import('@/lib/workspace/items/contract')
  const { listItems } = await import('@/lib/workspace/items/queries')
  const { getProgress } = await import('@/lib/quality/progress/queries')
  const { getProjectHome } = await import('@/lib/workspace/projects/queries')
  const reader = actorOf(manager)
  const list = (query: object) => listItems(reader, projectId, itemsQuerySchema.parse(query))
  const pages: Record<string, () => Promise<unknown>> = {
    'next task': () => nextTask(actorOf(annotator), projectId),
    'project home': () => getProjectHome(reader, projectId),
    'items, last page': () => list({ page: Math.ceil(items / 50) }),
    'items, search': () => list({ q: 'wk-777' }),
    assignments: () => listAssignments(reader, projectId, { filter: 'all', page: 1 }),
    progress: () => getProgress(reader, projectId, { by: 'week' }),
    agreement: () => getAgreement(reader, projectId, { intervals: 'when_quick' }),
  }
  for (const [name, work] of Object.entries(pages)) {
    const plans = []
    const { asked } = await withQueries(work)
    for (const query of asked.filter(({ text }) => /^\s*(select|with|insert|update)/i.test(text)))
      plans.push(await explain(client, query))
    for (const plan of plans.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST))
      say(`\n== ${name}: ${plan.ms.toFixed(2)} ms\n${plan.text}\n${plan.lines}`)
  }
}

async function explain(client: pg.Client, { text, values }: AskedQuery) {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, values)
    const lines = rows.map((row) => row['QUERY PLAN'])
    const ms = Number(/Execution Time: ([\d.]+)/.exec(lines.at(-1) ?? '')?.[1] ?? 0)
    return { ms, text: text.trim().replace(/\s+/g, ' ').slice(0, 400), lines: lines.join('\n') }
  } finally {
    await client.query('rollback')
  }
}

/** Prints how often each index of the large tables was read in this run; those never read are superfluous or a wall. */
export async function printIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; index: string; scans: string; mb: string; wall: boolean }>(`
    select s.relname "table", s.indexrelname "index", s.idx_scan "scans", i.indisunique "wall",
           round(pg_relation_size(s.indexrelid) / 1e6, 1) "mb"
    from pg_stat_user_indexes s join pg_index i on i.indexrelid = s.indexrelid
    where s.schemaname = 'public' and pg_relation_size(s.relid) > 1000000 order by 1, s.idx_scan desc`)
  say('\nIndexes of the large tables: scans in this run, size')
  for (const { table, index, scans, mb, wall } of rows)
    say(`${table.padEnd(16)} ${index.padEnd(46)} ${scans.padStart(10)} ${mb.padStart(8)} MB${wall ? '  unique' : ''}`)
}
