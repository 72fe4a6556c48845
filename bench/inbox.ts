/**
 * The inbox of somebody who is a member of forty projects with 100,000 tasks together, over HTTP against the production build: as the
 * page asks for it, and the page itself, beside the list of projects. They review in some, annotate in others and manage the rest; five
 * tasks a project are in hand, and one in ten of what waits has a proposal.
 * Run: npm run bench -- inbox [tasks] [projects]
 */
import pg from 'pg'
import type { Inbox } from '@/lib/adjudication/inbox/contract'
import { sessionFor } from '@/tests/actors'
import { makeMember, makeUser } from '@/tests/factories'
import { say, withApp } from './setting/app'
import { type ManyItems, makeManyItems } from './setting/many-items'
import { quantile } from './setting/times'

const [tasks = 100_000, projects = 40] = process.argv.slice(2).map(Number)
const ROUNDS = 40
const WARM_UP = 5
const GOAL_MS = 200
const ROLES = ['annotator', 'reviewer', 'manager'] as const

/** In these projects the person takes the place of one of the two annotators, and has the first open tasks in hand. */
const OWN_WORK = [
  `create temporary table own as select t.project_id, (array_agg(distinct n.user_id))[1] "was"
     from tasks t join annotations n on n.task_id = t.id where t.project_id = any(array[$projects]::uuid[]) group by 1`,
  `update annotations n set user_id = $person::uuid from tasks t, own where t.id = n.task_id and own.project_id = t.project_id and n.user_id = own.was`,
  `update assignments a set user_id = $person::uuid from tasks t, own where t.id = a.task_id and own.project_id = t.project_id and a.user_id = own.was`,
  `insert into assignments (id, task_id, user_id, state, origin)
   select gen_random_uuid(), id, $person::uuid, 'assigned', 'manager' from (
     select t.id, row_number() over (partition by t.project_id order by t.position) "place" from tasks t
     where t.project_id = any(array[$projects]::uuid[]) and t.state = 'open') t where t.place <= 5`,
]

/** Every task to settle has a disagreement, and one in ten of them a proposal. */
const DISAGREEMENTS = [
  `insert into disagreements (id, task_id, round, unit_id, question, proposal, proposed_at)
   select gen_random_uuid(), t.id, 1, u.id, 'label', case when t.position % 10 = 0 then 'true'::jsonb end, case when t.position % 10 = 0 then now() end
   from tasks t join units u on u.task_id = t.id and u.key = 's1' where t.state = 'consolidating'`,
  `insert into events (type, project_id, item_id, task_id, data)
   select 'disagreement.proposed', t.project_id, t.item_id, t.id, '{"unit": "s1", "question": "label", "value": true}'::jsonb
   from disagreements d join tasks t on t.id = d.task_id where d.proposal is not null`,
  'vacuum analyze',
]

/** Makes one person a member of all of them, in turns of the three roles. */
async function join(database: string, made: readonly ManyItems[]) {
  const person = await makeUser()
  const inRole = (role: (typeof ROLES)[number]) => made.filter((_, at) => ROLES[at % ROLES.length] === role)
  for (const role of ROLES) for (const { projectId } of inRole(role)) await makeMember({ id: projectId }, role, person)
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query(`set session_replication_role = 'replica'`)
  const annotated = inRole('annotator').map(({ projectId }) => projectId)
  const inProjects = annotated.map((id) => `'${id}'`).join()
  for (const text of OWN_WORK)
    await client.query(text.replace('$projects', inProjects).replace('$person', `'${person.id}'`))
  for (const text of DISAGREEMENTS) await client.query(text)
  await client.end()
  return person
}

await withApp(async (app) => {
  const database = await app.databaseUrl()
  const made: ManyItems[] = []
  while (made.length < projects) made.push(await makeManyItems(database, Math.ceil(tasks / projects)))
  const headers = { cookie: await sessionFor(await join(database, made)) }
  const { decisions, work, next }: Inbox = await (await fetch(`${app.url}/api/inbox`, { headers })).json()
  say(
    `${tasks} tasks in ${projects} projects: ${decisions.total} decisions, ${work.total} tasks in hand, ${next.length} projects to take one in`,
  )
  for (const path of ['/api/inbox', '/inbox', '/api/projects']) {
    const times: number[] = []
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const start = performance.now()
      const response = await fetch(app.url + path, { headers })
      await response.text()
      if (!response.ok) throw new Error(`${path} answers ${response.status}`)
      if (round >= 0) times.push(performance.now() - start)
    }
    const [half, most] = [quantile(times, 0.5), quantile(times, 0.95)]
    const goal = path === '/api/projects' ? '' : most < GOAL_MS ? `, under ${GOAL_MS} ms` : `, not under ${GOAL_MS} ms`
    say(`${path.padEnd(14)} median ${half.toFixed(0)} ms, p95 ${most.toFixed(0)} ms${goal}`)
  }
})
