/** Simulated work as rows, many at once: items, tasks, frozen annotations and gold. */
import { randomUUID } from 'node:crypto'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Stage, UnitDraft } from '@/lib/protocols/protocol'

export interface SimulatedAnnotation {
  userId: string
  answers: Answers
  submittedAt: Date
  activeSeconds: number
  guidelineVersion: number
  /** The arm of each question of a kind of unit that a policy drew. */
  arms?: readonly { unitKind: string; question: string; arm: 'shown' | 'hidden' | 'none' }[]
}

export interface SimulatedTask {
  stage: Stage
  stageId: string
  units: readonly UnitDraft[]
  /** How many annotators it asks for: as many as there are where left out. */
  raters?: number
  annotations: readonly SimulatedAnnotation[]
  /** What is true: the gold of tasks that get any. */
  truth: Answers
  state: 'open' | 'consolidating' | 'gold'
  suggestions: readonly { unit: string; question: string; value: Json; runId: string }[]
}

export interface SimulatedItem {
  position: number
  title: string
  domain: string | null
  source: string | null
  content: Json
  tasks: readonly SimulatedTask[]
}

type TableRow = { [column: string]: Json }

const AT_ONCE = 500

/** Writes the items of a project; answers its members' ids are taken as they are. */
export async function writeItems(projectId: string, items: readonly SimulatedItem[]): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const portion = items.slice(start, start + AT_ONCE)
    await transaction((tx) => writePortion(tx, projectId, portion), 5)
  }
}

async function writePortion(tx: Tx, projectId: string, items: readonly SimulatedItem[]): Promise<void> {
  const rows = new Rows()
  for (const item of items) {
    const { position, title, domain, source, content } = item
    const record = JSON.stringify(content)
    const id = rows.add('items', { project_id: projectId, position, title, domain, source, content, record }, SIMULATED)
    for (const task of item.tasks) addTask(rows, { projectId, itemId: id, position, content }, task)
  }
  await rows.write(tx, 'items', 'tasks', 'units', 'assignments', 'listed', 'annotations', 'labels', 'arm_draws')
  await rows.write(tx, 'suggestions', 'golds')
  await rows.update(tx, 'annotations', 'state', 'submitted_at')
  await rows.update(tx, 'assignments', 'state')
  await rows.update(tx, 'tasks', 'state', 'revision')
}

const SIMULATED = { format: 'simulated' }

/** Rows by table, with what is changed of them once all are there. `listed` are units too, written after the work began. */
class Rows {
  private readonly rows = new Map<string, TableRow[]>()
  private readonly later = new Map<string, TableRow[]>()

  add(table: string, row: TableRow, more: TableRow = {}): string {
    const id = randomUUID()
    const keyed = KEYLESS.has(table) ? row : { id, ...row }
    const hashed: TableRow = table === 'items' ? { content_hash: id } : {}
    push(this.rows, table, { ...keyed, ...more, ...hashed })
    return id
  }

  change(table: string, id: string, row: TableRow): void {
    push(this.later, table, { id, ...row })
  }

