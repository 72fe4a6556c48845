/** What agreement is computed from: every rating of every independent annotator, frozen at submission, in long form. */
import 'server-only'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import { stageByKey } from '@/lib/protocols'
import type { Answers, Json, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { rateAnnotations, unmeasuredSql } from '@/lib/quality/agreement/queries'
import { csvRow } from '@/lib/text/csv-row'
import type { ExportScope } from './export-scope'
import { countedSql, readSql, releasedSql } from './released-sql'
import { listQuestions, unseenAnnotationSql } from './seen-sql'
import { UNIT_SQL } from './unit-sql'

export interface Rating {
  measure: string
  /** The item's position and the unit's key: "12/s3". */
  unit: string
  item: number
  domain: string | null
  annotator: string
  value: string
}

/** As releases tell it: also of which stage it is, since two may measure what bears the same name. */
export interface ReleasedRating extends Rating {
  stage: string
  /** `yes`: the gold of the rated task is in the release; `no`: everybody had finished it, and it was still being settled. */
  released: 'yes' | 'no'
}

interface RatedTaskRow {
  taskId: string
  position: number
  domain: string | null
  content: Json
  stage: string
  released: boolean
  units: UnitDraft[] | null
  annotations: { id: string; userId: string; shown: string[] | null; answers: Answers; unmeasured: string[] | null }[]
}

// Round 1 only, and only what was made without sight of others: nothing later feeds agreement.
const UNSEEN = `and ${unseenAnnotationSql({ stage: 's.key', lists: '$3' })}`
const independentSql = (counted: string, released: string, read: string, also: string) => `
  select t.id "taskId", t.position, i.shown_domain "domain", i.content, s.key stage, ${released} "released",
         (select json_agg(${UNIT_SQL} order by u.position) from units u
          where u.task_id = t.id and u.maker_id is null and u.since_round = 1) units,
         (select json_agg(json_build_object('id', n.id, 'userId', n.user_id, 'shown', n.shown,
            'unmeasured', ${unmeasuredSql('s.key', 't.project_id', 'n.submitted_at')}, 'answers', coalesce((
            select json_object_agg(key, answers) from (
              select u.key, json_object_agg(l.question, l.value) answers
              from labels l join units u on u.id = l.unit_id where l.annotation_id = n.id group by u.key) a), '{}'))
            order by n.id)
          from annotations n
          where n.task_id = t.id and n.state = 'submitted' and n.round = 1 and n.independent ${also}) annotations
  from tasks t
  join stages s on s.id = t.stage_id
  join items i on i.id = t.item_id
  where t.project_id = $1 and ${counted}
    and exists (select 1 from annotations n where n.task_id = t.id and n.state = 'submitted' and n.round = 1 and n.independent ${also})
    and ${read}
  order by t.position, s.position`

/** A task with its ratings, and who could have given one: the aliases of its independent annotators. */
export interface RatedTask {
  /** The position of its item. */
  item: number
  stage: Stage
  annotators: string[]
  ratings: ReleasedRating[]
}

/** Tasks in batches, in the order of items and stages. */
export async function* ratedTasks(scope: ExportScope): AsyncGenerator<RatedTask[]> {
  const { projectId, readerId, protocol, names, labels } = scope
  const unseen = labels === 'unseen'
  const lists = unseen ? [JSON.stringify(listQuestions(protocol))] : []
  const released = scope.released ? releasedSql(scope) : 'false'
  const sql = independentSql(countedSql(scope), released, readSql(scope), unseen ? UNSEEN : '')
  for await (const rows of cursorRows<RatedTaskRow>(sql, [projectId, readerId, ...lists]))
    yield rows.map((row) => {
      const stage = stageByKey(protocol, row.stage)
      const annotators = row.annotations.map(({ userId }) => names.annotators[userId] ?? '').sort()
      return { item: row.position, stage, annotators, ratings: ratingsOf(row, stage, names.annotators) }
    })
}

async function* ratings(scope: ExportScope): AsyncGenerator<ReleasedRating[]> {
  for await (const tasks of ratedTasks(scope)) yield tasks.flatMap((task) => task.ratings)
}

/** What annotators listed is the same unit where its texts are matched, under one of its keys. */
function ratingsOf(row: RatedTaskRow, stage: Stage, annotators: Readonly<Record<string, string>>): ReleasedRating[] {
  const { taskId, position: item, domain, content } = row
  const released = row.released ? 'yes' : 'no'
  return rateAnnotations(stage, { taskId, content, units: row.units ?? [] }, row.annotations).map(
    ({ userId, measure, unitKey, value }) => {
      const annotator = annotators[userId] ?? ''
      return { measure, unit: `${item}/${unitKey}`, item, domain, annotator, value, stage: row.stage, released }
    },
  )
}

const COLUMNS = ['measure', 'unit', 'item', 'domain', 'annotator', 'value'] as const
const RELEASED_COLUMNS = [...COLUMNS, 'stage', 'released'] as const

/** As CSV with a heading; in a release with two columns more. */
export async function* ratingCsv(scope: ExportScope): AsyncGenerator<string> {
  const columns = scope.released ? RELEASED_COLUMNS : COLUMNS
  yield csvRow(columns)
  for await (const batch of ratings(scope))
    yield batch.map((rating) => csvRow(columns.map((column) => rating[column]))).join('')
}

/** As JSON lines. */
export async function* ratingLines(scope: ExportScope): AsyncGenerator<string> {
  for await (const batch of ratings(scope))
    yield batch.map(({ stage: _, released: __, ...rating }) => `${JSON.stringify(rating)}\n`).join('')
}
