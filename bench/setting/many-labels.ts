/**
 * A project of many labels, made by statements over whole sets: responses of three or four segments, each annotated by
 * three people who err now and then, all revealed, with an event for every label.
 */
import pg from 'pg'
import { makeMember, makeProject } from '@/tests/factories'

export interface ManyLabels {
  projectId: string
  stageId: string
  tasks: number
  labels: number
  manager: Awaited<ReturnType<typeof makeMember>>
}

/** Labels that a task of three annotators has on average: of its segments, of its errors, of the whole. */
const LABELS_A_TASK = 15.3

/** A repeatable number from 0 to 999, from the task's position, the segment's and the person's. */
const DRAW = `abs(hashint8extended(i.position::bigint * 1000 + %S * 10 + %P, 7)) % 1000`
const draw = (segment: string, person: string) => DRAW.replace('%S', segment).replace('%P', person)

/** Truth is false for 18 of 100 segments, and people see it otherwise in 7 of 100. */
const IS_TRUE = `((${draw('u.place', '0')}) >= 180) <> ((${draw('u.place', 'a.place')}) < 70)`

/** Makes the project in the database that the factories write to. */
export async function makeManyLabels(database: string, labels: number): Promise<ManyLabels> {
  const tasks = Math.round(labels / LABELS_A_TASK)
  const project = await makeProject({ name: `${labels} labels`, stage: { raters: 3 } })
  const manager = await makeMember(project, 'manager')
  const people = [1, 2, 3].map(() => makeMember(project, 'annotator'))
  const ids = (await Promise.all(people)).map(({ id }) => id)
  const stageId = project.stages[0]?.id ?? ''
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  // Row by row the walls would take most of the time; what is written keeps to them.
  await client.query(`set session_replication_role = 'replica'`)
  try {
    for (const [text, values] of statements(project.id, stageId, tasks, ids)) await client.query(text, values)
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int from labels l join tasks t on t.id = l.task_id where t.project_id = $1`,
      [project.id],
    )
    await client.query('vacuum analyze')
    return { projectId: project.id, stageId, tasks, labels: rows[0]?.count ?? 0, manager }
  } finally {
    await client.end()
  }
}

function statements(projectId: string, stageId: string, tasks: number, people: string[]): [string, unknown[]][] {
  const item = `
    insert into items (id, project_id, position, title, domain, source, content, record, format, content_hash)
    select gen_random_uuid(), $1::uuid, n, 'Item ' || n, d.domain, 'bench',
      jsonb_build_object('prompt', 'What is known of river ' || n || '?', 'response', '', 'domain', d.domain,
                         'source', null, 'index', null, 'refContents', '[]'::jsonb),
      '{}', 'felm', md5($1::uuid::text || n)
    from generate_series(1, $2::int) n
    cross join lateral (select (array['wk', 'science', 'math', 'reasoning', 'writing_rec'])[n % 5 + 1] domain) d`
  const task = `
    insert into tasks (id, project_id, stage_id, item_id, position, state, raters)
    select gen_random_uuid(), $1::uuid, $2::uuid, i.id, i.position, 'open', 3 from items i where i.project_id = $1`
  const unit = `
    insert into units (id, task_id, key, kind, position, text)
    select gen_random_uuid(), t.id, case when n = 0 then 'item' else 's' || n end,
      case when n = 0 then 'item' else 'segment' end, n, 'Segment ' || n || ' states something about rivers.'
    from tasks t cross join lateral generate_series(0, 3 + t.position % 2) n where t.project_id = $1`
  const assignment = `
    insert into assignments (id, task_id, user_id, state, origin)
    select gen_random_uuid(), t.id, a, 'submitted', 'manager' from tasks t, unnest($2::uuid[]) a where t.project_id = $1`
  const annotation = `
    insert into annotations (id, task_id, user_id, round, guideline_version)
    select gen_random_uuid(), t.id, a, 1, 1 from tasks t, unnest($2::uuid[]) a where t.project_id = $1`
  const label = `
    with given as (
      select n.id annotation_id, u.id unit_id, t.id task_id, u.kind, ${IS_TRUE} is_true,
             ${draw('u.place', 'a.place')} noise, i.domain
      from tasks t join items i on i.id = t.item_id
      join (select task_id, id, kind, position place from units) u on u.task_id = t.id
      join annotations n on n.task_id = t.id
      join unnest($2::uuid[]) with ordinality a(id, place) on a.id = n.user_id
      where t.project_id = $1)
    insert into labels (annotation_id, unit_id, task_id, question, value, origin)
    select annotation_id, unit_id, task_id, case kind when 'item' then 'action' else 'label' end,
           case kind when 'item' then '"keep"'::jsonb else to_jsonb(is_true) end, 'chosen'::"LabelOrigin"
    from given
    union all
    select annotation_id, unit_id, task_id, 'errorType',
           to_jsonb((array['knowledge_error', 'reasoning_error', 'irrelevant', 'fooled'])[noise % 4 + 1]), 'chosen'::"LabelOrigin"
    from given where kind = 'segment' and not is_true`
  // A save every ten seconds or so, the first of them the start.
  const event = `
    insert into events (at, type, actor_id, project_id, item_id, task_id, annotation_id, data)
    select timestamptz '2026-01-05' + (t.position % 60) * interval '1 day' + s.place * interval '10 seconds',
           case s.place when 0 then 'annotation.started' else 'answer.saved' end,
           n.user_id, t.project_id, t.item_id, t.id, n.id, s.data
    from annotations n join tasks t on t.id = n.task_id
    join (
      select id annotation_id, 0 place, '{"round": 1}'::jsonb "data" from annotations
      union all
      select l.annotation_id, row_number() over (partition by l.annotation_id order by u.position, l.question)::int,
             jsonb_build_object('unit', u.key, 'question', l.question, 'from', null, 'to', l.value, 'origin', 'chosen')
      from labels l join units u on u.id = l.unit_id) s on s.annotation_id = n.id
    where t.project_id = $1 order by t.position, n.id, s.place`
  return [
    [item, [projectId, tasks]],
    [task, [projectId, stageId]],
    [unit, [projectId]],
    [assignment, [projectId, people]],
    [annotation, [projectId, people]],
    [label, [projectId, people]],
    ['analyze', []],
    [event, [projectId]],
    [
      `update annotations n set state = 'submitted', active_seconds = 60 + t.position % 240,
         submitted_at = timestamptz '2026-01-05' + (t.position % 60) * interval '1 day'
       from tasks t where t.id = n.task_id and t.project_id = $1`,
      [projectId],
    ],
    [`update tasks set state = 'consolidating' where project_id = $1`, [projectId]],
  ]
}
