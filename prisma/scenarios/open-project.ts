/** The manager's part: the projects, their members and settings, the files, what is handed out. */
import { assignTasks } from '@/lib/annotation/assignments/assign-tasks'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { publishGuideline } from '@/lib/workspace/guidelines/publish-guideline'
import { resegmentItem } from '@/lib/workspace/items/resegment-item'
import { createProject } from '@/lib/workspace/projects/create-project'
import { updateStage } from '@/lib/workspace/projects/update-stage'
import { addMember } from '@/lib/workspace/users/members/add-member'
import { recordOf } from './answers'
import type { Cast } from './cast'
import { playFactcheck, records } from './factcheck/play'
import { factcheckProject } from './factcheck/project'
import { COVERAGE, files, type ScenarioFile } from './files'
import { importText, jsonLines } from './import-text'
import { LOCAL_RULES, type PersonKey, people, projects } from './people'
import { prefillFactcheck } from './prefill'
import type { Annotator, Scenario } from './scenario'

const PROTOCOL = 'felm'

/** Makes the main project with everything imported and nothing done yet. */
export async function openMainProject(actors: Cast['actors']): Promise<Cast> {
  const { id: projectId, stages } = await createProject(actors.mara, { ...projects.main, protocolId: PROTOCOL })
  for (const who of ['ana', 'ben', 'chioma', 'rui', 'sana', 'vic'] as const) await join(actors.mara, projectId, who)
  const stageKey = stages[0]?.key ?? ''
  await updateStage(actors.mara, { projectId, stageKey }, { coverage: COVERAGE })
  const body = `${protocolById(PROTOCOL).guidelines}\n${LOCAL_RULES.text}\n`
  await publishGuideline(actors.mara, projectId, { body, note: LOCAL_RULES.note, basedOn: 1 })
  for (const file of files) await importFile(actors.mara, projectId, file)
  const tasks = await prisma().task.findMany({
    where: { projectId },
    select: { id: true, item: { select: { id: true, externalId: true } } },
  })
  const taskIds = new Map(tasks.map((task) => [task.item.externalId, task.id]))
  const taskOf = ({ key }: Scenario) => {
    const id = taskIds.get(key)
    if (!id) throw new Error(`${key} was not imported`)
    return id
  }
  return { projectId, actors, taskOf }
}

/** Makes the fact-checking project with its documents, and plays what was done with them. */
export async function openFactcheckProject(actors: Cast['actors']): Promise<void> {
  const { id } = await createProject(actors.mara, { ...factcheckProject, protocolId: 'factcheck-bench' })
  for (const who of ['ana', 'ben', 'chioma', 'rui', 'sana', 'vic'] as const) await join(actors.mara, id, who)
  const options = { labels: 'ignore', open: true } as const
  await importText(actors.mara, id, { name: 'model-answers.jsonl', options, text: jsonLines(records) })
  await prefillFactcheck(actors, id)
  await playFactcheck(actors, id)
}

/** The project in which everything is still empty. */
export async function openSecondProject({ mara }: Cast['actors']): Promise<void> {
  const { id } = await createProject(mara, { ...projects.second, protocolId: PROTOCOL })
  for (const who of ['ana', 'rui'] as const) await join(mara, id, who)
}

async function join(manager: Actor, projectId: string, who: PersonKey): Promise<void> {
  const { email, role } = people[who]
  await addMember(manager, projectId, { email, role, quota: null })
}

async function importFile(manager: Actor, projectId: string, file: ScenarioFile): Promise<void> {
  const text = jsonLines(file.scenarios.map((scenario) => recordOf(scenario, file.records)))
  await importText(manager, projectId, { ...file, text })
}

/** Cuts the segments of a task in preparation by hand, where a scenario says how. */
export async function recut({ actors, taskOf }: Cast, scenario: Scenario): Promise<void> {
  if (!scenario.recut) return
  const { itemId, revision, stage } = await prisma().task.findUniqueOrThrow({
    where: { id: taskOf(scenario) },
    select: { itemId: true, revision: true, stage: { select: { key: true } } },
  })
  const segments = [...scenario.recut]
  await resegmentItem(actors.mara, itemId, { stage: stage.key, segments, expectedRevision: revision })
}

/** Gives the items of a range to the same people. */
export async function assign(
  { actors, projectId }: Cast,
  { batch, people: who, from, to }: { batch: string; people: readonly Annotator[]; from: number; to: number },
): Promise<void> {
  const userIds = who.map((each) => actors[each].userId)
  const count = to - from + 1
  const { assigned } = await assignTasks(actors.mara, projectId, { userIds, batch, from, to, count })
  if (assigned !== count) throw new Error(`only ${assigned} of ${count} items could be assigned`)
}
