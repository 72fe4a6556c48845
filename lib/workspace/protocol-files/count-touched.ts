import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { Touched } from '@/lib/protocols/language/difference'
import type { StoredCount } from './contract'

type Counts = Partial<Record<StoredCount['what'], number>>

/** What of a project a change touches, by what it is; what is not there is left out. */
export async function countTouched(tx: Tx, projectId: string, touched: Touched): Promise<StoredCount[]> {
  const counts = await countsOf(tx, projectId, touched)
  return Object.entries(counts).flatMap(([what, count]) =>
    count > 0 ? [{ what: what as StoredCount['what'], count }] : [],
  )
}

async function countsOf(tx: Tx, projectId: string, touched: Touched): Promise<Counts> {
  switch (touched.what) {
    case 'items':
      return { items: await tx.item.count({ where: { projectId } }) }
    case 'tasks':
      // One for each item that has come to the stage.
      return { items: await tx.task.count({ where: { projectId, stage: { key: touched.stage } } }) }
    case 'gold':
      return { gold: await countGold(tx, projectId, touched.stage) }
    case 'finished': {
      const task = { projectId, stage: { key: touched.stage } }
      return {
        'submitted annotations': await tx.annotation.count({ where: { state: 'submitted', task } }),
        gold: await countGold(tx, projectId, touched.stage),
      }
    }
    case 'aligned':
      return countAligned(tx, projectId, touched.stage)
    case 'answers':
      return countAnswers(tx, projectId, touched)
    case 'nothing':
    case 'project':
      return {}
  }
}

const countGold = (tx: Tx, projectId: string, key: string): Promise<number> =>
  tx.gold.count({ where: { supersededAt: null, task: { projectId, stage: { key } } } })

/** Tasks whose lists were laid side by side, because two annotators or more submitted theirs and they were revealed. */
async function countAligned(tx: Tx, projectId: string, stage: string): Promise<Counts> {
  const rows = await tx.$queryRaw<{ settling: number; gold: number }[]>`
    select (count(*) filter (where t.state in ('consolidating', 'approving')))::int settling,
      (count(*) filter (where t.state = 'gold'))::int gold
    from tasks t join stages s on s.id = t.stage_id
    where t.project_id = ${projectId}::uuid and s.key = ${stage}
      and (select count(*) from annotations n where n.task_id = t.id and n.round = t.round and n.state = 'submitted') > 1`
  const [{ settling, gold } = { settling: 0, gold: 0 }] = rows
  return { 'tasks being settled': settling, gold }
}

/**
 * Answers of people and what was settled, those of gold, and suggestions, of lists what they propose about each entry; an answer that was
 * cleared is none. In gold, which may list units that nobody listed here, questions are known by their ids, unique in a file.
 */
async function countAnswers(
  tx: Tx,
  projectId: string,
  { stage, on, question, value }: Extract<Touched, { what: 'answers' }>,
): Promise<Counts> {
  // A list holds a value that stands in it, and a value holds itself.
  const holds = (stored: Prisma.Sql) =>
    value === null
      ? Prisma.sql`${stored} <> 'null'::jsonb`
      : Prisma.sql`${stored} @> ${JSON.stringify(value)}::text::jsonb`
  const rows = await tx.$queryRaw<{ answers: number; gold: number; suggestions: number }[]>`
    with asked as (
      select u.id, u.key, u.task_id from units u join tasks t on t.id = u.task_id join stages s on s.id = t.stage_id
      where t.project_id = ${projectId}::uuid and s.key = ${stage} and u.kind = ${on})
    select
      (select count(*)::int from asked a join labels l on l.unit_id = a.id
        where l.question = ${question} and ${holds(Prisma.sql`l.value`)})
      + (select count(*)::int from asked a join resolutions r on r.unit_id = a.id
        where r.question = ${question} and ${holds(Prisma.sql`r.value`)}) answers,
      (select count(*)::int from golds g join tasks t on t.id = g.task_id join stages s on s.id = t.stage_id
        cross join jsonb_each(g.answers) e
        where t.project_id = ${projectId}::uuid and s.key = ${stage} and g.superseded_at is null
          and ${holds(Prisma.sql`(e.value -> ${question}::text)`)}) gold,
      (select count(*)::int from asked a join suggestions p on p.unit_id = a.id
        where p.question = ${question} and ${holds(Prisma.sql`p.value`)})
      + (select count(*)::int from suggestions p join tasks t on t.id = p.task_id join stages s on s.id = t.stage_id
        cross join jsonb_array_elements(case when jsonb_typeof(p.value) = 'array' then p.value else '[]' end) e
        where t.project_id = ${projectId}::uuid and s.key = ${stage}
          and ${holds(Prisma.sql`(e -> 'values' -> ${question}::text)`)}) suggestions`
  const [{ answers, gold, suggestions } = { answers: 0, gold: 0, suggestions: 0 }] = rows
  return { answers, 'gold answers': gold, suggestions }
}
