/** What there is to practise with in a project: the records of its protocol, and gold that its managers added. */
import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { type PracticeTask, practiceOf, type Reasons } from '@/lib/protocols/practice'
import type { Answers, Json, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { shuffledFor } from '@/lib/workspace/tasks/shuffle-units'
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

/** Of a task `t` that is gold, with its item `i`, stage `s` and gold `g`: what it is about, and what was agreed. */
const GOLD = Prisma.sql`i.content, g.answers,
  (select json_agg(json_build_array(u.key, u.kind, u.text, u.parent_key, u.data) order by u.position) from units u
   where u.task_id = t.id and u.maker_id is null and u.since_round <= g.round
     and (u.retired_round is null or u.retired_round > g.round)) "units"`
const OF_GOLD = Prisma.sql`
  join items i on i.id = t.item_id and i.discarded_at is null join stages s on s.id = t.stage_id
  join golds g on g.task_id = t.id and g.superseded_at is null and g.votes is null`
/** The items `practice_items p` whose gold stands as it did when their reasons were written. */
export const SERVED = Prisma.sql`join tasks t on t.id = p.task_id and t.state = 'gold' and not t.stale ${OF_GOLD} and g.id = p.gold_id`

/** What a task is about whose gold is practised with, and what was agreed. Throws `not_found` where it is gold no more. */
export async function readGold(tx: Tx, taskId: string): Promise<Pick<PracticeTask, 'content' | 'units' | 'answers'>> {
  const [row] = await tx.$queryRaw<Pick<OwnRow, 'content' | 'units' | 'answers'>[]>`
    select ${GOLD} from tasks t ${OF_GOLD} where t.id = ${taskId}::uuid and t.state = 'gold' and not t.stale`
  const { units, ...gold } = found(row)
  return { ...gold, units: (units ?? []).map(unitFrom) }
}

/** In the order in which they come, those of the protocol first. What is gold no more, or other gold, or discarded waits. */
export async function listTasks(
  tx: Tx,
  project: { id: string; protocolId: string },
  stage?: string,
): Promise<ProjectPracticeTask[]> {
  const built = (await practiceOf(project.protocolId)).map((task) => ({ ...task, taskId: null }))
  const ownRows = await tx.$queryRaw<OwnRow[]>`
    select p.id::text "key", t.id "taskId", s.key "stage", i.title, i.shown_domain "domain", p.reasons, ${GOLD}
    from practice_items p ${SERVED} where p.project_id = ${project.id}::uuid order by p.added_at, p.id`
  const stageKeys = new Set(protocolById(project.protocolId).stages.map(({ key }) => key))
  return [...built, ...ownRows.map(presentOwn)].filter(
    (task) => stageKeys.has(task.stage) && (stage === undefined || task.stage === stage),
  )
}

const presentOwn = ({ units, reasons, ...row }: OwnRow): ProjectPracticeTask => ({
  ...row,
  units: (units ?? []).map(unitFrom),
  shown: null,
  why: reasonsSchema.catch({}).parse(reasons),
})

const unitFrom = ([key, kind, text, parent, data]: UnitTuple): UnitDraft => ({
  key,
  kind,
  text,
  ...(parent === null ? {} : { parent }),
  ...(data === null ? {} : { data }),
})

/** An item as it is answered: what it is about, and what is expected. Another one under the same name has another hash. */
export const itemHash = ({ content, units, answers }: PracticeTask): string =>
  createHash('sha256')
    .update(JSON.stringify([content, units, answers]))
    .digest('base64url')

/** What a project asks of practice. */
export async function readSettings(tx: Tx, projectId: string): Promise<PracticeSettings> {
  const row = await tx.practiceSettings.findUnique({
    where: { projectId },
    select: { required: true, bars: true },
  })
  if (!row) return DEFAULTS
  return { required: row.required, bars: practiceSettingsSchema.shape.bars.catch({}).parse(row.bars) }
}

/** Does the project ask this person for practice? Not whom a manager lets begin without. */
export async function isAsked(tx: Tx, projectId: string, userId: string): Promise<boolean> {
  const { required } = await readSettings(tx, projectId)
  return required && !(await isWaived(tx, projectId, userId))
}

/** Does a manager let this person begin without practice? */
export async function isWaived(tx: Tx, projectId: string, userId: string): Promise<boolean> {
  const where = { projectId_userId: { projectId, userId } }
  return (await tx.practiceWaiver.findUnique({ where, select: { userId: true } })) !== null
}

/** The order in which a person sees the units that the stage shuffles: that in which the answers were given, else one of their own. */
export const orderFor = (stage: Stage, { key, units, shown }: PracticeTask, userId: string): readonly string[] | null =>
  shown ?? shuffledFor(stage, units, { taskId: key, userId })
