/** What people answered to copies, beside what it is compared with. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Answers, Json, UnitDraft } from '@/lib/protocols/protocol'
import { type ComparedRating, compareAnswers } from './compare'

export interface ComparedCopy {
  taskId: string
  originalId: string
  userId: string
  purpose: 'calibration' | 'repeat'
  stage: string
  /** Of a repetition: had they read others' answers to the original before they submitted? */
  afterReading: boolean
  rated: ComparedRating[]
}

type LabelTriple = [unit: string, question: string, value: Json]

interface CopyRow extends Omit<ComparedCopy, 'rated'> {
  content: Json
  units: [key: string, kind: string, parent: string | null, data: Json][] | null
  labels: LabelTriple[] | null
  shown: string[] | null
  gold: Answers | null
  earlier: LabelTriple[] | null
  earlierShown: string[] | null
}

interface Wanted {
  userId?: string
  purpose?: 'calibration' | 'repeat'
}

/** All submitted copies that are not removed, in the order of submission, compared unit by unit. */
export async function readCopies(
  tx: Tx,
  project: { shadowId: string; protocolId: string },
  { userId, purpose }: Wanted = {},
): Promise<ComparedCopy[]> {
  const labels = (annotation: Prisma.Sql) => Prisma.sql`(
    select json_agg(json_build_array(u.key, l.question, l.value)) from labels l join units u on u.id = l.unit_id
    where l.annotation_id = ${annotation})`
  const rows = await tx.$queryRaw<CopyRow[]>`
    select c.task_id "taskId", c.original_id "originalId", n.user_id "userId", c.purpose::text "purpose", s.key "stage",
      i.content, ${labels(Prisma.sql`n.id`)} "labels", ${labels(Prisma.sql`e.id`)} "earlier",
      n.shown, e.shown "earlierShown",
      (select json_agg(json_build_array(u.key, u.kind, u.parent_key, u.data) order by u.position)
       from units u where u.task_id = t.id and u.maker_id is null) "units",
      case when c.purpose = 'calibration' then (
        select g.answers from golds g where g.task_id = c.original_id order by g.version desc limit 1) end "gold",
      exists (select 1 from answer_reads r where r.task_id = c.original_id and r.user_id = n.user_id
              and r.read_at < n.submitted_at) "afterReading"
    from task_copies c
    join tasks t on t.id = c.task_id and t.state <> 'discarded'
    join stages s on s.id = t.stage_id
    join items i on i.id = t.item_id
    join annotations n on n.task_id = t.id and n.round = 1 and n.state = 'submitted'
    left join annotations e on c.purpose = 'repeat' and e.task_id = c.original_id and e.user_id = n.user_id and e.round = 1
    where t.project_id = ${project.shadowId}::uuid
      ${userId ? Prisma.sql`and n.user_id = ${userId}::uuid` : Prisma.empty}
      ${purpose ? Prisma.sql`and c.purpose = ${purpose}::"CopyPurpose"` : Prisma.empty}
    order by n.submitted_at, n.id`
  const stages = new Map(protocolById(project.protocolId).stages.map((stage) => [stage.key, stage]))
  return rows.map(({ content, units, labels: own, shown, gold, earlier, earlierShown, ...copy }) => {
    const stage = stages.get(copy.stage)
    if (!stage) throw new Error(`there is no stage ${copy.stage}`)
    const repeated = { answers: answersFrom(earlier), shown: earlierShown }
    const reference = copy.purpose === 'repeat' ? repeated : { answers: gold ?? {}, shown: null }
    const subject = { content, units: (units ?? []).map(unitFrom) }
    return { ...copy, rated: compareAnswers(stage, subject, { answers: answersFrom(own), shown }, reference) }
  })
}

/** A unit without its text, which no measure looks at. */
const unitFrom = ([key, kind, parent, data]: NonNullable<CopyRow['units']>[number]): UnitDraft => ({
  key,
  kind,
  text: '',
  ...(parent === null ? {} : { parent }),
  ...(data === null ? {} : { data }),
})

function answersFrom(labels: readonly LabelTriple[] | null): Answers {
  const answers: Answers = {}
  for (const [unit, question, value] of labels ?? []) answers[unit] = { ...answers[unit], [question]: value }
  return answers
}
