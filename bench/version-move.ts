/**
 * A move to another version of a protocol file while people annotate: how long it takes in a project of many tasks, and how long a save waits for
 * it. Of every task there are a draft, which the move holds as well, and ratings, which it takes out. Savers are in this process and go on without a pause.
 * Run: npm run bench -- version-move [--tasks 10000] [--moves 6] [--savers 4]
 */
import { parseArgs } from 'node:util'
import { withThrowAwayDatabase } from '@/tests/support/throw-away-database'
import { say } from './setting/app'
import { quantile } from './setting/times'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000' },
    moves: { type: 'string', default: '6' },
    savers: { type: 'string', default: '4' },
  },
})
const [tasks, moves, savers] = [Number(values.tasks), Number(values.moves), Number(values.savers)]

// By statements over whole sets, without the walls: row by row they would take most of the time.
const SETS = [
  `insert into items (id, project_id, position, external_id, title, source, content, record, format, content_hash)
   select gen_random_uuid(), $1::uuid, 1000000 + n, 'r' || n, 'Record ' || n, 'bench', jsonb_build_object('response', 'One. Two.'), '{}', 'file',
     md5($1::uuid::text || n)
   from generate_series(1, $4::int) n where $2::uuid is not null and $3::uuid is not null`,
  `insert into tasks (id, project_id, stage_id, item_id, position, raters, state, assigned_count)
   select gen_random_uuid(), $1::uuid, $2::uuid, i.id, i.position, 1, 'open', 1 from items i
   where i.project_id = $1::uuid and i.position > 1000000 and $3::uuid is not null and $4::int > 0`,
  `insert into units (id, task_id, key, kind, position, text)
   select gen_random_uuid(), t.id, k.key, k.kind, k.place, 'One.' from tasks t
   cross join (values ('item', 'item', 0), ('s1', 'sentence', 1), ('s2', 'sentence', 2)) k (key, kind, place)
   where t.project_id = $1::uuid and t.stage_id = $2::uuid and t.position > 1000000 and $3::uuid is not null and $4::int > 0`,
  `insert into assignments (id, task_id, user_id, state, origin)
   select gen_random_uuid(), t.id, $3::uuid, 'assigned', 'queue' from tasks t
   where t.project_id = $1::uuid and t.stage_id = $2::uuid and t.position > 1000000 and $4::int > 0`,
  `insert into annotations (id, task_id, user_id, round)
   select gen_random_uuid(), t.id, $3::uuid, 1 from tasks t
   where t.project_id = $1::uuid and t.stage_id = $2::uuid and t.position > 1000000 and $4::int > 0`,
  `insert into labels (annotation_id, unit_id, task_id, question, value, origin)
   select n.id, u.id, t.id, 'label', to_jsonb(case when t.position % 4 = 0 then 'wrong' else 'right' end), 'chosen'
   from annotations n join tasks t on t.id = n.task_id join units u on u.task_id = t.id and u.kind = 'sentence'
   where t.project_id = $1::uuid and t.stage_id = $2::uuid and t.position > 1000000 and n.user_id = $3::uuid and $4::int > 0`,
]

/** The ratings of all these tasks, which a move takes out. */
const LEDGER = [
  `insert into rated_tasks (task_id, project_id, stage_id, revision, version, annotations, not_independent)
   select t.id, $1::uuid, t.stage_id, t.revision, 1, 1, 0 from tasks t where t.project_id = $1::uuid and t.position > 1000000`,
  `insert into rated_units (task_id, stage_id, measure, unit_key, raters, codes, arms)
   select t.id, t.stage_id, 'label', u.key, '{1,2}', '{0,1}', '{0,0}' from tasks t join units u on u.task_id = t.id and u.kind = 'sentence'
   where t.project_id = $1::uuid and t.position > 1000000`,
  `insert into rated_responses (task_id, stage_id, measure, patterns)
   select t.id, t.stage_id, 'label', '1,2:0,1 1,2:0,1' from tasks t where t.project_id = $1::uuid and t.position > 1000000`,
  `insert into rated_patterns (stage_id, measure, pattern, units)
   select s.id, 'label', '1,2:0,1', 2 * count(*) from stages s join tasks t on t.stage_id = s.id
   where s.project_id = $1::uuid and t.position > 1000000 group by s.id`,
]

