/**
 * A move to another version of a protocol file while people annotate: how long it takes in a project of many tasks, and how long a save waits for
 * it. Of every task there are a draft, which the move holds as well, and ratings, which it takes out. Savers are in this process and go on without a pause.
 * Run: npm run bench -- version-move [--tasks 10000] [--moves 6] [--savers 4]
 *
 * With `--labels`: a project in which everything is finished, moved to a version that tells one value by another name and asks one question more.
 * Timed are the difference that is shown before, the move that asks every finished item again, and the way back; afterwards everything stored is
 * compared with what was there.
 * Run: npm run bench -- version-move --labels 100000
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
    labels: { type: 'string' },
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

const SENTENCES = 6

/** Everything that is finished in a project of `$3` items, by statements over whole sets. */
const FINISHED = [
  `insert into items (id, project_id, position, external_id, title, source, content, record, format, content_hash)
   select gen_random_uuid(), $1::uuid, n, 'r' || n, 'Record ' || n, 'bench', jsonb_build_object('response', 'One. Two. Three. Four. Five. Six.'), '{}',
     'file', md5($1::uuid::text || n)
   from generate_series(1, $3::int) n where $2::uuid is not null`,
  `insert into tasks (id, project_id, stage_id, item_id, position, raters, state, assigned_count, submitted_count)
   select gen_random_uuid(), i.project_id, s.id, i.id, i.position, 1, 'gold', 1, 1 from items i join stages s on s.project_id = i.project_id
   where i.project_id = $1::uuid and $2::uuid is not null and $3::int > 0`,
  `insert into units (id, task_id, key, kind, position, text)
   select gen_random_uuid(), t.id, case n when 0 then 'item' else 's' || n end, case n when 0 then 'item' else 'sentence' end, n, 'One.'
   from tasks t cross join generate_series(0, ${SENTENCES}) n where t.project_id = $1::uuid and $2::uuid is not null and $3::int > 0`,
  `insert into assignments (id, task_id, user_id, state, origin)
   select gen_random_uuid(), t.id, $2::uuid, 'submitted', 'queue' from tasks t where t.project_id = $1::uuid and $3::int > 0`,
  `insert into annotations (id, task_id, user_id, round, state, submitted_at, protocol_version)
   select gen_random_uuid(), t.id, $2::uuid, 1, 'submitted', now(), 1 from tasks t where t.project_id = $1::uuid and $3::int > 0`,
  `insert into labels (annotation_id, unit_id, task_id, question, value, origin)
   select n.id, u.id, t.id, 'label', to_jsonb(case when (t.position + u.position) % 4 = 0 then 'wrong' else 'right' end), 'chosen'
   from annotations n join tasks t on t.id = n.task_id join units u on u.task_id = t.id and u.kind = 'sentence'
   where t.project_id = $1::uuid and n.user_id = $2::uuid and $3::int > 0`,
  `insert into golds (id, task_id, version, round, answers, roll_up, origin, protocol_version)
   select gen_random_uuid(), t.id, 1, 1, (
       select jsonb_object_agg(u.key, jsonb_build_object('label', l.value)) from labels l join units u on u.id = l.unit_id where l.task_id = t.id),
     '{}', 'single_rated', 1
   from tasks t where t.project_id = $1::uuid and $2::uuid is not null and $3::int > 0`,
]

const TOPIC =
  '      - {id: topic, ask: What is it about?, form: choice, options: [{value: past, says: What was.}, {value: present, says: What is.}]}\n'

