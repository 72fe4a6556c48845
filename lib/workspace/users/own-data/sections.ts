/**
 * What is stored about a person, section by section. Only rows of their own: no partner's, and nothing by which copies that are served blind could be
 * told from other tasks, so that work has the project's and the item's name and no ids (docs/decisions/093-what-is-kept-of-people.md).
 */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { prisma } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'

export interface Section {
  name: string
  /** In pages: no more of them is in memory at a time. */
  rows(userId: string): AsyncGenerator<Json[]>
}

/** Rows in memory at a time. */
const BATCH = 500

/** `rowsOf`: a query with a unique text `key`, and `row` as JSON. */
const section = (name: string, rowsOf: (userId: string) => Prisma.Sql): Section => ({
  name,
  async *rows(userId) {
    for (let after = ''; ; ) {
      const rows = await prisma().$queryRaw<{ key: string; row: Json }[]>`
        select x.key "key", x.row "row" from (${rowsOf(userId)}) x where x.key > ${after} order by x.key limit ${BATCH}`
      yield rows.map(({ row }) => row)
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) return
      after = last.key
    }
  },
})

interface EventRow {
  id: bigint
  at: string
  row: Json
}

/** What the person did and when, without whom else it was about: in each project by the index of its people, and in none. */
async function* readEvents(userId: string): AsyncGenerator<Json[]> {
  const projects = await prisma().project.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  const row = (project: Prisma.Sql) => Prisma.sql`
    e.id, e.at::text "at", jsonb_build_object('at', e.at, 'what', e.type, 'project', ${project}) "row"`
  const visibleSql = Prisma.sql`e.type <> all(${HIDDEN_EVENTS})`
  const places = [
    (after: Prisma.Sql) => Prisma.sql`
      select ${row(Prisma.sql`null::text`)} from events e
      where (e.project_id is null or e.type in ('project.created', 'project.deleted')) and e.project_id is null
        and (e.actor_id = ${userId}::uuid or e.data ->> 'userId' = ${userId}) and ${visibleSql} ${after}`,
    ...projects.map(
      ({ id }) =>
        (after: Prisma.Sql) =>
          Prisma.sql`
      select ${row(Prisma.sql`p.name`)} from events e join projects p on p.id = e.project_id
      where e.project_id = ${id}::uuid and e.actor_id = ${userId}::uuid and ${visibleSql} ${after}`,
    ),
  ]
  for (const place of places)
    for (let after = Prisma.sql`true`; ; ) {
      const rows = await prisma().$queryRaw<EventRow[]>(
        place(Prisma.sql`and ${after} order by e.at, e.id limit ${BATCH}`),
      )
      yield rows.map((each) => each.row)
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) break
      after = Prisma.sql`(e.at, e.id) > (${last.at}::timestamptz, ${last.id}::bigint)`
    }
}

/** The task's project as people know it: of a copy in a shadow, the one that is shadowed. */
const WORK = Prisma.sql`
  join tasks t on t.id = own.task_id join stages s on s.id = t.stage_id join items i on i.id = t.item_id
  left join calibrations k on k.shadow_id = t.project_id join projects p on p.id = coalesce(k.project_id, t.project_id)`
const PLACE = Prisma.sql`'project', p.name, 'stage', s.key, 'item', i.title`

/** Events that tell that something is a copy, or how it was judged. */
export const HIDDEN_EVENTS = ['task.copied', 'calibration.judged']

