/** What there is to practise with in a project: the records of its protocol, and gold that its managers added. */
import 'server-only'
import { z } from 'zod'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { type PracticeTask, practiceOf, type Reasons } from '@/lib/protocols/practice'
import type { Answers, Json, UnitDraft } from '@/lib/protocols/protocol'
import { type PracticeSettings, practiceSettingsSchema } from './contract'
import { DEFAULTS } from './rules'

export interface ProjectPracticeTask extends PracticeTask {
  /** Of the project's own gold: its task. */
  taskId: string | null
}

export const reasonsSchema: z.ZodType<Reasons> = z.record(z.string(), z.record(z.string(), z.string()))

type UnitTuple = [key: string, kind: string, text: string, parent: string | null, data: Json]

interface OwnRow {
  key: string
  taskId: string
  stage: string
  title: string
  domain: string | null
  content: Json
  units: UnitTuple[] | null
  answers: Answers
  reasons: unknown
}

/** In the order in which they come, those of the protocol first. What is gold no more, or discarded, waits until it is again. */
export async function listTasks(
  tx: Tx,
  project: { id: string; protocolId: string },
  stage?: string,
): Promise<ProjectPracticeTask[]> {
  const built = (await practiceOf(project.protocolId)).map((task) => ({ ...task, taskId: null }))
  const own = await tx.$queryRaw<OwnRow[]>`
    select p.id::text "key", t.id "taskId", s.key "stage", i.title, i.shown_domain "domain", i.content, g.answers, p.reasons,
      (select json_agg(json_build_array(u.key, u.kind, u.text, u.parent_key, u.data) order by u.position) from units u
       where u.task_id = t.id and u.maker_id is null and u.since_round <= g.round
         and (u.retired_round is null or u.retired_round > g.round)) "units"
    from practice_items p join tasks t on t.id = p.task_id and t.state = 'gold'
    join items i on i.id = t.item_id and i.discarded_at is null join stages s on s.id = t.stage_id
    join golds g on g.task_id = t.id and g.superseded_at is null and g.votes is null
    where p.project_id = ${project.id}::uuid order by p.added_at, p.id`
  const known = new Set(protocolById(project.protocolId).stages.map(({ key }) => key))
  return [...built, ...own.map(presentOwn)].filter(
    (task) => known.has(task.stage) && (stage === undefined || task.stage === stage),
  )
}

const presentOwn = ({ units, reasons, ...row }: OwnRow): ProjectPracticeTask => ({
  ...row,
  units: (units ?? []).map(unitFrom),
  why: reasonsSchema.catch({}).parse(reasons),
})

const unitFrom = ([key, kind, text, parent, data]: UnitTuple): UnitDraft => ({
  key,
  kind,
  text,
  ...(parent === null ? {} : { parent }),
  ...(data === null ? {} : { data }),
})

/** What a project asks of practice. */
export async function readSettings(tx: Tx, projectId: string): Promise<PracticeSettings> {
  const row = await tx.practiceSettings.findUnique({
    where: { projectId },
    select: { required: true, bars: true },
  })
  if (!row) return DEFAULTS
  return { required: row.required, bars: practiceSettingsSchema.shape.bars.catch({}).parse(row.bars) }
}