/** What a move may change, in the order of its keys; what stands under a gold's version is the current one. */
const STORED = `
  select md5(string_agg(row, '|' order by row)) digest from (
    select concat_ws(' ', 'label', l.annotation_id, l.unit_id, l.question, l.value, l.origin, l.revision) row
    from labels l join tasks t on t.id = l.task_id where t.project_id = $1::uuid
    union all select concat_ws(' ', 'gold', g.task_id, g.round, g.answers, g.roll_up, g.origin, g.protocol_version)
    from golds g join tasks t on t.id = g.task_id where t.project_id = $1::uuid and g.superseded_at is null
    union all select concat_ws(' ', 'annotation', n.id, n.round, n.state, n.protocol_version)
    from annotations n join tasks t on t.id = n.task_id where t.project_id = $1::uuid
    union all select concat_ws(' ', 'assignment', a.id, a.state, a.origin) from assignments a join tasks t on t.id = a.task_id where t.project_id = $1::uuid
    union all select concat_ws(' ', 'task', t.id, t.state, t.round) from tasks t where t.project_id = $1::uuid
  ) rows`

async function measureFinished(labels: number): Promise<boolean> {
  const { pool } = await import('@/lib/platform/server/db')
  const { changeVersion } = await import('@/lib/workspace/protocol-files/change-version')
  const { getVersionChange } = await import('@/lib/workspace/protocol-files/version-queries')
  const { actorOf } = await import('@/tests/actors')
  const { makeMember, makeProject } = await import('@/tests/factories')
  const { makeProtocolVersion, sentenceFile } = await import('@/tests/support/protocol-file')

  const { protocolId } = await makeProtocolVersion({ source: sentenceFile('finished') })
  const second = sentenceFile('finished', 2)
    .replaceAll('value: wrong,', 'value: untrue,')
    .replaceAll('"wrong"', '"untrue"')
    .replaceAll('label: wrong', 'label: untrue')
    .replaceAll('    rollUp:\n', `${TOPIC}    rollUp:\n`)
    .replaceAll('tests:\n', 'migrate:\n  1:\n    rename: {label: {wrong: untrue}}\n    ask: [topic]\ntests:\n')
  await makeProtocolVersion({ source: second })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const person = await makeMember(project, 'annotator')
  const items = Math.ceil(labels / SENTENCES)
  const client = await pool().connect()
  await client.query(`set session_replication_role = 'replica'`)
  for (const text of FINISHED) await client.query(text, [project.id, person.id, items])
  await client.query(`set session_replication_role = 'origin'`)
  await client.query('vacuum analyze')
  const stored = async () => (await client.query<{ digest: string }>(STORED, [project.id])).rows[0]?.digest
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    say(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
  }
  say(`${items} finished items with ${items * SENTENCES} labels`)
  const before = await stored()
  const change = async (version: number) => {
    const { changes, asks, reasons } = await getVersionChange(manager, project.id, version)
    for (const { at, message, stored: touched } of changes)
      say(`  ${at}: ${message} ${touched.map(({ count, what }) => `${count} ${what}`).join(', ')}`)
    if (asks) say(`  asks ${asks.finished} finished items: ${asks.questions.join(', ')}`)
    if (reasons.length > 0) throw new Error(reasons.join(' '))
  }
  await timed('the difference, before anything happens', () => change(2))
  await timed('the move, asking every finished item', () =>
    changeVersion(manager, project.id, { from: 1, to: 2, finished: 'ask' }),
  )
  await timed('the difference of the way back', () => change(1))
  await timed('the way back', () => changeVersion(manager, project.id, { from: 2, to: 1 }))
  const isSame = before === (await stored())
  say(isSame ? 'everything is stored as before' : 'what is stored differs from before')
  await timed('the move, leaving finished items as they are', () =>
    changeVersion(manager, project.id, { from: 1, to: 2, finished: 'leave' }),
  )
  await timed('the way back', () => changeVersion(manager, project.id, { from: 2, to: 1 }))
  const isSameAgain = before === (await stored())
  say(isSameAgain ? 'everything is stored as before' : 'what is stored differs from before')
  client.release()
  return isSame && isSameAgain
}

await withThrowAwayDatabase('moves', () =>
  values.labels === undefined ? measure() : measureFinished(Number(values.labels)),
)
