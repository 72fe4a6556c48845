import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import { unitAnchor } from '@/lib/workspace/items/rules'
import { recordGoldReadsInPortions } from '@/lib/workspace/tasks/record-gold-reads'
import { askReport } from './ask-report'
import { loadReadable, taskOf } from './load-evaluation'
import { ERRORS_PAGE, type Errors, type ErrorsQuery } from './report/contract'
import { type EvaluationReport, evaluationReportSchema } from './scoring/report-schema'

/** What a system got wrong, a page at a time; whoever reads it is remembered as knowing the gold. */
export async function listErrors(actor: Actor, projectId: string, query: ErrorsQuery): Promise<Errors> {
  const project = await loadReadable(prisma(), actor, projectId)
  const task = await taskOf(project, query.task)
  const { id: reportId, body, error } = await askReport(project, task, query)
  const head = { task: { key: task.key, title: task.title }, system: query.system }
  if (body === null) {
    const state = error === null ? 'pending' : 'failed'
    return { ...head, state, error, scorings: [], systems: [], scoring: null, total: 0, errors: [] }
  }
  const report = evaluationReportSchema.parse(body)
  const scorings = report.scorings.filter(({ errors }) => errors).map(({ key, title }) => ({ key, title }))
  const systems = report.systems.filter(({ baseline }) => !baseline).map(({ system }) => system)
  const scoring = chosenScoring(report, query.scoring)
  if (!systems.includes(query.system)) throw new AppError('not_found', 'There is no system of that name.')
  const where = { reportId, system: query.system, scoring: scoring ?? '' }
  const rows = await prisma().evaluationError.findMany({
    where,
    orderBy: { number: 'asc' },
    skip: (query.page - 1) * ERRORS_PAGE,
    take: ERRORS_PAGE,
    omit: { reportId: true, scoring: true, system: true },
  })
  await recordGoldReadsInPortions(actor, projectId)
  return {
    ...head,
    state: 'ready',
    error: null,
    scorings,
    systems,
    scoring,
    total: await prisma().evaluationError.count({ where }),
    errors: await withItems(
      projectId,
      task,
      rows.map((row) => ({ ...row, gold: row.gold as Json, value: row.value as Json })),
    ),
  }
}

function chosenScoring({ scorings }: EvaluationReport, requestedScoring: string | undefined): string | null {
  const listed = scorings.filter(({ errors }) => errors)
  if (requestedScoring === undefined) return listed[0]?.key ?? null
  if (listed.some(({ key }) => key === requestedScoring)) return requestedScoring
  throw new AppError('not_found', 'There is no list of errors under that scoring.')
}

interface Row {
  number: number
  position: number | null
  externalId: string | null
  unit: string | null
  gold: Json
  value: Json
}

/** The items that errors are about, with the text of their units and where it stands. */
async function withItems(
  projectId: string,
  { stage }: EvaluationTask,
  rows: readonly Row[],
): Promise<Errors['errors']> {
  const positions = rows.flatMap(({ position }) => (position === null ? [] : [position]))
  const items = await prisma().item.findMany({
    where: { projectId, position: { in: positions } },
    select: {
      id: true,
      position: true,
      title: true,
      tasks: {
        where: { stage: { key: stage ?? '' } },
        select: { units: { where: { retiredRound: null }, select: { key: true, text: true } } },
      },
    },
  })
  const byPosition = new Map(items.map((item) => [item.position, item]))
  return rows.map((row) => {
    const item = row.position === null ? undefined : byPosition.get(row.position)
    const unit = item?.tasks.flatMap(({ units }) => units).find(({ key }) => key === row.unit)
    return {
      ...row,
      itemId: item?.id ?? null,
      title: item?.title ?? null,
      text: unit?.text || null,
      anchor: stage !== null && unit ? unitAnchor(stage, unit.key) : null,
    }
  })
}
