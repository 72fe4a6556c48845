/** Rows for tests and seeds: each factory builds the parents it is not given, and a test states only what matters to it. */
import { randomUUID } from 'node:crypto'
import type { Prisma } from '@/generated/prisma/client'
import { prisma } from '@/lib/platform/server/db'
import { protocolById, stageByKey } from '@/lib/protocols'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Protocol, UnitDraft } from '@/lib/protocols/protocol'
import { segmentText } from '@/lib/text/segment-text'

type Role = 'manager' | 'annotator' | 'reviewer' | 'viewer'
// Above the positions of items that simulated projects hold already.
let serial = 1_000
const next = () => ++serial

export async function makeUser(given: Partial<Prisma.UserUncheckedCreateInput> = {}) {
  const n = next()
  return prisma().user.create({
    data: {
      email: `person-${n}-${randomUUID().slice(0, 8)}@example.org`,
      name: `Person ${n}`,
      // People of tests know the workbench; those who come in by an invitation do not.
      tourEndedAt: new Date(),
      ...given,
    },
  })
}

interface StageGiven {
  raters?: number
  coverage?: number
  queue?: boolean
  skipPolicy?: 'others' | 'again' | 'manager'
  reservationMinutes?: number
  consolidation?: 'discussion' | 'reviewer' | 'majority' | 'votes'
  thirdRater?: 'always' | 'deadlock'
  guidelinesFirst?: boolean
}

/**
 * A project with the stages of its protocol. `stage` overrides the first stage's settings, `stages` any stage's by its
 * key, `everyStage` all of them.
 */
export async function makeProject(
  given: {
    name?: string
    protocolId?: string
    archivedAt?: Date
    searchEngine?: string
    stage?: StageGiven
    stages?: Record<string, StageGiven>
    everyStage?: StageGiven
  } = {},
) {
  const protocol = protocolById(given.protocolId ?? 'felm')
  return prisma().project.create({
    data: {
      name: given.name ?? `Project ${next()}`,
      protocolId: protocol.id,
      protocolVersion: protocol.version,
      archivedAt: given.archivedAt,
      searchEngine: given.searchEngine,
      guidelines: { create: { version: 1, body: protocol.guidelines } },
      stages: {
        create: protocol.stages.map((stage, position) => ({
          key: stage.key,
          position,
          raters: stage.raters,
          coverage: stage.coverage ?? 100,
          consolidation: stage.consolidation,
          thirdRater: stage.thirdRater,
          guidelinesFirst: stage.guidelinesFirst ?? false,
          ...given.everyStage,
          ...(position === 0 ? given.stage : {}),
          ...given.stages?.[stage.key],
        })),
      },
    },
    include: { stages: { orderBy: { position: 'asc' } } },
  })
}
export type MadeProject = Awaited<ReturnType<typeof makeProject>>

/** Makes `user` (or somebody new) a member and returns them. */
export async function makeMember(project: { id: string }, role: Role, user?: { id: string }, quota?: number) {
  const member = user ? await prisma().user.findUniqueOrThrow({ where: { id: user.id } }) : await makeUser()
  // Its definitions are closed, as for people who know it.
  await prisma().$executeRaw`
    insert into memberships (project_id, user_id, role, quota, closed_definitions)
    values (${project.id}::uuid, ${member.id}::uuid, ${role}::"Role", ${quota ?? null}::int,
      array(select key from stages where project_id = ${project.id}::uuid))`
  return member
}

const TEXT = {
  prompt: 'Which is the largest ocean?',
  segments: ['The Pacific is the largest ocean.', 'It is smaller than the Atlantic.'],
}

interface TaskGiven {
  state?: 'preparing' | 'open'
  raters?: number
  domain?: string
  prompt?: string
  segments?: string[]
  /** The whole record, of any format of the protocol, instead of prompt and segments. */
  record?: { [key: string]: Json }
}

function readRecord(protocol: Protocol, given: TaskGiven, n: number) {
  const segments = given.segments ?? TEXT.segments
  const prompt = given.prompt ?? TEXT.prompt
  const felm = { index: String(n), domain: given.domain ?? 'wk', source: 'test', segmented_response: segments }
  const plain = { prompt, response: segments.join(' ') }
  const record = given.record ?? { ...(protocol.id === 'felm' ? felm : {}), ...plain }
  const format = protocol.formats.find((candidate) => candidate.recognises(record))
  const read = format?.read(record)
  if (!format || !read?.ok) throw new Error(`the factory's record is not readable: ${JSON.stringify(read)}`)
  return { record, format, read: read.record }
}

/** Units as rows, of the task they are created with. */
const unitRows = (units: readonly UnitDraft[]) =>
  units.map(({ key, kind, text, parent, data }, position) => ({
    key,
    kind,
    text,
    position,
    parentKey: parent,
    ...(data === undefined || data === null ? {} : { data: data as Prisma.InputJsonValue }),
  }))

const withTasks = {
  include: { tasks: { include: { units: { orderBy: { position: 'asc' as const } } } } },
}

