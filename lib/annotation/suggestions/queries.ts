import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { readStored } from '@/lib/platform/server/read-stored'
import { protocolById } from '@/lib/protocols'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import type { GivenSuggestion, Policies, QuestionPolicy } from './contract'
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

interface SeenRow extends Omit<GivenSuggestion, 'createdAt'> {
  createdAt: Date
}

/** The suggestions of a task that its annotators were given in this round, best first; with `userId` only those that this one was. */
export async function listSeenSuggestions(
  tx: Tx,
  task: { id: string; round: number },
  userId: string | null,
): Promise<GivenSuggestion[]> {
  const rows = await tx.$queryRaw<SeenRow[]>`
    select g.id, u.key "unit", g.question, g.value, g.source, g.model, g.score, g.run_id "runId", g.rationale,
           g.prompt_hash "promptHash", g.created_at "createdAt"
    from suggestions g
    join units u on u.id = g.unit_id and u.maker_id is null and u.since_round <= ${task.round}
      and (u.retired_round is null or u.retired_round > ${task.round})
    where g.task_id = ${task.id}::uuid and exists (
      select 1 from suggestion_views v join annotations n on n.id = v.annotation_id
      where v.suggestion_id = g.id and n.round = ${task.round} and (${userId}::uuid is null or n.user_id = ${userId}::uuid))
    order by g.score desc nulls last, g.id`
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}
