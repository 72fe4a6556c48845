/** Holds the database against the journal: nothing lost, nothing twice, nothing invented. */
import canonicalize from 'canonicalize'
import type { Json } from '@/lib/protocols/protocol'
import { type Field, fieldKey, type Journal } from './journal'

/** Runs one statement on the database of the product. */
export type Ask = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

export interface Account {
  /** Saves that their annotators were told of. */
  acknowledged: number
  submitted: number
  /** Of acknowledged values that are gone, or current values that are not the last. */
  losses: string[]
  /** Of writes that left more than one event, or none. */
  duplicates: string[]
  /** Of values that nobody sent. */
  inventions: string[]
  /** Of counters, gold, imports and jobs that do not fit together. */
  inconsistencies: string[]
  /** Conflicts and refusals shown to people who were alone with their work. */
  troubles: string[]
}

interface Held extends Field {
  value: Json
  revision: number
}
interface Told extends Held {
  from: Json
  id: string
}

const asText = (value: Json) => canonicalize(value) ?? 'null'

/**
 * To be called when everybody is done and nothing is under way. What was answered is looked for where the journal's people
 * are at work, or in the whole database.
 */
export async function accountFor(journal: Journal, ask: Ask, projectId: string | null = null): Promise<Account> {
  const held = await ask<Held>(
    `select l.annotation_id "annotationId", u.key "unit", l.question, l.value, l.revision
     from labels l join units u on u.id = l.unit_id join tasks t on t.id = l.task_id
     where $1::uuid is null or t.project_id = $1`,
    [projectId],
  )
  const told = await ask<Told>(
    `select id::text, annotation_id "annotationId", data->>'unit' "unit", data->>'question' "question",
            data->'from' "from", data->'to' "value", (data->>'revision')::int "revision"
     from events where type = 'answer.saved' and ($1::uuid is null or project_id = $1) order by events.id`,
    [projectId],
  )
  return {
    acknowledged: new Set(journal.of('saved').map((entry) => `${fieldKey(entry)} ${entry.revision}`)).size,
    submitted: journal.of('submitted').length,
    losses: [...lostIn(journal, held, told), ...(await unsubmittedIn(journal, ask))],
    duplicates: duplicatesIn(held, told),
    inventions: inventedIn(journal, told),
    inconsistencies: await inconsistenciesIn(ask),
    troubles: journal.of('trouble').map((entry) => `${fieldKey(entry)}: ${entry.why}`),
  }
}

function lostIn(journal: Journal, held: readonly Held[], told: readonly Told[]): string[] {
  const now = new Map(held.map((label) => [fieldKey(label), label]))
  const then = new Map(told.map((event) => [`${fieldKey(event)} ${event.revision}`, event]))
  const lost: string[] = []
  for (const entry of journal.of('saved')) {
    const event = then.get(`${fieldKey(entry)} ${entry.revision}`)
    if (!event || asText(event.value) !== asText(entry.value))
      lost.push(`${fieldKey(entry)}: revision ${entry.revision} was acknowledged as ${asText(entry.value)}`)
    const label = now.get(fieldKey(entry))
    if (!label || label.revision < entry.revision)
      lost.push(`${fieldKey(entry)}: went back behind revision ${entry.revision}`)
  }
  // Nobody rests before everything is saved, so what stands is what was wanted last.
  const wanted = new Map(journal.of('wanted').map((entry) => [fieldKey(entry), entry.value]))
  for (const [key, value] of wanted)
    if (asText(now.get(key)?.value ?? null) !== asText(value)) lost.push(`${key}: is not what was wanted last`)
  return lost
}

/** Every field has its events 1, 2, 3 to its revision, each taking up where the one before ended. */
function duplicatesIn(held: readonly Held[], told: readonly Told[]): string[] {
  const wrong: string[] = []
  const chains = new Map<string, Told[]>()
  for (const event of told) chains.set(fieldKey(event), [...(chains.get(fieldKey(event)) ?? []), event])
  for (const label of held) {
    const chain = chains.get(fieldKey(label)) ?? []
    const isWhole =
      chain.length === label.revision &&
      chain.every(({ revision }, index) => revision === index + 1) &&
      chain.every(({ from }, index) => asText(from) === asText(chain[index - 1]?.value ?? null)) &&
      asText(chain.at(-1)?.value ?? null) === asText(label.value)
    if (!isWhole) wrong.push(`${fieldKey(label)}: ${chain.length} events for revision ${label.revision}`)
  }
  return wrong
}