/** An item with its task in the first stage. */
export async function makeTask(project: MadeProject, given: TaskGiven = {}) {
  const n = next()
  const protocol = protocolById(project.protocolId)
  const { record, format, read } = readRecord(protocol, given, n)
  const stage = project.stages[0]
  if (!stage) throw new Error('a project has stages')
  const segments = read.segments ?? segmentText(protocol.stages[0].segmentedText(read.content) ?? '')
  const units = protocol.stages[0].units(read.content, segments, {})
  const { tasks, ...item } = await prisma().item.create({
    data: {
      projectId: project.id,
      position: n,
      externalId: read.externalId,
      title: read.title,
      domain: read.domain,
      source: read.source,
      content: read.content as Prisma.InputJsonValue,
      record: JSON.stringify(record),
      format: format.key,
      contentHash: randomUUID(),
      tasks: {
        create: {
          projectId: project.id,
          stageId: stage.id,
          position: n,
          raters: given.raters ?? stage.raters,
          state: given.state ?? 'open',
          units: { create: unitRows(units) },
        },
      },
    },
    ...withTasks,
  })
  const task = tasks[0]
  if (!task) throw new Error('an item has a task')
  return { ...task, item: { ...item, tasks } }
}
export type MadeTask = Awaited<ReturnType<typeof makeTask>>

/** The task of an item in a later stage, once the gold before it has opened it. */
export async function findTask({ itemId }: { itemId: string }, stageKey: string): Promise<MadeTask> {
  const { tasks, ...item } = await prisma().item.findUniqueOrThrow({ where: { id: itemId }, ...withTasks })
  const stage = await prisma().stage.findFirstOrThrow({ where: { projectId: item.projectId, key: stageKey } })
  const task = tasks.find(({ stageId }) => stageId === stage.id)
  if (!task) throw new Error(`the item has no task in stage ${stageKey}`)
  return { ...task, item: { ...item, tasks } }
}

/** A share of the task for `user`. */
export function makeAssignment(
  task: { id: string },
  user: { id: string },
  state: 'reserved' | 'assigned' = 'assigned',
) {
  const expiresAt = state === 'reserved' ? new Date(Date.now() + 3_600_000) : null
  return prisma().assignment.create({ data: { taskId: task.id, userId: user.id, state, origin: 'manager', expiresAt } })
}

/**
 * A draft with answers, those about units that they list among them; give `submit` to freeze it (the task's state is not
 * touched: submit the last one through the command).
 */
export async function makeAnnotation(task: MadeTask, user: { id: string }, answers: Answers, submit = false) {
  await prisma().assignment.upsert({
    where: { taskId_userId: { taskId: task.id, userId: user.id } },
    create: { taskId: task.id, userId: user.id, state: 'assigned', origin: 'manager' },
    update: {},
  })
  const unitIds = new Map(
    [...task.units, ...(await makeListedUnits(task, user, answers))].map(({ key, id }) => [key, id]),
  )
  const annotation = await prisma().annotation.create({ data: { taskId: task.id, userId: user.id, round: task.round } })
  await prisma().label.createMany({
    data: Object.entries(answers).flatMap(([unit, values]) =>
      Object.entries(values).map(([question, value]) => ({
        annotationId: annotation.id,
        taskId: task.id,
        unitId: unitIds.get(unit) ?? '',
        question,
        value: value as NonNullable<Json>,
        origin: 'chosen' as const,
      })),
    ),
  })
  if (!submit) return annotation
  await prisma().assignment.update({
    where: { taskId_userId: { taskId: task.id, userId: user.id } },
    data: { state: 'submitted' },
  })
  return prisma().annotation.update({
    where: { id: annotation.id },
    data: { state: 'submitted', submittedAt: new Date() },
  })
}

/** The rows of what the answers list; two people's answers to one task list different keys. */
async function makeListedUnits(task: MadeTask, user: { id: string }, answers: Answers) {
  const { key, project } = await prisma().stage.findUniqueOrThrow({
    where: { id: task.stageId },
    include: { project: true },
  })
  const own = new Set(task.units.map((unit) => unit.key))
  const units = task.units.map(({ parentKey, data, ...unit }) => ({
    key: unit.key,
    kind: unit.kind,
    text: unit.text,
    parent: parentKey ?? undefined,
    ...(data === null ? {} : { data: data as Json }),
  }))
  const subject = { content: task.item.content as Json, units }
  const whole = withMadeUnits(stageByKey(protocolById(project.protocolId), key), subject, answers)
  const listed = whole.units.filter((unit) => !own.has(unit.key))
  return prisma().unit.createManyAndReturn({
    data: listed.map((unit) => ({
      taskId: task.id,
      key: unit.key,
      kind: unit.kind,
      position: 0,
      text: '',
      parentKey: unit.parent,
      makerId: user.id,
    })),
  })
}

/** Complete answers to `makeTask`'s default item: the first segment true, the second false or, with `agree`, as given. */
export const answersWith = (second: boolean): Answers => ({
  item: { action: 'keep' },
  s1: { label: true },
  s2: second
    ? { label: true }
    : { label: false, errorType: 'knowledge_error', reason: 'The Pacific is larger than the Atlantic.' },
})
