/** Where everybody stands, for managers. */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import { notChosen } from './candidates'
import { pool } from './compare'
import type { CalibrationItem, CalibrationView } from './contract'
import { type ComparedCopy, readCopies } from './read-copies'
import { type ReadPerson, readPeople, withPairFigures } from './read-people'
import { questionsOf, RULES } from './rules'
import { findShadow, type Shadow, settingsOf } from './shadow'

/** Everything on the calibration page; for managers, also of archived projects. */
export async function getCalibration(actor: Actor, projectId: string): Promise<CalibrationView> {
  const view = await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Calibration is for managers of the project.')
    return readView(tx, project, actor.userId)
  })
  return { ...view, people: await withPairFigures(view.people) }
}

/** The calibration page of a project, as `reader` may see it; people’s figures are still to be computed. */
export async function readView(
  tx: Tx,
  project: LoadedProject,
  reader: string,
): Promise<Omit<CalibrationView, 'people'> & { people: ReadPerson[] }> {
  const { id, name, protocolId, subject } = project
  const shadow = await findShadow(tx, id)
  const copies = shadow ? await readCopies(tx, { ...shadow, protocolId }) : []
  const titles = new Map(protocolById(protocolId).stages.map((stage) => [stage.key, stage.title]))
  return {
    project: { id, name, archived: subject.archived },
    settings: settingsOf(shadow),
    carriedOver: shadow?.barsCarriedOver ?? false,
    questions: await readQuestions(tx, project, shadow),
    rules: [...RULES],
    candidates: (await countCandidates(tx, id)).map((row) => ({
      ...row,
      stageTitle: titles.get(row.stage) ?? row.stage,
    })),
    items: shadow ? await readItems(tx, shadow, copies, titles) : [],
    people: await readPeople(tx, project, reader, copies),
  }
}

/** The bars of every question, and how often the gold that is served gives each value. */
async function readQuestions(
  tx: Tx,
  project: LoadedProject,
  shadow: Shadow | null,
): Promise<CalibrationView['questions']> {
  if (shadow) await refreshRatings(tx, project)
  const rows = shadow
    ? await tx.$queryRaw<{ stage: string; measure: string; code: number; units: number }[]>`
        select s.key "stage", f.measure, f.code::int, count(*)::int "units"
        from task_copies c join tasks t on t.id = c.task_id and t.state = 'open'
        join tasks o on o.id = c.original_id and o.state = 'gold' join stages s on s.id = o.stage_id
        join further_ratings f on f.task_id = o.id and f.rater = 'gold'
        where t.project_id = ${shadow.shadowId}::uuid and c.purpose = 'calibration' group by 1, 2, 3`
    : []
  return questionsOf(protocolById(project.protocolId), settingsOf(shadow)).map(({ categories, ...question }) => ({
    ...question,
    values: categories.flatMap(({ text }, code) => {
      const isIt = (row: (typeof rows)[number]) =>
        row.stage === question.stage && row.measure === question.measure && row.code === code
      const units = rows.find(isIt)?.units ?? 0
      return units === 0 ? [] : [{ text, units }]
    }),
  }))
}

function countCandidates(tx: Tx, projectId: string) {
  return tx.$queryRaw<{ stage: string; domain: string | null; count: number }[]>`
    select s.key "stage", i.shown_domain "domain", count(*)::int "count"
    from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
    where ${notChosen(projectId)} group by s.position, s.key, i.shown_domain order by s.position, i.shown_domain nulls last`
}

async function readItems(
  tx: Tx,
  { shadowId }: Shadow,
  copies: readonly ComparedCopy[],
  titles: ReadonlyMap<string, string>,
): Promise<CalibrationItem[]> {
  type Row = Omit<CalibrationItem, 'stageTitle' | 'done' | 'pooled'> & { stage: string; copyId: string }
  const rows = await tx.$queryRaw<Row[]>`
    select t.id "copyId", o.id "taskId", i.id "itemId", i.position, i.title, i.shown_domain "domain", s.key "stage",
           o.state = 'gold' and i.discarded_at is null "served"
    from task_copies c join tasks t on t.id = c.task_id and t.state = 'open'
    join tasks o on o.id = c.original_id join items i on i.id = o.item_id join stages s on s.id = o.stage_id
    where t.project_id = ${shadowId}::uuid and c.purpose = 'calibration' order by s.position, i.position`
  return rows.map(({ stage, copyId, ...row }) => {
    const taskCopies = copies.filter(({ taskId }) => taskId === copyId)
    return {
      ...row,
      stageTitle: titles.get(stage) ?? stage,
      done: taskCopies.length,
      pooled: pool(taskCopies.flatMap(({ rated }) => rated)),
    }
  })
}
