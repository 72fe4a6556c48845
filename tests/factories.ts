/** Rows for tests and seeds: each factory builds the parents it is not given, and a test states only what matters to it. */
import { randomUUID } from 'node:crypto'
import type { Prisma } from '@/generated/prisma/client'
import { protocolById } from '@/lib/protocols'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { prisma } from '@/lib/server/db'

type Role = 'manager' | 'annotator' | 'reviewer' | 'viewer'
let serial = 0
const next = () => ++serial

export async function makeUser(given: Partial<Prisma.UserUncheckedCreateInput> = {}) {
  const n = next()
  return prisma().user.create({
    data: { email: `person-${n}-${randomUUID().slice(0, 8)}@example.org`, name: `Person ${n}`, ...given },
  })
}

/** A project with the stages of its protocol. `stage` overrides the first stage's settings. */
export async function makeProject(
  given: {
    name?: string
    protocolId?: string
    archivedAt?: Date
    stage?: {
      raters?: number
      coverage?: number
      queue?: boolean
      skipPolicy?: 'others' | 'again' | 'manager'
      reservationMinutes?: number
    }
  } = {},
) {
  const protocol = protocolById(given.protocolId ?? 'felm')
  return prisma().project.create({
    data: {
      name: given.name ?? `Project ${next()}`,
      protocolId: protocol.id,
      protocolVersion: protocol.version,
      archivedAt: given.archivedAt,
      guidelines: { create: { version: 1, body: protocol.guidelines } },
      stages: {
        create: protocol.stages.map((stage, position) => ({
          key: stage.key,
          position,
          raters: stage.raters,
          consolidation: stage.consolidation,
          ...(position === 0 ? given.stage : {}),
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
  await prisma().membership.create({ data: { projectId: project.id, userId: member.id, role, quota } })
  return member
}

const TEXT = {
  prompt: 'Which is the largest ocean?',
  segments: ['The Pacific is the largest ocean.', 'It is smaller than the Atlantic.'],
}

/** An item of a felm project with its task in the first stage. */
export async function makeTask(
  project: MadeProject,
  given: { state?: 'preparing' | 'open'; raters?: number; domain?: string; prompt?: string; segments?: string[] } = {},
) {
  const n = next()
  const protocol = protocolById(project.protocolId)
  const prompt = given.prompt ?? TEXT.prompt
  const segments = given.segments ?? TEXT.segments
  const record = {
    index: String(n),
    domain: given.domain ?? 'wk',
    source: 'test',
    prompt,
    response: segments.join(' '),
    segmented_response: segments,
  }
  const format = protocol.formats.find((candidate) => candidate.recognises(record))
  const read = format?.read(record)
  if (!format || !read?.ok) throw new Error(`the factory's record is not readable: ${JSON.stringify(read)}`)
  const stage = project.stages[0]
  if (!stage) throw new Error('a project has stages')
  const units = protocol.stages[0].units(read.record.content, segments)
  const item = await prisma().item.create({
    data: {
      projectId: project.id,
      position: n,
      externalId: read.record.externalId,
      title: read.record.title,
      domain: read.record.domain,
      source: read.record.source,
      content: read.record.content as Prisma.InputJsonValue,
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
          units: { create: units.map((unit, position) => ({ ...unit, position })) },
        },
      },
    },
    include: { tasks: { include: { units: { orderBy: { position: 'asc' } } } } },
  })
  const task = item.tasks[0]
  if (!task) throw new Error('an item has a task')
  return { ...task, item }
}
export type MadeTask = Awaited<ReturnType<typeof makeTask>>

/** A share of the task for `user`. */
export function makeAssignment(
  task: { id: string },
  user: { id: string },
  state: 'reserved' | 'assigned' = 'assigned',
) {
  const expiresAt = state === 'reserved' ? new Date(Date.now() + 3_600_000) : null
  return prisma().assignment.create({ data: { taskId: task.id, userId: user.id, state, origin: 'manager', expiresAt } })
}

/** A draft with answers; give `submit` to freeze it (the task's state is not touched: submit the last one through the command). */
export async function makeAnnotation(task: MadeTask, user: { id: string }, answers: Answers, submit = false) {
  await prisma().assignment.upsert({
    where: { taskId_userId: { taskId: task.id, userId: user.id } },
    create: { taskId: task.id, userId: user.id, state: 'assigned', origin: 'manager' },
    update: {},
  })
  const unitIds = new Map(task.units.map((unit) => [unit.key, unit.id]))
  const labels = Object.entries(answers).flatMap(([unit, values]) =>
    Object.entries(values).map(([question, value]) => ({
      unitId: unitIds.get(unit) ?? '',
      question,
      value: value as NonNullable<Json>,
      origin: 'chosen' as const,
    })),
  )
  const annotation = await prisma().annotation.create({
    data: { taskId: task.id, userId: user.id, round: task.round, labels: { create: labels } },
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

/** Complete answers to `makeTask`'s default item: the first segment true, the second false or, with `agree`, as given. */
export const answersWith = (second: boolean): Answers => ({
  item: { action: 'keep' },
  s1: { label: true },
  s2: second
    ? { label: true }
    : { label: false, errorType: 'knowledge_error', reason: 'The Pacific is larger than the Atlantic.' },
})
