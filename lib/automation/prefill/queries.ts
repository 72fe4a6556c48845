import 'server-only'
import { z } from 'zod'
import { currentModels } from '@/lib/automation/llm/ports'
import { promptHash } from '@/lib/automation/llm/render-prompt'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import type { Pipeline, PrefillStep } from '@/lib/protocols/prefill'
import { pipelineOf } from '@/lib/protocols/steps'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import type { listRunItemsEndpoint, RunItemView, RunView } from './contract'
import { loadSettings } from './load-settings'
import { presentRun, presentRunItem, presentRuns } from './present'
import { knownSearches } from './searches'
import type { PrefillOverview, StepView } from './settings/contract'

/** The steps of a pipeline as the page draws them. */
async function stepViews(protocolId: string, pipeline: Pipeline | null): Promise<StepView[]> {
  const tasks = await evaluationTasks(protocolId)
  return (pipeline?.steps ?? []).map((step) => stepView(step, tasks))
}

function stepView(prefillStep: PrefillStep, tasks: readonly EvaluationTask[]): StepView {
  const { parameters, prompts, methods, uses, after, startsOff, resegments, ...step } = prefillStep
  const scoring = tasks.filter(({ stage, fromSteps }) => stage === step.stage && fromSteps?.includes(step.key))
  return {
    key: step.key,
    title: step.title,
    summary: step.summary,
    stage: step.stage,
    methods: [...methods],
    uses: [...uses],
    after: [...after],
    ...(startsOff ? { startsOff } : {}),
    ...(resegments ? { resegments } : {}),
    ...(scoring.length > 0 ? { scoredBy: scoring.map(({ title }) => title) } : {}),
    // As it is filled in: what has a default may be left out.
    parameters: z.json().parse(z.toJSONSchema(parameters, { io: 'input' })),
    prompts: prompts.map((prompt) => ({ ...prompt, hash: promptHash(prompt) })),
  }
}

const RUN_ITEMS_PAGE_SIZE = 100

/** What machines can do for the project. For managers, reviewers and viewers. */
export function getPrefill(actor: Actor, projectId: string): Promise<PrefillOverview> {
  return transaction(async (tx) => presentPrefill(tx, await loadReadable(tx, actor, projectId)))
}

export async function presentPrefill(tx: Tx, { id, protocolId }: LoadedProject): Promise<PrefillOverview> {
  const pipeline = await pipelineOf(protocolId)
  const { configured, baseUrl, standard, scripted } = (await currentModels(tx)).settings
  return {
    ...(await loadSettings(tx, id)),
    models: { configured, baseUrl, standard, scripted },
    searches: await knownSearches(tx),
    stages: protocolById(protocolId).stages.map(({ key, title }) => ({ key, title })),
    steps: await stepViews(protocolId, pipeline),
    canGenerate: pipeline !== null && pipeline.generated !== null,
    canTriage: pipeline?.triage !== undefined,
    corpus: { documents: await tx.corpusDocument.count({ where: { projectId: id } }) },
  }
}

/** Machines' proposals are in what runs tell, so annotators do not read them: what they may see is the policies' to say. */
async function loadReadable(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('items.browse', project, 'Runs are for managers, reviewers and viewers of a project.')
  return project
}

/** The project's runs, latest first. */
export async function listRuns(actor: Actor, projectId: string): Promise<{ runs: RunView[] }> {
  await loadReadable(prisma(), actor, projectId)
  return { runs: await presentRuns(prisma(), { projectId }) }
}

export async function getRun(actor: Actor, projectId: string, runId: string): Promise<RunView> {
  await loadReadable(prisma(), actor, projectId)
  const run = await prisma().run.findFirst({ where: { id: runId, projectId }, select: { id: true } })
  return presentRun(prisma(), found(run).id)
}

/** A page of a run's items from a position on, of one state where it is given. */
export async function listRunItems(
  actor: Actor,
  { projectId, runId }: { projectId: string; runId: string },
  { state, after }: z.output<NonNullable<typeof listRunItemsEndpoint.query>>,
): Promise<{ items: RunItemView[]; next: number | null }> {
  await loadReadable(prisma(), actor, projectId)
  found(await prisma().run.findFirst({ where: { id: runId, projectId }, select: { id: true } }))
  const rows = await prisma().runItem.findMany({
    where: { runId, position: { gte: after }, ...(state ? { state } : {}) },
    orderBy: { position: 'asc' },
    take: RUN_ITEMS_PAGE_SIZE + 1,
    omit: { proposals: true },
    include: { item: { select: { title: true } } },
  })
  const pageRows = rows.slice(0, RUN_ITEMS_PAGE_SIZE)
  return { items: pageRows.map(presentRunItem), next: rows[RUN_ITEMS_PAGE_SIZE]?.position ?? null }
}