  async write(tx: Tx, ...tables: string[]): Promise<void> {
    for (const name of tables) {
      const rows = this.rows.get(name) ?? []
      const columns = Object.keys(rows[0] ?? {}).join(', ')
      const table = name === 'listed' ? 'units' : name
      if (rows.length > 0)
        await tx.$executeRawUnsafe(
          `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
          JSON.stringify(rows),
        )
    }
  }

  async update(tx: Tx, table: string, ...columns: string[]): Promise<void> {
    const set = columns.map((column) => `${column} = r.${column}`).join(', ')
    await tx.$executeRawUnsafe(
      `update ${table} t set ${set} from json_populate_recordset(null::${table}, $1::json) r where t.id = r.id`,
      JSON.stringify(this.later.get(table) ?? []),
    )
  }
}

const KEYLESS = new Set(['labels', 'arm_draws'])

function push(rows: Map<string, TableRow[]>, table: string, row: TableRow): void {
  const known = rows.get(table)
  if (known) known.push(row)
  else rows.set(table, [row])
}

interface ItemPlace {
  projectId: string
  itemId: string
  position: number
  content: Json
}

function addTask(rows: Rows, { projectId, itemId, position, content }: ItemPlace, task: SimulatedTask): void {
  const { stage, stageId, units, annotations, truth, state, suggestions } = task
  const raters = Math.max(1, task.raters ?? 0, annotations.length)
  const taskId = rows.add('tasks', {
    project_id: projectId,
    stage_id: stageId,
    item_id: itemId,
    position,
    raters,
    state: 'open',
    round: 1,
    revision: 1,
    stale: false,
    assigned_count: 0,
    submitted_count: 0,
  })
  const began = annotations.map(({ submittedAt }) => submittedAt.getTime())
  const before = new Date(Math.min(...began, Date.now()) - 86_400_000 * 30).toISOString()
  const unitIds = new Map(units.map((unit, place) => [unit.key, addUnit(rows, taskId, unit, place)]))
  for (const annotation of annotations) {
    addAnnotation(rows, { taskId, units: unitIds, subject: { content, units } }, stage, annotation)
  }
  for (const { unit, question, value, runId } of suggestions)
    rows.add('suggestions', {
      task_id: taskId,
      unit_id: unitIds.get(unit) ?? '',
      question,
      value,
      source: 'simulated model',
      model: 'simulated',
      run_id: runId,
      created_at: before,
    })
  if (state === 'open') return
  rows.change('tasks', taskId, { state, revision: state === 'gold' ? 3 : 2 })
  if (state !== 'gold') return
  const subject = withMadeUnits(stage, { content, units }, truth)
  rows.add('golds', {
    task_id: taskId,
    version: 1,
    round: 1,
    answers: truth,
    roll_up: stage.rollUp(subject, truth),
    origin: 'consolidated',
    created_at: new Date(Math.max(...began, 0) + 86_400_000).toISOString(),
  })
}

function addUnit(rows: Rows, taskId: string, { key, kind, text, parent, data }: UnitDraft, position: number): string {
  return rows.add('units', {
    task_id: taskId,
    key,
    kind,
    position,
    text,
    parent_key: parent ?? null,
    data: data ?? null,
    maker_id: null,
    since_round: 1,
  })
}

function addAnnotation(
  rows: Rows,
  task: { taskId: string; units: ReadonlyMap<string, string>; subject: { content: Json; units: readonly UnitDraft[] } },
  stage: Stage,
  { userId, answers, submittedAt, activeSeconds, guidelineVersion, arms = [] }: SimulatedAnnotation,
): void {
  const { taskId, units, subject } = task
  const began = new Date(submittedAt.getTime() - activeSeconds * 1000).toISOString()
  const common = { task_id: taskId, user_id: userId }
  const times = { created_at: began, updated_at: submittedAt.toISOString() }
  const assignment = rows.add('assignments', { ...common, state: 'assigned', origin: 'queue', ...times })
  rows.change('assignments', assignment, { state: 'submitted' })
  const own = new Map(units)
  for (const { key, kind, parent } of withMadeUnits(stage, subject, answers).units) {
    if (own.has(key)) continue
    const place = { task_id: taskId, key, kind, position: 0, text: '', parent_key: parent ?? null }
    own.set(key, rows.add('listed', { ...place, data: null, maker_id: userId, since_round: 1 }))
  }
  const id = rows.add('annotations', {
    ...common,
    round: 1,
    state: 'draft',
    origin: 'person',
    independent: true,
    guideline_version: guidelineVersion,
    active_seconds: activeSeconds,
    started_at: began,
  })
  rows.change('annotations', id, { state: 'submitted', submitted_at: submittedAt.toISOString() })
  for (const [unit, values] of Object.entries(answers))
    for (const [question, value] of Object.entries(values))
      rows.add('labels', {
        annotation_id: id,
        unit_id: own.get(unit) ?? '',
        task_id: taskId,
        question,
        value,
        revision: 1,
        origin: 'chosen',
        updated_at: submittedAt.toISOString(),
      })
  for (const { unitKind, question, arm } of arms)
    rows.add('arm_draws', {
      annotation_id: id,
      unit_kind: unitKind,
      question,
      arm,
      policy: 'randomised',
      drawn_at: began,
    })
}
