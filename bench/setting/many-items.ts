/**
 * A project of many items, made by statements over whole sets: FELM-like responses of five segments. Of ten, three are gold
 * and two annotated by two people, if not asked otherwise; the rest wait in the queue behind them.
 */
import pg from 'pg'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Answers } from '@/lib/protocols/protocol'
import { makeMember, makeProject } from '@/tests/factories'

type Person = Awaited<ReturnType<typeof makeMember>>

export interface ManyItems {
  projectId: string
  items: number
  gold: number
  annotated: number
  manager: Person
  /** Somebody who has annotated nothing yet. */
  annotator: Person
  /** The two who annotated what is annotated. */
  annotators: readonly Person[]
}

const SEGMENTS = 5
const ALL_TRUE = answersWith({ label: true })
const ONE_FALSE = answersWith({ label: false, errorType: 'knowledge_error', reason: 'The river is longer than that.' })

function answersWith(last: { [question: string]: string | boolean }): Answers {
  const segments = Array.from({ length: SEGMENTS }, (_, at) => [
    `s${at + 1}`,
    at + 1 === SEGMENTS ? last : { label: true },
  ])
  return { item: { action: 'keep' }, ...Object.fromEntries(segments) }
}

function rollUp(answers: Answers) {
  const stage = stageByKey(protocolById('felm'), 'segments')
  const content = { prompt: '', response: '', domain: 'wk', source: null, index: null, refContents: [] }
  const segments = Array.from({ length: SEGMENTS }, (_, at) => `Segment ${at + 1}.`)
  return stage.rollUp({ content, units: stage.units(content, segments, {}) }, answers)
}

/** A record like those that `makeManyItems` makes, of a number that it does not use. */
export function newRecord(serial: string) {
  const segments = Array.from({ length: SEGMENTS }, (_, at) => `Sentence ${at + 1} of answer ${serial} can be checked.`)
  const prompt = `What is known of river ${serial}?`
  return {
    index: serial,
    domain: 'wk',
    source: 'bench',
    prompt,
    response: segments.join(' '),
    segmented_response: segments,
  }
}

