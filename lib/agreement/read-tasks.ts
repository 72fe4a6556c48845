import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { REVEALED_SQL } from '@/lib/policy/can'
import type { Answers, Json, Stage, UnitDraft } from '@/lib/protocols/protocol'
import type { Tx } from '@/lib/server/db'
import { countedQuestions, countTask } from './counted-task'
import type { CountedTask } from './rated-units'

/** Tasks whose annotators have all submitted: nothing else may ever be counted. */
const REVEALED = Prisma.raw(`(${REVEALED_SQL})`)

type LabelTriple = [unit: string, question: string, value: Json]

interface Row extends Omit<CountedTask, 'units' | 'annotations'> {
  units: [key: string, kind: string, parent: string | null, data: Json][] | null
  annotations: { userId: string; labels: LabelTriple[] | null }[] | null
  notIndependent: number
  gold: boolean
}

export interface StageRows {
  tasks: CountedTask[]
  /** Are all of these tasks gold? Until then nobody is named. */
  settled: boolean
  /** Submitted annotations of these tasks that are left out because they were not made independently. */
  notIndependent: number
}

/** The revealed tasks of a stage with their independent annotations of round 1, in the order of items. */
export async function readStage(tx: Tx, stageId: string, stage: Stage): Promise<StageRows> {
  const questions = countedQuestions(stage).map(({ key }) => key)
  const rows = await tx.$queryRaw<Row[]>`
    select t.id "taskId", t.position, t.state = 'gold' "gold", i.domain, ${contentFields(stage.measuredContent)} "content",
      (select json_agg(json_build_array(u.key, u.kind, u.parent_key, u.data) order by u.position)
       from units u where u.task_id = t.id and u.maker_id is null and u.since_round = 1) "units",
      (select json_agg(json_build_object('userId', n.user_id, 'labels', (
          select json_agg(json_build_array(u.key, l.question, l.value))
          from labels l join units u on u.id = l.unit_id
          where l.annotation_id = n.id and l.question = any(${questions}::text[]))) order by n.id)
       from annotations n
       where n.task_id = t.id and n.round = 1 and n.state = 'submitted' and n.independent) "annotations",
      (select count(*)::int from annotations n
       where n.task_id = t.id and n.round = 1 and n.state = 'submitted' and not n.independent) "notIndependent"
    from tasks t join items i on i.id = t.item_id
    where t.stage_id = ${stageId}::uuid and t.state in ${REVEALED}
    order by t.position`
  const tasks = rows.map(({ units: rowUnits, annotations, notIndependent: _, gold: __, ...task }) => {
    const answered = (annotations ?? []).map(({ userId, labels }) => ({ userId, answers: answersFrom(labels ?? []) }))
    return { ...task, ...countTask(stage, { ...task, units: (rowUnits ?? []).map(unitFrom) }, answered) }
  })
  const settled = rows.every(({ gold }) => gold)
  return { tasks, settled, notIndependent: rows.reduce((sum, row) => sum + row.notIndependent, 0) }
}

/** A unit without its text, which nothing that is counted looks at. */
function unitFrom([key, kind, parent, data]: NonNullable<Row['units']>[number]): UnitDraft {
  return { key, kind, text: '', ...(parent === null ? {} : { parent }), ...(data === null ? {} : { data }) }
}

/** Of an item's content only these fields. */
function contentFields(fields: readonly string[]): Prisma.Sql {
  return Prisma.sql`coalesce((select jsonb_object_agg(field, i.content -> field) from unnest(${[...fields]}::text[]) field), '{}')`
}

function answersFrom(labels: readonly LabelTriple[]): Answers {
  const answers: Answers = {}
  for (const [unit, question, value] of labels) {
    const ofUnit = answers[unit]
    if (ofUnit) ofUnit[question] = value
    else answers[unit] = { [question]: value }
  }
  return answers
}

export interface StageProgress {
  stageId: string
  discarded: number
  /** Being prepared, annotated, or sent back. */
  inProgress: number
}

/** How many tasks of each stage are not counted, and why. */
export function readProgress(tx: Tx, projectId: string): Promise<StageProgress[]> {
  return tx.$queryRaw<StageProgress[]>`
    select stage_id "stageId", count(*) filter (where state = 'discarded')::int "discarded",
           count(*) filter (where state in ('preparing', 'open'))::int "inProgress"
    from tasks where project_id = ${projectId}::uuid group by stage_id`
}

/** Of these tasks, those whose answers the person has not read before. */
export async function listUnread(tx: Tx, userId: string, taskIds: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from unnest(${[...taskIds]}::uuid[]) id
    where not exists (select 1 from answer_reads r where r.task_id = id and r.user_id = ${userId}::uuid)`
  return rows.map(({ id }) => id)
}
