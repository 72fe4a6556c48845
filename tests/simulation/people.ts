import type { RunPlan } from '@/lib/automation/prefill/contract'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { type MadeProject, makeMember, makeUser } from '@/tests/factories'

type Person = Awaited<ReturnType<typeof makeUser>>

export interface People {
  manager: Person
  reviewer: Person
  viewer: Person
  /** In the order of their numbers: the first is annotator 1. */
  annotators: Person[]
}

/** Who reads and settles, where they are to be people that there are already. */
export type Staff = Partial<Record<'manager' | 'reviewer' | 'viewer', { id: string }>>

export async function makePeople(project: MadeProject, annotators: number, staff: Staff = {}): Promise<People> {
  const manager = await makeMember(project, 'manager', staff.manager)
  const reviewer = await makeMember(project, 'reviewer', staff.reviewer)
  const viewer = await makeMember(project, 'viewer', staff.viewer)
  const people: People['annotators'] = []
  while (people.length < annotators) {
    const person = await makeUser({ name: `Simulated person ${people.length + 1}`, demo: true })
    people.push(await makeMember(project, 'annotator', person))
  }
  return { manager, reviewer, viewer, annotators: people }
}

/** A finished run of a machine, whose suggestions are simulated. */
export async function makeRun(project: MadeProject, stageKey: string, name = 'Simulated model'): Promise<string> {
  const { id: protocol, version } = protocolById(project.protocolId)
  const plan: RunPlan = {
    protocol: { id: protocol, version },
    stage: stageKey,
    steps: [],
    search: null,
    prices: [],
    file: null,
    target: { pool: 0, onlyNew: false, most: null },
  }
  const { id } = await prisma().run.create({
    data: { projectId: project.id, kind: 'pipeline', stageKey, name, state: 'done', plan, finishedAt: new Date() },
  })
  return id
}

const MONDAY = Date.UTC(2026, 0, 5, 8)
const DAY = 86_400_000

/**
 * When work is submitted: items one after the other over so many days from a Monday on, or from another moment. Everybody's
 * first submission comes in the order of annotators, so that the first of them is annotator 1.
 */
export function calendar(items: number, days: number, from?: Date | null): (item: number, annotator: number) => Date {
  const begun = new Set<number>()
  const start = from?.getTime() ?? MONDAY
  return (item, annotator) => {
    const isFirst = !begun.has(annotator)
    begun.add(annotator)
    return new Date(isFirst ? start + annotator * 1000 : start + 3_600_000 + (item / items) * days * DAY + annotator)
  }
}