async function measure(): Promise<boolean> {
  const { pool } = await import('@/lib/platform/server/db')
  const { saveAnswer } = await import('@/lib/annotation/annotations/save-answers')
  const { changeVersion } = await import('@/lib/workspace/protocol-files/change-version')
  const { actorOf } = await import('@/tests/actors')
  const { makeAnnotation, makeMember, makeProject, makeTask } = await import('@/tests/factories')
  const { makeProtocolVersion, sentenceFile } = await import('@/tests/support/protocol-file')

  const { protocolId } = await makeProtocolVersion({ source: sentenceFile('moves') })
  // One option more, and one question worded otherwise.
  const wrong = '          - {value: wrong, key: w, tone: negative, says: Something in it is false.}\n'
  const more = `${wrong}          - {value: outdated, key: o, tone: negative, says: It was so once.}\n`
  await makeProtocolVersion({
    source: sentenceFile('moves', 2).replaceAll(wrong, more).replaceAll('ask: How good', 'ask: How very good'),
  })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const person = await makeMember(project, 'annotator')
  const client = await pool().connect()
  await client.query(`set session_replication_role = 'replica'`)
  for (const text of SETS) await client.query(text, [project.id, project.stages[0]?.id, person.id, tasks])
  await client.query(`set session_replication_role = 'origin'`)
  await client.query('vacuum analyze')
  const fillLedger = async () => {
    await client.query(`set session_replication_role = 'replica'`)
    for (const text of LEDGER) await client.query(text, [project.id])
    await client.query(`set session_replication_role = 'origin'`)
  }

  let isOver = false
  const saves: { from: number; ms: number }[] = []
  const refusals: string[] = []
  const save = async () => {
    const task = await makeTask(project)
    const user = await makeMember(project, 'annotator')
    const { id: annotationId } = await makeAnnotation(task, user, {})
    const unit = task.units.find(({ kind }) => kind === 'sentence')?.key ?? ''
    let revision = 0
    while (!isOver) {
      const from = performance.now()
      try {
        const value = revision % 2 === 0 ? 'right' : 'wrong'
        const change = {
          annotationId,
          unit,
          question: 'label',
          value,
          expectedRevision: revision,
          origin: 'chosen' as const,
        }
        await saveAnswer(actorOf(user), task.id, change)
        revision += 1
      } catch (error) {
        refusals.push(error instanceof Error ? error.message : String(error))
      }
      saves.push({ from, ms: performance.now() - from })
    }
  }
  const saving = Array.from({ length: savers }, save)
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  await wait(3000)
  const began = performance.now()
  const longest: number[] = []
  const took: number[] = []
  for (let move = 0; move < moves; move++) {
    await fillLedger()
    await wait(2000)
    const from = performance.now()
    await changeVersion(manager, project.id, move % 2 === 0 ? { from: 1, to: 2 } : { from: 2, to: 1 })
    const end = performance.now()
    took.push(end - from)
    await wait(2000)
    longest.push(Math.max(...saves.filter((each) => each.from < end && each.from + each.ms > from).map(({ ms }) => ms)))
  }
  isOver = true
  await Promise.all(saving)
  client.release()
  const before = saves.filter(({ from, ms }) => from + ms < began).map(({ ms }) => ms)
  say(`${tasks} tasks with a draft and ratings each, ${savers} people who save without a pause`)
  say(
    `a save without a move: ${quantile(before, 0.5).toFixed(0)} ms, at the longest ${Math.max(...before).toFixed(0)} ms`,
  )
  say(`a move: ${took.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  say(`the longest save beside it: ${longest.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  say(`refused beside a move: ${refusals.length}${refusals[0] ? ` ("${refusals[0]}")` : ''}`)
  return true
}

await withThrowAwayDatabase('moves', measure)
