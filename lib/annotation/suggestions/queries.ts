import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { readStored } from '@/lib/platform/server/read-stored'
import { protocolById } from '@/lib/protocols'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import type { Policies, QuestionPolicy } from './contract'
import { sharesSchema } from './contract'
import { governedQuestions } from './lists'

/** What annotators are shown of suggestions; for managers, reviewers and viewers: annotators are not told. */
export async function getPolicies(actor: Actor, projectId: string): Promise<Policies> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.agreement', project, 'Policies are for managers, reviewers and viewers of a project.')
    return presentPolicies(tx, project)
  })
}

export async function presentPolicies(tx: Tx, project: LoadedProject): Promise<Policies> {
  const rows = await tx.suggestionPolicy.findMany({ where: { projectId: project.id } })
  const counts = await tx.$queryRaw<{ stage: string; unitKind: string; question: string; count: number }[]>`
    select s.key "stage", u.kind "unitKind", g.question, count(*)::int "count"
    from suggestions g join units u on u.id = g.unit_id join tasks t on t.id = g.task_id join stages s on s.id = t.stage_id
    where t.project_id = ${project.id}::uuid group by s.key, u.kind, g.question`
  const stages = protocolById(project.protocolId).stages.map((stage) => ({
    key: stage.key,
    title: stage.title,
    questions: governedQuestions(stage).map(({ question: { key: question, unit, title }, covers }): QuestionPolicy => {
      const row = rows.find(
        (each) => each.stageKey === stage.key && each.unitKind === unit && each.question === question,
      )
      const isHere = (each: (typeof counts)[number]) =>
        each.stage === stage.key && each.unitKind === unit && each.question === question
      return {
        unitKind: unit,
        question,
        title,
        covers: covers.map((each) => each.title),
        unitText: stage.unitKinds.find(({ kind }) => kind === unit)?.text ?? unit,
        policy: row?.policy ?? 'shown',
        shares:
          row?.policy === 'randomised' ? readStored(sharesSchema, row.shares, `shares of project ${project.id}`) : null,
        suggestions: counts.find(isHere)?.count ?? 0,
      }
    }),
  }))
  const change = canProject('project.manage', project.subject) && !project.subject.archived
  return { stages, abilities: { change } }
}
