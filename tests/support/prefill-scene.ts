/** Runs in tests: a project with tasks, a fake model behind the environment, and a driver that is called by hand. */
import type { z } from 'zod'
import { runPlanSchema, type startRunBody, targetSchema } from '@/lib/automation/prefill/contract'
import { LIMITS, type Limits } from '@/lib/automation/prefill/ledger/limits'
import { startRun } from '@/lib/automation/prefill/start-run'
import { driveRun } from '@/lib/automation/prefill/work/drive-run'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { type MadeProject, type MadeTask, makeMember, makeProject, makeTask } from '@/tests/factories'

/** As in use, but with short pauses and few tries; how long a call may take is as in use, since a machine may stand still. */
export const SHORT: Limits = { ...LIMITS, backoffMs: 5, tries: 3 }

/** The model of runs in tests, and what it costs: a dollar per million tokens, in and out. */
export const MODEL = 'fake-model'
export const PRICE = { model: MODEL, input: 1_000_000, output: 1_000_000 }

export interface Scene {
  project: MadeProject
  manager: Actor
  tasks: MadeTask[]
}

/** A project with so many tasks; the prompts say their numbers. */
export async function prefillScene(count: number, given: { protocolId?: string } = {}): Promise<Scene> {
  const project = await makeProject(given)
  const manager = actorOf(await makeMember(project, 'manager'))
  const tasks: MadeTask[] = []
  for (let n = 0; n < count; n++)
    tasks.push(await makeTask(project, { prompt: `Question ${n} of ${project.id}: which ocean is the largest?` }))
  await prisma().prefillSettings.create({ data: { projectId: project.id, prices: [PRICE] } })
  return { project, manager, tasks }
}

/** A run of FELM's verdicts by the model over all tasks. */
export const startVerdicts = (
  { project, manager }: Scene,
  given: Partial<z.input<typeof startRunBody>> = {},
): ReturnType<typeof startRun> =>
  startRun(manager, project.id, {
    name: 'Verdicts',
    stage: 'segments',
    budgetMicro: null,
    ...given,
    steps: (given.steps ?? [{ key: 'verdicts', method: 'model' as const, model: MODEL }]).map((step) => ({
      parameters: {},
      ...step,
    })),
    target: targetSchema.parse({ onlyNew: false, ...given.target }),
  })

/** A run of the same by rules, over tasks for which they have something to suggest. */
export async function startVerdictsByRules(count: number): ReturnType<typeof startRun> {
  const scene = await prefillScene(0)
  for (let n = 0; n < count; n++) await makeTask(scene.project, { prompt: 'Hello!', segments: ['How are you?'] })
  return startVerdicts(scene, { steps: [{ key: 'verdicts', method: 'rules' }] })
}

/** Works on the run as one worker would, until it ends or stands still. */
export async function drive(runId: string, limits: Limits = SHORT, signal = new AbortController().signal) {
  await Promise.all([0, 1, 2, 3].map((slot) => driveRun({ runId, slot }, signal, limits)))
  return readRun(runId)
}

/** The run with its items, in order. */
export async function readRun(runId: string) {
  const { plan, ...run } = await prisma().run.findUniqueOrThrow({
    where: { id: runId },
    include: { items: { orderBy: { position: 'asc' } }, suggestions: true },
  })
  return { ...run, plan: runPlanSchema.parse(plan) }
}