function inventedIn(journal: Journal, told: readonly Told[]): string[] {
  const sent = new Set(journal.of('sent').map((entry) => `${fieldKey(entry)} ${entry.base} ${asText(entry.value)}`))
  return told
    .filter((event) => !sent.has(`${fieldKey(event)} ${event.revision - 1} ${asText(event.value)}`))
    .map((event) => `${fieldKey(event)}: event ${event.id} holds ${asText(event.value)}, which nobody sent`)
}

async function unsubmittedIn(journal: Journal, ask: Ask): Promise<string[]> {
  const ids = journal.of('submitted').map(({ annotationId }) => annotationId)
  const rows = await ask<{ id: string }>(
    `select id from unnest($1::uuid[]) given(id)
     where not exists (select 1 from annotations n where n.id = given.id and n.state = 'submitted' and n.submitted_at is not null)`,
    [ids],
  )
  return rows.map(({ id }) => `${id}: was submitted and is not`)
}

/** Each finds what must not be. */
const CHECKS: readonly [what: string, sql: string][] = [
  [
    'a task whose counters are wrong',
    `select t.id::text "what" from tasks t left join assignments a on a.task_id = t.id group by t.id
     having t.assigned_count <> count(*) filter (where a.state in ('reserved', 'assigned', 'submitted'))
         or t.submitted_count <> count(*) filter (where a.state = 'submitted')`,
  ],
  [
    'a task that everybody has submitted and that is open still',
    `select id::text "what" from tasks where state = 'open' and submitted_count >= raters`,
  ],
  [
    'a submission without one event of its own',
    `select n.id::text "what" from annotations n
     left join events e on e.annotation_id = n.id and e.type = 'annotation.submitted'
     where n.state = 'submitted' group by n.id having count(e.id) <> 1`,
  ],
  [
    'an annotation begun twice, or never',
    `select n.id::text "what" from annotations n
     left join events e on e.annotation_id = n.id and e.type = 'annotation.started' group by n.id having count(e.id) <> 1`,
  ],
  [
    'a task revealed twice',
    `select task_id::text "what" from events where type = 'task.revealed' group by task_id having count(*) > 1`,
  ],
  [
    'a task whose gold does not fit its state',
    `select t.id::text "what" from tasks t left join golds g on g.task_id = t.id and g.superseded_at is null
     group by t.id having count(g.id) <> (t.state = 'gold')::int`,
  ],
  [
    'an import that is half done, or twice',
    `select i.id::text "what" from imports i
     where i.state in ('checking', 'applying')
       or i.state = 'failed' and exists (select 1 from items where import_id = i.id) or i.state = 'done' and
       (i.new_count <> (select count(*) from items where import_id = i.id)
        or 1 <> (select count(*) from events where type = 'import.applied' and data->>'importId' = i.id::text))`,
  ],
  [
    'an item without its task',
    `select i.id::text "what" from items i where not exists (select 1 from tasks t where t.item_id = i.id)`,
  ],
  [
    'a run that is not done, or has undone items',
    `select r.name || ', ' || r.state || coalesce(': ' || string_agg(distinct concat_ws(' ', i.state, i.error_code, i.error), '; '), '') "what"
     from runs r left join run_items i on i.run_id = r.id and i.state not in ('done', 'skipped')
     where r.kind = 'pipeline' group by r.id having r.state <> 'done' or count(i.id) > 0`,
  ],
  [
    'a suggestion made twice by one run',
    `select s.run_id::text || ' ' || s.unit_id::text "what" from suggestions s where s.run_id is not null
     group by s.run_id, s.unit_id, s.question, s.value having count(*) > 1`,
  ],
  [
    'a finished task missing from the figures, or an outdated one',
    `select t.id::text "what" from tasks t left join rated_tasks r on r.task_id = t.id
     where t.submitted_count > 0 and t.state not in ('open', 'preparing', 'discarded') and r.revision is distinct from t.revision`,
  ],
  [
    'a job that was given up',
    // A driver has nothing more to do where others brought its run to its end; it is cleared away within a minute.
    `select task_identifier || ' ' || coalesce(last_error, '') "what" from graphile_worker.jobs where attempts >= max_attempts
     and not (task_identifier = 'drive_run' and exists
       (select 1 from runs where key like 'drive_run/' || id || '/%' and state = 'done'))`,
  ],
]

async function inconsistenciesIn(ask: Ask): Promise<string[]> {
  const found: string[] = []
  for (const [what, sql] of CHECKS) {
    const rows = await ask<{ what: string }>(sql)
    found.push(...rows.map((row) => `${what}: ${row.what}`))
  }
  return found
}
