/** What an item reaches: its copies, their tasks and projects, and the texts by which it is found where it is quoted. */
import 'server-only'
import { readStoredRecord } from '@/lib/platform/foreign/records/parse-stored'
import type { Tx } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { isFindable, longestFirst, stringsIn } from './texts'

export interface Reach {
  /** The item first, then copies of it: for calibration, second decisions and side audits. */
  items: string[]
  tasks: string[]
  projects: string[]
  /** Texts that no other item has, the longest first: they are looked for everywhere. */
  texts: string[]
  /** Items that are not withdrawn with it and have a text of it too, which therefore stays there. */
  sharing: { project: string; position: number }[]
}

/** Texts of other items are theirs, and stay. */
export async function readReach(tx: Tx, itemId: string): Promise<Reach> {
  const copies = await withCopies(tx, [itemId])
  const first = await textsOf(tx, copies)
  const audited = await tx.$queryRaw<{ id: string }[]>`
    select i.id from items i join audits a on a.audit_id = i.project_id
    join items o on o.id = ${itemId}::uuid and o.project_id = a.project_id
    where exists (
      select 1 from jsonb_path_query(i.content, 'strict $.** ? (@.type() == "string")') v
      where v #>> '{}' = any(${await without(tx, first, copies)}::text[]))`
  const items = await withCopies(tx, [...copies, ...audited.map(({ id }) => id)])
  const texts = await textsOf(tx, items)
  const unsharedTexts = await without(tx, texts, items)
  const tasks = await tx.$queryRaw<{ id: string; projectId: string }[]>`
    select id, project_id "projectId" from tasks where item_id = any(${items}::uuid[]) order by id`
  const projects = await tx.$queryRaw<{ id: string }[]>`
    select distinct project_id id from items where id = any(${items}::uuid[]) order by project_id`
  return {
    items,
    tasks: tasks.map(({ id }) => id),
    projects: projects.map(({ id }) => id),
    texts: longestFirst(unsharedTexts),
    sharing: unsharedTexts.length < texts.length ? await sharing(tx, texts, items) : [],
  }
}

async function withCopies(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    with recursive reached(id) as (
      select unnest(${[...ids]}::uuid[])
      union
      select k.item_id from reached r join tasks t on t.item_id = r.id
      join (select original_id, task_id copy_id from task_copies
            union all select original_id, copy_id from second_adjudications) c on c.original_id = t.id
      join tasks k on k.id = c.copy_id)
    select id from reached`
  const found = new Set([...ids, ...rows.map(({ id }) => id)])
  return [...found]
}

/** Those by which it is found where it is quoted. */
const textsOf = async (tx: Tx, items: readonly string[]): Promise<string[]> =>
  [...(await allTextsOf(tx, items))].filter(isFindable)

/** Of what the record brought and people and machines made of it, however short. */
export async function allTextsOf(tx: Tx, items: readonly string[]): Promise<Set<string>> {
  const ids = [...items]
  const rows = await tx.item.findMany({
    where: { id: { in: ids } },
    select: { title: true, content: true, record: true },
  })
  const values = await tx.$queryRaw<{ value: Json }[]>`
    select to_jsonb(u.text) value from units u join tasks t on t.id = u.task_id where t.item_id = any(${ids}::uuid[])
    union all select l.value from labels l join tasks t on t.id = l.task_id where t.item_id = any(${ids}::uuid[])
    union all select g.answers from golds g join tasks t on t.id = g.task_id where t.item_id = any(${ids}::uuid[])
    union all select s.value from suggestions s join tasks t on t.id = s.task_id where t.item_id = any(${ids}::uuid[])`
  const found = [
    ...rows.flatMap(({ title, content, record }) => [
      title.replace(/…$/, ''),
      ...stringsIn(content as Json),
      record,
      ...stringsIn(recordOf(record)),
    ]),
    ...values.flatMap(({ value }) => stringsIn(value)),
  ]
  return new Set(found.flatMap((text) => [text, text.trim()]))
}

/** A record that is no JSON any more has no texts but itself. */
function recordOf(record: string): Json {
  try {
    return readStoredRecord(record).value
  } catch {
    return null
  }
}

const OTHERS = `
  from items i cross join lateral jsonb_path_query(i.content, 'strict $.** ? (@.type() == "string")') v
  where v #>> '{}' = any($1::text[]) and i.id <> all($2::uuid[])`

/** Those of the texts that no other item has. */
async function without(tx: Tx, texts: readonly string[], items: readonly string[]): Promise<string[]> {
  const shared = await tx.$queryRawUnsafe<{ text: string }[]>(
    `select distinct v #>> '{}' "text" ${OTHERS} and i.project_id not in (
       select a.audit_id from audits a join items o on o.project_id = a.project_id where o.id = any($2::uuid[]))`,
    [...texts],
    [...items],
  )
  const sharedTexts = new Set(shared.map(({ text }) => text))
  return texts.filter((text) => !sharedTexts.has(text))
}

const MOST_SHARING = 50

function sharing(tx: Tx, texts: readonly string[], items: readonly string[]): Promise<Reach['sharing']> {
  return tx.$queryRawUnsafe<Reach['sharing']>(
    `select distinct p.name project, o.position from (select distinct i.id ${OTHERS}) s
     join items o on o.id = s.id join projects p on p.id = o.project_id order by p.name, o.position limit ${MOST_SHARING}`,
    [...texts],
    [...items],
  )
}
