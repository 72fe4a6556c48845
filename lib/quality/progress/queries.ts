/**
 * Progress for managers, reviewers and viewers, counted by the database. Annotators do not get it: how far others are on
 * tasks that are still blind is no business of theirs. Times are of revealed tasks only, and of nobody by name.
 */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Stage } from '@/lib/protocols/protocol'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import type { FieldTime, Progress, ProgressQuery, Spread, StageProgress } from './contract'
import { MIN_OBSERVATIONS, SLOW_FACTOR } from './contract'
import { readItemDays, readStageDays, type StageDay } from './read-days'
import { type ActiveRow, type FieldRow, readActive, readFields } from './read-times'
import { burnUp, dayOf, forecastOf, hoursLeft, PROGRESS_RULES } from './rules'

interface Rows {
  items: { day: string; items: number }[]
  days: StageDay[]
  active: ActiveRow[]
  fields: FieldRow[]
}

export async function getProgress(
  actor: Actor,
  projectId: string,
  { by }: ProgressQuery,
  now = new Date(),
): Promise<Progress> {
  const today = dayOf(now)
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('items.browse', project, 'Progress is for managers, reviewers and viewers of a project.')
    const rows = {
      items: await readItemDays(tx, projectId),
      days: await readStageDays(tx, projectId),
      active: await readActive(tx, projectId),
      fields: await readFields(tx, projectId),
    }
    const stages = await listStages(tx, project)
    return {
      project: { id: project.id, name: project.name },
      by,
      today,
      rules: [...PROGRESS_RULES],
      stages: stages.map(({ id, stage }) => stageProgress(stage, rowsOf(rows, id), by, today)),
    }
  })
}

async function listStages(tx: Tx, { id: projectId, protocolId }: LoadedProject) {
  const rows = await tx.stage.findMany({
    where: { projectId },
    orderBy: { position: 'asc' },
    select: { id: true, key: true },
  })
  const { stages } = protocolById(protocolId)
  return rows.flatMap(({ id, key }) => {
    const stage = stages.find((each) => each.key === key)
    return stage ? [{ id, stage }] : []
  })
}

function rowsOf({ items, days, active, fields }: Rows, stageId: string): Rows {
  const here = (row: { stageId: string }) => row.stageId === stageId
  return { items, days: days.filter(here), active: active.filter(here), fields: fields.filter(here) }
}

function stageProgress(
  stage: Stage,
  { items, days, active, fields }: Rows,
  by: ProgressQuery['by'],
  today: string,
): StageProgress {
  const total = sum(items, (row) => row.items)
  const revealed = sum(days, (row) => row.revealed)
  const gold = sum(days, (row) => row.gold)
  const counts = [
    ...days.map(({ day, revealed: more, gold: done }) => ({ day, items: 0, revealed: more, gold: done })),
    ...items.map((row) => ({ ...row, revealed: 0, gold: 0 })),
  ]
  const paceOf = (of: 'revealedWork' | 'goldWork') => new Map(days.map((row) => [row.day, row[of]]))
  return {
    key: stage.key,
    title: stage.title,
    votes: stage.consolidation === 'votes',
    tasks: { items: total, revealed, gold, withoutWork: gold - sum(days, (row) => row.goldWork) },
    points: burnUp(counts, by),
    forecasts: {
      revealed: forecastOf(total - revealed, paceOf('revealedWork'), today),
      gold: forecastOf(total - gold, paceOf('goldWork'), today),
    },
    minutes: minutesOf(active[0], total - revealed),
    fields: fieldsOf(stage, fields),
  }
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

/** Quartiles as the database gives them, where there are enough observations. */
function spread(n: number, quartiles: readonly number[] | null, unit = 1): Spread {
  const [low, median, high] = quartiles ?? []
  if (n < MIN_OBSERVATIONS || low === undefined || median === undefined || high === undefined) return null
  return { low: low / unit, median: median / unit, high: high / unit }
}

function minutesOf(row: ActiveRow | undefined, left: number): StageProgress['minutes'] {
  const { shares = 0, items = 0, unmeasured = 0, seconds = 0, mean = 0, sd = 0 } = row ?? {}
  return {
    shares: { n: shares, minutes: spread(shares, row?.shareSeconds ?? null, 60) },
    items: { n: items, minutes: spread(items, row?.itemSeconds ?? null, 60) },
    unmeasured,
    spentHours: seconds / 3600,
    left: hoursLeft(left, { n: items, mean: mean / 60, sd: sd / 60 }),
  }
}

function fieldsOf({ questions, unitKinds }: Stage, rows: readonly FieldRow[]): FieldTime[] {
  const all = { seconds: sum(rows, (row) => row.total), decisions: sum(rows, (row) => row.decisions) }
  return questions.flatMap(({ key, title, unit }) => {
    const row = rows.find(({ question, unitKind }) => question === key && unitKind === unit)
    if (!row) return []
    const { decisions, quartiles, total, cut } = row
    const share = all.seconds === 0 ? 0 : total / all.seconds
    return [
      {
        question: key,
        title,
        decisions,
        cut,
        share,
        unitText: unitKinds.find(({ kind }) => kind === unit)?.text ?? unit,
        seconds: spread(decisions, quartiles),
        totalSeconds: total,
        slow: decisions >= MIN_OBSERVATIONS && share > (SLOW_FACTOR * decisions) / all.decisions,
      },
    ]
  })
}
