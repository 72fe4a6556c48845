import 'server-only'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { Protocol, Question, Stage } from '@/lib/protocols/protocol'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { countUnread, lockAnswerReads, markRead, recordLook } from '@/lib/workspace/tasks/record-answer-reads'
import { type Anchoring, type AnchoringQuestion, RESAMPLES } from './contract'
import { armFiguresOf, type EffectRows, effectsOf } from './figures'
import { type AnchoringCounts, readCounts } from './read-counts'
import { RULES } from './rules'

/** Each resample draws the items, and adds up a few sums for each value. */
const effectsApart = calculation('suggestion-effects', effectsOf, (questions) =>
  questions.reduce((sum, { counts, values }) => sum + RESAMPLES * (counts.length + 20 * values.length), 0),
)

/** Reads are remembered in portions, so that no statement grows without limit. */
const RECORDED_AT_ONCE = 1000

/**
 * What suggestions do to the labels, for managers, reviewers and viewers; only tasks whose annotators have all submitted
 * count. Managers and reviewers learn which items are behind each number, and are remembered as having read the answers.
 */
export async function getAnchoring(actor: Actor, projectId: string, run: string | null = null): Promise<Anchoring> {
  return (await readAnchoring(actor, projectId, run)).anchoring
}

/** The same with the counts that it is made of, and whether the reader may know which items they are of. */
export async function readAnchoring(
  actor: Actor,
  projectId: string,
  run: string | null,
): Promise<{ anchoring: Anchoring; counts: AnchoringCounts['counts']; showsItems: boolean; protocol: Protocol }> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.agreement', project, 'These figures are for managers, reviewers and viewers of a project.')
  const where = { projectId, suggestions: { some: {} } }
  const runs = await prisma().run.findMany({ where, orderBy: { createdAt: 'desc' }, select: { id: true, name: true } })
  if (run !== null)
    found(
      runs.find(({ id }) => id === run),
      'There is no run of that name with suggestions.',
    )
  const protocol = protocolById(project.protocolId)
  const read = await readCounts(projectId, protocol, run)
  const showsItems = project.subject.role !== 'viewer'
  if (showsItems) await rememberAll(actor, projectId, read.taskIds)
  const counted = protocol.stages.flatMap((stage) =>
    stage.questions.flatMap((question) => countedOf(stage, question, read, showsItems) ?? []),
  )
  const effects = await effectsApart(counted.map(({ rows }) => rows))
  const questions = counted.flatMap(({ question }, index): AnchoringQuestion[] => {
    const effect = effects[index]
    return effect ? [{ ...question, effect }] : []
  })
  const head = { project: { id: project.id, name: project.name }, rules: [...RULES], run, runs }
  return { anchoring: { ...head, questions }, counts: read.counts, showsItems, protocol }
}

async function rememberAll(actor: Actor, projectId: string, taskIds: readonly string[]): Promise<void> {
  for (let start = 0; start < taskIds.length; start += RECORDED_AT_ONCE)
    await transaction(async (tx) => {
      if (start === 0 && (await countUnread(tx, actor, taskIds, 1)) > 0) {
        await lockAnswerReads(tx, actor.userId)
        await recordLook(tx, actor, projectId, {
          where: 'agreement',
          tasks: await countUnread(tx, actor, taskIds),
        })
      }
      await markRead(tx, actor, taskIds.slice(start, start + RECORDED_AT_ONCE))
    })
}

/** null where no label has a suggestion to be compared with. */
function countedOf(
  stage: Stage,
  question: Question,
  read: AnchoringCounts,
  showsItems: boolean,
): { question: Omit<AnchoringQuestion, 'effect'>; rows: EffectRows } | null {
  const { key, unit, title, form, options = [] } = question
  const isHere = (row: { stage: string; unitKind: string; question: string }) =>
    row.stage === stage.key && row.unitKind === unit && row.question === key
  const counts = read.counts.filter(isHere)
  if (counts.length === 0) return null
  const categories =
    form === 'choice' ? options.map(({ value, text, tone }) => ({ value: String(value), text, tone })) : []
  const rows = { counts, values: categories.map(({ value }) => value), showsItems }
  const questionFigures = {
    stage: stage.key,
    stageTitle: stage.title,
    unitKind: unit,
    question: key,
    title,
    form,
    categories,
    unitText: stage.unitKinds.find(({ kind }) => kind === unit)?.text ?? unit,
    arms: armFiguresOf({ ...rows, times: read.times.filter(isHere) }),
  }
  return { question: questionFigures, rows }
}
