/** The gate before real work, as next-task asks it. */
import 'server-only'
import { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { cellsOf, type GateCells, judgeQuestions, missedBars } from './bars'
import { pool } from './compare'
import type { JudgedQuestion } from './contract'
import { readCopies } from './read-copies'
import { gateState, isOpen, questionsOf, requiredTasks } from './rules'
import type { Shadow } from './shadow'

interface Candidate {
  taskId: string
  state: 'reserved' | 'assigned' | 'submitted' | 'skipped' | 'released' | null
  /** Is it set aside, with a question to a manager that waits? */
  waits: boolean
  /** Was it submitted, and can that still be taken back? */
  held: boolean
  /** The version of the gold that it is compared with. */
  gold: number
}

/**
 * Either open, or the calibration task to do first; null where all that is left waits, for the answer to a question or for a submission
 * that can still be taken back, or all are done and the bar was missed.
 */
export type Gate = { open: true } | { open: false; taskId: string | null; waitsFor: 'answer' | 'submission' | null }

/** Asks the gate for one person. The caller holds the lock that keeps them from asking twice at once. */
export async function askGate(tx: Tx, shadow: Shadow, protocolId: string, userId: string): Promise<Gate> {
  if (shadow.gateTasks === 0) return { open: true }
  const waived = await tx.calibrationWaiver.findUnique({
    where: { projectId_userId: { projectId: shadow.projectId, userId } },
    select: { userId: true },
  })
  if (waived) return { open: true }
  const tasks = await listFor(tx, shadow, userId)
  const done = tasks.filter(({ state }) => state === 'submitted')
  const left = tasks.filter(({ state }) => state !== 'submitted')
  const facts = { done: done.length, left: left.length, waived: false, judged: [] }
  const state = gateState(shadow, facts)
  if (state === 'off') return { open: true }
  if (state === 'todo') {
    const heldCount = left.filter((each) => each.held).length
    // What is submitted already may be all that is asked: one more would be judged as well.
    if (heldCount > 0 && done.length + heldCount >= requiredTasks(shadow, facts))
      return { open: false, taskId: null, waitsFor: 'submission' }
    const next = left.find((each) => !each.waits && !each.held)
    if (next || left.length === 0) return { open: false, taskId: next?.taskId ?? null, waitsFor: null }
    return { open: false, taskId: null, waitsFor: heldCount > 0 ? 'submission' : 'answer' }
  }
  const judged = await judge(tx, { shadow, protocolId, userId }, done)
  return isOpen(gateState(shadow, { ...facts, judged }))
    ? { open: true }
    : { open: false, taskId: null, waitsFor: null }
}

/**
 * The calibration tasks that this person did or could do: not those of items that they annotated or read, nor of which a
 * copy of a later stage has shown them the gold, nor, undone, those whose original is gold no more. In an order of their
 * own, those they gave back last: skipping opens no gate.
 */
export function listFor(tx: Tx, { shadowId }: Shadow, userId: string): Promise<Candidate[]> {
  return tx.$queryRaw<Candidate[]>`
    select t.id "taskId", a.state::text "state",
           exists (select 1 from inquiries q
                   where q.assignment_id = a.id and q.answered_at is null and q.closed_at is null) "waits",
           exists (select 1 from annotations n
                   where n.task_id = t.id and n.user_id = ${userId}::uuid and n.held_until is not null) "held",
           coalesce((select max(g.version) from golds g where g.task_id = o.id), 0)::int "gold"
    from task_copies c
    join tasks t on t.id = c.task_id and t.state = 'open'
    join tasks o on o.id = c.original_id
    join items i on i.id = o.item_id
    left join assignments a on a.task_id = t.id and a.user_id = ${userId}::uuid
    where t.project_id = ${shadowId}::uuid and c.purpose = 'calibration' and (a.state = 'submitted' or (
      o.state = 'gold' and i.discarded_at is null
      and not exists (select 1 from annotations n join tasks x on x.id = n.task_id
                      where x.item_id = o.item_id and n.user_id = ${userId}::uuid)
      and not exists (select 1 from answer_reads r join tasks x on x.id = r.task_id
                      where x.item_id = o.item_id and r.user_id = ${userId}::uuid)
      and not exists (select 1 from annotations n join task_copies k on k.task_id = n.task_id
                      join tasks x on x.id = k.original_id join stages later on later.id = x.stage_id
                      where x.item_id = o.item_id and n.user_id = ${userId}::uuid
                        and later.position > (select s.position from stages s where s.id = o.stage_id))))
    order by coalesce(a.state = 'skipped', false), (a.state is null), md5(t.id::text || ${userId}), t.id`
}

/** Where they stand before each question's bars. Counted once for the same submissions and gold, and then remembered. */
async function judge(
  tx: Tx,
  { shadow, protocolId, userId }: { shadow: Shadow; protocolId: string; userId: string },
  done: readonly Candidate[],
): Promise<JudgedQuestion[]> {
  const protocol = protocolById(protocolId)
  const questions = questionsOf(protocol, shadow)
  const where = { projectId_key: { projectId: shadow.projectId, key: `gate ${userId}` } }
  const version = done
    .map(({ taskId, gold }) => `${taskId}:${gold}`)
    .sort()
    .join(' ')
    .concat(' bars')
  const storedFigures = await tx.keptFigures.findUnique({ where })
  if (storedFigures?.version === version) return judgeQuestions(questions, cellsSchema.parse(storedFigures.body))
  const copies = await readCopies(tx, { ...shadow, protocolId }, { userId, purpose: 'calibration' })
  const cells = cellsOf(protocol, copies)
  const body: Record<string, number[]> = Object.fromEntries(
    Object.entries(cells).map(([key, counts]) => [key, [...counts]]),
  )
  const create = { ...where.projectId_key, version, body }
  await tx.keptFigures.upsert({ where, create, update: { version, body, at: new Date() } })
  const judged = judgeQuestions(questions, cells)
  const passed = isOpen(gateState(shadow, { done: done.length, left: 0, waived: false, judged }))
  const pooled = pool(copies.flatMap(({ rated }) => rated))
  const data = { userId, passed, tasks: done.length, ...pooled, missed: missedBars(judged) }
  await record(tx, 'calibration.judged', { projectId: shadow.projectId }, data)
  return judged
}

const cellsSchema: z.ZodType<GateCells> = z.record(z.string(), z.array(z.number()))
