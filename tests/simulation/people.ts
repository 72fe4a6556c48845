import { prisma } from '@/lib/server/db'
import { type MadeProject, makeMember } from '@/tests/factories'

export interface People {
  manager: { id: string }
  reviewer: { id: string }
  viewer: { id: string }
  /** In the order of their numbers: the first is annotator 1. */
  annotators: { id: string; name: string }[]
}

export async function makePeople(project: MadeProject, annotators: number): Promise<People> {
  const manager = await makeMember(project, 'manager')
  const reviewer = await makeMember(project, 'reviewer')
  const viewer = await makeMember(project, 'viewer')
  const people: People['annotators'] = []
  while (people.length < annotators) people.push(await makeMember(project, 'annotator'))
  return { manager, reviewer, viewer, annotators: people }
}

/** A finished run of a machine, whose suggestions are simulated. */
export async function makeRun(project: MadeProject, stageKey: string, name = 'Simulated model'): Promise<string> {
  const { id } = await prisma().run.create({
    data: { projectId: project.id, kind: 'pipeline', stageKey, name, state: 'done', plan: {}, finishedAt: new Date() },
  })
  return id
}

const MONDAY = Date.UTC(2026, 0, 5, 8)
const DAY = 86_400_000

/**
 * When work is submitted: items one after the other over so many days from a Monday on. Everybody's first submission
 * comes in the order of annotators, so that the first of them is annotator 1.
 */
export function calendar(items: number, days: number): (item: number, annotator: number) => Date {
  const begun = new Set<number>()
  return (item, annotator) => {
    const isFirst = !begun.has(annotator)
    begun.add(annotator)
    return new Date(isFirst ? MONDAY + annotator * 1000 : MONDAY + 3_600_000 + (item / items) * days * DAY + annotator)
  }
}
