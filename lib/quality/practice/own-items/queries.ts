/** Practice as managers set it up. */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById, stageByKey } from '@/lib/protocols'
import { listTasks, readGold, readSettings, SERVED } from '@/lib/quality/practice/items'
import { expectedCounts } from '@/lib/quality/practice/judge'
import { canHaveBar, NO_BAR, questionKey } from '@/lib/quality/practice/rules'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import type { Candidate, ManagedPractice } from './contract'
import { expectedAnswers } from './expected-answers'
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
        const stageTasks = tasks.filter((task) => task.stage === stage.key)
        const expected = expectedCounts(stage, stageTasks)
        return stage.measures.map(({ key, title, categories }) => {
          const counts = expected.get(key) ?? []
          return {
            stage: stage.key,
            stageTitle: stage.title,
            measure: key,
            title,
            bar: settings.bars[questionKey({ stage: stage.key, measure: key })] ?? NO_BAR,
            values: categories.map(({ text }, code) => ({ text, units: counts[code] ?? 0 })),
            canHaveBar: canHaveBar(stageTasks.length, counts),
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
    select p.id, s.key "stage", t.position, i.title, 
      p.id in (select p.id from practice_items p ${SERVED} where p.project_id = ${projectId}::uuid) "served"
    from practice_items p join tasks t on t.id = p.task_id join items i on i.id = t.item_id join stages s on s.id = t.stage_id
    where p.project_id = ${projectId}::uuid order by p.added_at, p.id`
  return rows.map((row) => ({ ...row, stageTitle: titles.get(row.stage) ?? row.stage }))
}

/** An item by its number, with the answers to write reasons for. The reader has read its gold. */
export async function findCandidate(
  actor: Actor,
  projectId: string,
  place: { stage: string; position: number },
): Promise<Candidate> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, MANAGERS_ONLY)
    const { taskId, version, title } = await findGold(tx, projectId, place)
    await recordAnswerReads(tx, actor, [taskId], 'gold')
    const stage = stageByKey(protocolById(project.protocolId), place.stage)
    return { version, title, answers: expectedAnswers(stage, await readGold(tx, taskId)) }
  })
}