/** Makes the project in the database that the factories write to. */
export async function makeManyItems(
  database: string,
  items: number,
  /** `bare`: items, tasks and texts alone, what lists of items read. `goldShare`: how many of the items are gold, from 0 to 1. */
  { bare = false, goldShare = 0.3 }: { bare?: boolean; goldShare?: number } = {},
): Promise<ManyItems> {
  const project = await makeProject({ name: `${items} items`, stage: { raters: 2, queue: true } })
  const manager = await makeMember(project, 'manager')
  const annotator = await makeMember(project, 'annotator')
  const annotators = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const people = annotators.map(({ id }) => id)
  const gold = Math.floor(items * goldShare)
  const annotated = Math.max(gold, Math.floor(items * 0.5))
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  // Row by row the walls would take most of the time; what is written keeps to them.
  await client.query(`set session_replication_role = 'replica'`)
  try {
    const scope = { project: project.id, stage: project.stages[0]?.id ?? '', people, items, gold, annotated }
    for (const [text, values] of bare ? bareStatements(scope) : statements(scope)) await client.query(text, values)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  return { projectId: project.id, items, gold, annotated, manager, annotator, annotators }
}

interface Scope {
  project: string
  stage: string
  people: string[]
  items: number
  gold: number
  annotated: number
}

function statements({ project, stage, people, items, gold, annotated }: Scope): [string, unknown[]][] {
  return [
    [ITEMS, [project, items]],
    [TASKS, [project, stage, gold, annotated]],
    [UNITS, [project]],
    [SHARES, [project, people, annotated]],
    [ANNOTATIONS, [project, people, annotated]],
    [TIMES, [project]],
    ['analyze', []],
    [LABELS, [project]],
    [EVENTS, [project]],
    [
      GOLDS,
      [project, ...[ALL_TRUE, rollUp(ALL_TRUE), ONE_FALSE, rollUp(ONE_FALSE)].map((each) => JSON.stringify(each))],
    ],
    [TEXTS, [project]],
    ['analyze', []],
    [REACHED, [project]],
  ]
}

const bareStatements = ({ project, stage, items, gold, annotated }: Scope): [string, unknown[]][] => [
  [ITEMS, [project, items]],
  [TAGS, [project]],
  ['analyze', []],
  [TASKS, [project, stage, gold, annotated]],
  [TEXTS, [project]],
  [TAG_ROWS, [project]],
]

// A third has a tag, a ninth two; of a hundredth somebody said that it goes first.
const TAGS = `
  update items set tags = case when position % 9 = 0 then array['long', 'tag ' || position % 10] else array['tag ' || position % 10] end,
    priority = case when position % 100 = 3 then 5 else 0 end
  where project_id = $1::uuid and position % 3 = 0`

const SENTENCES = `(select string_agg('Sentence ' || s || ' of answer ' || n || ' states something about rivers.', ' ' order by s)
  from generate_series(1, ${SEGMENTS}) s)`

const ITEMS = `
  insert into items (id, project_id, position, external_id, title, domain, source, content, record, format, content_hash)
  select gen_random_uuid(), $1::uuid, n, 'wk-' || n, 'What is known of river ' || n || '?', d.domain, 'bench ' || n % 7, c.content,
    (c.content || jsonb_build_object('segmented_response', to_jsonb(string_to_array(c.content ->> 'response', '. '))))::text,
    'felm', md5($1::uuid::text || n)
  from generate_series(1, $2::int) n
  cross join lateral (select (array['wk', 'science', 'math', 'reasoning', 'writing_rec'])[n % 5 + 1] domain) d
  cross join lateral (select jsonb_build_object('prompt', 'What is known of river ' || n || '?', 'response', ${SENTENCES},
    'domain', d.domain, 'source', 'bench ' || n % 7, 'index', 'wk-' || n, 'refContents', '[]'::jsonb) content) c`

const TASKS = `
  insert into tasks (id, project_id, stage_id, item_id, position, raters, state, assigned_count, submitted_count)
  select gen_random_uuid(), $1::uuid, $2::uuid, i.id, i.position, 2,
    (case when i.position <= $3::int then 'gold' when i.position <= $4::int then 'consolidating' else 'open' end)::"TaskState",
    case when i.position <= $4::int then 2 else 0 end, case when i.position <= $4::int then 2 else 0 end
  from items i where i.project_id = $1::uuid`

const UNITS = `
  insert into units (id, task_id, key, kind, position, text)
  select gen_random_uuid(), t.id, case when n = 0 then 'item' else 's' || n end, case when n = 0 then 'item' else 'segment' end, n,
    'Sentence ' || n || ' of answer ' || t.position || ' states something about rivers.'
  from tasks t cross join generate_series(0, ${SEGMENTS}) n where t.project_id = $1::uuid`

const SHARES = `
  insert into assignments (id, task_id, user_id, state, origin)
  select gen_random_uuid(), t.id, a, 'submitted', 'queue' from tasks t, unnest($2::uuid[]) a
  where t.project_id = $1::uuid and t.position <= $3::int`

const ANNOTATIONS = `
  insert into annotations (id, task_id, user_id, round, guideline_version, state, started_at, submitted_at, active_seconds)
  select gen_random_uuid(), t.id, a, 1, 1, 'submitted', d.day, d.day + interval '5 minutes', 60 + t.position % 240
  from tasks t cross join unnest($2::uuid[]) a
  cross join lateral (select timestamptz '2026-01-05' + (t.position % 60) * interval '1 day' as day) d
  where t.project_id = $1::uuid and t.position <= $3::int`

const TIMES = `
  insert into work_times (task_id, user_id, round, kind, day, project_id, stage, seconds)
  select t.id, n.user_id, n.round, 'annotation', (n.submitted_at at time zone 'UTC')::date, t.project_id, s.key, n.active_seconds
  from annotations n join tasks t on t.id = n.task_id join stages s on s.id = t.stage_id where t.project_id = $1::uuid`

// One in nine annotations disagrees with the other about the last segment.
const LABELS = `
  insert into labels (annotation_id, unit_id, task_id, question, value, origin)
  select n.id, u.id, t.id, case u.kind when 'item' then 'action' else 'label' end,
    case u.kind when 'item' then '"keep"'::jsonb else to_jsonb(u.position < ${SEGMENTS}
      or (t.position % 4 > 0) <> (abs(hashtextextended(n.id::text, 3)) % 9 = 0)) end, 'chosen'
  from annotations n join tasks t on t.id = n.task_id join units u on u.task_id = t.id where t.project_id = $1::uuid`

const EVENTS = `
  insert into events (at, type, actor_id, project_id, item_id, task_id, annotation_id, data)
  select n.started_at + s.place * interval '10 seconds',
    s.type, n.user_id, t.project_id, t.item_id, t.id, n.id, s.data
  from annotations n join tasks t on t.id = n.task_id
  cross join lateral (
    select 0 place, 'annotation.started' "type", '{"round": 1}'::jsonb "data"
    union all
    select ${SEGMENTS + 2}, 'annotation.submitted', jsonb_build_object('round', 1, 'activeSeconds', n.active_seconds)
    union all
    select 1 + u.position, 'answer.saved', jsonb_build_object('unit', u.key, 'question', l.question, 'from', null, 'to', l.value, 'origin', 'chosen')
    from labels l join units u on u.id = l.unit_id where l.annotation_id = n.id) s
  where t.project_id = $1::uuid order by t.position, n.id, s.place`

const GOLDS = `
  insert into golds (id, task_id, version, round, answers, roll_up, origin, created_at)
  select gen_random_uuid(), t.id, 1, 1, case when t.position % 4 > 0 then $2::jsonb else $4::jsonb end,
    case when t.position % 4 > 0 then $3::jsonb else $5::jsonb end, 'consolidated',
    timestamptz '2026-01-06' + (t.position % 60) * interval '1 day'
  from tasks t where t.project_id = $1::uuid and t.state = 'gold'`

// What triggers would have kept.
const TEXTS = `
  insert into item_texts (project_id, position, text)
  select project_id, position, text_of_item(title, external_id, content) from items where project_id = $1::uuid`
const TAG_ROWS = `
  insert into item_tags (project_id, position, tag) select project_id, position, unnest(tags) from items where project_id = $1::uuid`
const REACHED = `
  select note_reached(array_agg(id)) from tasks where project_id = $1::uuid and state in ('consolidating', 'gold')`