export const SECTIONS: readonly Section[] = [
  section(
    'account',
    (userId) => Prisma.sql`
      select u.id::text "key", jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'hasPassword', u.password_hash is not null,
        'singleSignOn', u.oidc_issuer, 'singleSignOnSubject', u.oidc_subject, 'administrator', u.is_admin,
        'mayCreateProjects', u.can_create_projects, 'searchEngine', u.search_engine, 'since', u.created_at,
        'deactivated', u.deactivated_at) "row"
      from users u where u.id = ${userId}::uuid`,
  ),
  section(
    'memberships',
    (userId) => Prisma.sql`
      select m.project_id::text "key", to_jsonb(m) - 'user_id' - 'project_id' || jsonb_build_object('project', p.name) "row"
      from memberships m join projects p on p.id = m.project_id where m.user_id = ${userId}::uuid`,
  ),
  section(
    'eMails',
    (userId) => Prisma.sql`
      select 'choice' "key", jsonb_build_object('wanted', c.mode, 'since', c.changed_at, 'problem', c.problem) "row"
      from mail_choices c where c.user_id = ${userId}::uuid
      union all
      select m.id::text, jsonb_build_object('state', m.state, 'made', m.made_at, 'sent', m.sent_at, 'new', m.content -> 'fresh', 'waiting', m.content -> 'waiting')
      from mails m where m.user_id = ${userId}::uuid`,
  ),
  section(
    'teams',
    (userId) => Prisma.sql`
      select m.team_id::text "key", jsonb_build_object('name', g.name) "row"
      from team_members m join teams g on g.id = m.team_id where m.user_id = ${userId}::uuid`,
  ),
  section(
    'rightsByGroups',
    (userId) => Prisma.sql`
      select g.id::text "key", jsonb_build_object('project', p.name, 'role', g.role, 'team', w.name, 'administrator', g.administrator) "row"
      from group_grants g left join projects p on p.id = g.project_id left join teams w on w.id = g.team_id
      where g.user_id = ${userId}::uuid`,
  ),
  section(
    'invitationsAccepted',
    (userId) => Prisma.sql`
      select n.invitation_id::text "key", jsonb_build_object('at', n.used_at, 'project', p.name, 'role', v.role, 'email', v.email) "row"
      from invitation_uses n join invitations v on v.id = n.invitation_id left join projects p on p.id = v.project_id
      where n.user_id = ${userId}::uuid`,
  ),
  section(
    'tokens',
    (userId) => Prisma.sql`
      select a.id::text "key", jsonb_build_object('name', a.name, 'beginsWith', a.prefix, 'made', a.created_at, 'expires', a.expires_at,
        'lastUsed', a.last_used_at, 'revoked', a.revoked_at) "row"
      from api_tokens a where a.user_id = ${userId}::uuid`,
  ),
  section(
    'passwordResets',
    (userId) => Prisma.sql`
      select r.id::text "key", jsonb_build_object('made', r.created_at, 'expires', r.expires_at, 'used', r.used_at) "row"
      from password_resets r where r.user_id = ${userId}::uuid`,
  ),
  section(
    'signIns',
    (userId) => Prisma.sql`
      select to_char(e.id, 'FM000000000000000000') "key", jsonb_build_object('at', e.at, 'what', e.type, 'how', e.data ->> 'how') "row"
      from events e
      where e.project_id is null and e.type in ('session.started', 'session.ended', 'sign_in.failed', 'sign_in.locked')
        and (e.actor_id = ${userId}::uuid or e.data ->> 'userId' = ${userId})`,
  ),
  section(
    'hours',
    (userId) => Prisma.sql`
      select concat_ws(' ', w.project_id, w.stage, w.kind, w.day) "key",
        jsonb_build_object('project', p.name, 'stage', w.stage, 'kind', w.kind, 'day', w.day, 'seconds', sum(w.seconds)) "row"
      from work_times w join projects p on p.id = w.project_id where w.user_id = ${userId}::uuid
      group by w.project_id, p.name, w.stage, w.kind, w.day`,
  ),
  section(
    'hourlyRates',
    (userId) => Prisma.sql`
      select h.project_id::text "key", jsonb_build_object('project', p.name, 'currency', h.currency, 'hundredths', h.people -> ${userId}) "row"
      from hour_rates h join projects p on p.id = h.project_id where h.people ? ${userId}`,
  ),
  section(
    'annotations',
    (userId) => Prisma.sql`
      select own.id::text "key", jsonb_build_object(${PLACE}, 'round', own.round, 'state', own.state, 'started', own.started_at,
        'submitted', own.submitted_at, 'activeSeconds', own.active_seconds, 'guidelines', own.guideline_version,
        'answers', coalesce((
          select jsonb_agg(jsonb_build_object('unit', n.key, 'question', l.question, 'value', l.value, 'origin', l.origin, 'at', l.updated_at)
            order by n.position, n.key, l.question)
          from labels l join units n on n.id = l.unit_id where l.annotation_id = own.id), '[]')) "row"
      from annotations own ${WORK} where own.user_id = ${userId}::uuid`,
  ),
  section(
    'comments',
    (userId) => Prisma.sql`
      select own.id::text "key", jsonb_build_object(${PLACE}, 'at', own.created_at, 'body', own.body, 'reply', own.reply) "row"
      from comments own ${WORK} where own.user_id = ${userId}::uuid`,
  ),
  section(
    'questionsToManagers',
    (userId) => Prisma.sql`
      select q.id::text "key", jsonb_build_object(${PLACE}, 'asked', q.asked_at, 'question', q.question, 'answer', q.answer,
        'answered', q.answered_at) "row"
      from inquiries q join assignments own on own.id = q.assignment_id ${WORK} where own.user_id = ${userId}::uuid`,
  ),
  section(
    'discussions',
    (userId) => Prisma.sql`
      select concat_ws(' ', own.task_id, own.round, own.unit_id, own.question) "key",
        jsonb_build_object(${PLACE}, 'round', own.round, 'question', own.question, 'accepts', own.value, 'at', own.created_at) "row"
      from acceptances own ${WORK} where own.user_id = ${userId}::uuid`,
  ),
  section(
    'settled',
    (userId) => Prisma.sql`
      select concat_ws(' ', own.task_id, own.round, own.unit_id, own.question) "key",
        jsonb_build_object(${PLACE}, 'round', own.round, 'question', own.question, 'value', own.value, 'reason', own.reason,
          'at', own.resolved_at) "row"
      from resolutions own ${WORK} where own.resolved_by_id = ${userId}::uuid`,
  ),
  section(
    'labelsSetByHand',
    (userId) => Prisma.sql`
      select o.item_id || ' ' || o.version "key", jsonb_build_object('project', p.name, 'item', i.title, 'value', o.value, 'reason', o.reason,
        'at', o.created_at) "row"
      from roll_up_overrides o join items i on i.id = o.item_id join projects p on p.id = i.project_id where o.user_id = ${userId}::uuid`,
  ),
  section(
    'practice',
    (userId) => Prisma.sql`
      select own.id::text "key", jsonb_build_object('project', p.name, 'stage', own.stage, 'item', own.item_key, 'at', own.at,
        'answers', own.answers, 'asExpected', own.as_expected, 'judged', own.judged, 'attempts', own.attempts) "row"
      from practice_attempts own join projects p on p.id = own.project_id where own.user_id = ${userId}::uuid`,
  ),
  section(
    'heldOutSubmissions',
    (userId) => Prisma.sql`
      select s.id::text "key", jsonb_build_object('project', p.name, 'release', r.number, 'system', s.system, 'sha256', s.sha256,
        'score', s.score, 'at', s.submitted_at) "row"
      from held_out_submissions s join releases r on r.id = s.release_id join projects p on p.id = s.project_id where s.user_id = ${userId}::uuid`,
  ),
  section(
    'guidelinesConfirmed',
    (userId) => Prisma.sql`
      select r.project_id || ' ' || r.version "key", jsonb_build_object('project', p.name, 'version', r.version, 'at', r.read_at) "row"
      from guideline_readings r join projects p on p.id = r.project_id where r.user_id = ${userId}::uuid`,
  ),
  section(
    'savedViews',
    (userId) => Prisma.sql`
      select v.id::text "key", jsonb_build_object('project', p.name, 'name', v.name, 'shared', v.shared, 'query', v.query, 'at', v.saved_at) "row"
      from item_views v join projects p on p.id = v.project_id where v.owner_id = ${userId}::uuid`,
  ),
  section(
    'searches',
    (userId) => Prisma.sql`
      select x.id::text "key", jsonb_build_object('project', p.name, 'at', x.at, 'provider', x.provider, 'query', x.query) "row"
      from search_records x join projects p on p.id = x.project_id where x.user_id = ${userId}::uuid`,
  ),
  section(
    'pagesRead',
    (userId) => Prisma.sql`
      select g.id::text "key", jsonb_build_object('at', g.fetched_at, 'address', g.url, 'title', g.title) "row"
      from page_snapshots g where g.reader = ${userId}`,
  ),
  { name: 'events', rows: readEvents },
]
