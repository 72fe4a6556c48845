/** Practice as managers set it up. */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById, stageByKey } from '@/lib/protocols'
import { answerOf } from '@/lib/protocols/completeness'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Json, Question, Stage } from '@/lib/protocols/protocol'
import { listTasks, readGold, readSettings } from '@/lib/quality/practice/items'
import { expectedCounts } from '@/lib/quality/practice/judge'
import { canHaveBar, NO_BAR, questionKey } from '@/lib/quality/practice/rules'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import type { Candidate, ManagedPractice } from './contract'
import { findGold } from './find-gold'

const MANAGERS_ONLY = 'What practice asks is set by managers of the project.'

/** What the project asks, question by question, and the items that it added. */
export async function getManagedPractice(actor: Actor, projectId: string): Promise<ManagedPractice> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, MANAGERS_ONLY)
    const { stages } = protocolById(project.protocolId)
    const settings = await readSettings(tx, projectId)
    const tasks = await listTasks(tx, project)
    return {
      settings,
      stages: stages.map(({ key, title }) => ({ key, title })),
      questions: stages.flatMap((stage) => {
        const own = tasks.filter((task) => task.stage === stage.key)
        const expected = expectedCounts(stage, own)
        return stage.measures.map(({ key, title, categories }) => {
          const counts = expected.get(key) ?? []
          return {
            stage: stage.key,
            stageTitle: stage.title,
            measure: key,
            title,
            bar: settings.bars[questionKey({ stage: stage.key, measure: key })] ?? NO_BAR,
            values: categories.map(({ text }, code) => ({ text, units: counts[code] ?? 0 })),
            canHaveBar: canHaveBar(own.length, counts),
          }
        })
      }),
      items: await readItems(tx, projectId, new Map(stages.map(({ key, title }) => [key, title]))),
    }
  })
}

async function readItems(
  tx: Tx,
  projectId: string,
  titles: ReadonlyMap<string, string>,
): Promise<ManagedPractice['items']> {
  const rows = await tx.$queryRaw<Omit<ManagedPractice['items'][number], 'stageTitle'>[]>`
    select p.id, s.key "stage", t.position, i.title, t.state = 'gold' and i.discarded_at is null "served"
    from practice_items p join tasks t on t.id = p.task_id join items i on i.id = t.item_id join stages s on s.id = t.stage_id
    where p.project_id = ${projectId}::uuid order by p.added_at, p.id`
  return rows.map((row) => ({ ...row, stageTitle: titles.get(row.stage) ?? row.stage }))
}

/** An item by its number, with the answers to write reasons for. Whoever looks has read its gold. */
export async function findCandidate(
  actor: Actor,
  projectId: string,
  place: { stage: string; position: number },
): Promise<Candidate> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, MANAGERS_ONLY)
    const { taskId, title } = await findGold(tx, projectId, place)
    await recordAnswerReads(tx, actor, [taskId], 'gold')
    const { content, units, answers } = await readGold(tx, taskId)
    const stage = stageByKey(protocolById(project.protocolId), place.stage)
    const whole = withMadeUnits(stage, { content, units }, answers).units
    return {
      title,
      answers: whole.flatMap((unit) => {
        const same = whole.filter(({ kind, parent }) => kind === unit.kind && parent === unit.parent)
        return decidedOf(stage, unit.kind).flatMap((question) => {
          const value = answerOf(answers, unit.key, question.key)
          if (value === null) return []
          const number = same.length > 1 ? ` ${same.indexOf(unit) + 1}` : ''
          const name = `${kindWord(stage, unit.kind)}${number}: ${question.title}`
          return [{ unit: unit.key, question: question.key, name, text: unit.text, expected: words(question, value) }]
        })
      }),
    }
  })
}

const decidedOf = ({ questions }: Stage, kind: string) =>
  questions.filter(({ unit, consolidate, list }) => unit === kind && consolidate === 'decide' && !list)

function kindWord({ unitKinds }: Stage, kind: string): string {
  const word = unitKinds.find((each) => each.kind === kind)?.text ?? kind
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const words = ({ options = [] }: Question, value: Json): string =>
  options.find((option) => option.value === value)?.text ?? (typeof value === 'string' ? value : JSON.stringify(value))
