/** What agreement is computed from: every rating of every independent annotator, frozen at submission, in long form. */
import 'server-only'
import { countedAnswers, ratingOf } from '@/lib/agreement/queries'
import { REVEALED_SQL } from '@/lib/policy/can'
import { stageByKey } from '@/lib/protocols'
import type { Answers, Json, UnitDraft } from '@/lib/protocols/protocol'
import { csvRow } from './csv-row'
import { cursorRows } from './cursor-rows'
import type { ExportScope } from './export-scope'

export interface Rating {
  measure: string
  /** The item's position and the unit's key: "12/s3". */
  unit: string
  item: number
  domain: string | null
  annotator: string
  value: string
}

interface Row {
  position: number
  domain: string | null
  content: Json
  stage: string
  userId: string
  units: UnitDraft[]
  answers: Answers
}

// Round 1 only, and only what was made without sight of others: nothing later feeds agreement.
const INDEPENDENT = `
  select t.position, i.domain, i.content, s.key stage, n.user_id "userId",
         (select json_agg(json_build_object('key', u.key, 'kind', u.kind, 'text', u.text) order by u.position)
          from units u where u.task_id = t.id) units,
         coalesce((select json_object_agg(key, answers) from (
            select u.key, json_object_agg(l.question, l.value) answers
            from labels l join units u on u.id = l.unit_id where l.annotation_id = n.id group by u.key) a), '{}') answers
  from annotations n
  join tasks t on t.id = n.task_id
  join stages s on s.id = t.stage_id
  join items i on i.id = t.item_id
  where t.project_id = $1 and n.state = 'submitted' and n.round = 1 and n.independent
    and t.state in (${REVEALED_SQL})
    and exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = $2)
  order by t.position, s.position, n.id`

async function* ratings({ projectId, readerId, protocol, names }: ExportScope): AsyncGenerator<Rating[]> {
  for await (const rows of cursorRows<Row>(INDEPENDENT, [projectId, readerId])) {
    yield rows.flatMap((row) => {
      const subject = { content: row.content, units: row.units }
      const stage = stageByKey(protocol, row.stage)
      const answers = countedAnswers(stage, subject, row.answers)
      return stage.measures.flatMap((measure) =>
        row.units.flatMap((unit) => {
          const value = ratingOf(measure, subject, answers, unit)
          if (value === null) return []
          const { position: item, domain } = row
          return [
            {
              measure: measure.key,
              unit: `${item}/${unit.key}`,
              item,
              domain,
              annotator: names.annotators[row.userId] ?? '',
              value,
            },
          ]
        }),
      )
    })
  }
}

const COLUMNS = ['measure', 'unit', 'item', 'domain', 'annotator', 'value'] as const

/** As CSV with a heading. */
export async function* ratingCsv(scope: ExportScope): AsyncGenerator<string> {
  yield csvRow(COLUMNS)
  for await (const batch of ratings(scope))
    yield batch.map((rating) => csvRow(COLUMNS.map((column) => rating[column]))).join('')
}

/** As JSON lines. */
export async function* ratingLines(scope: ExportScope): AsyncGenerator<string> {
  for await (const batch of ratings(scope)) yield batch.map((rating) => `${JSON.stringify(rating)}\n`).join('')
}
