import { prisma } from '@/lib/platform/server/db'

/**
 * Makes gold of every task of a project, as if one person had answered nothing: for tests of what is written around the
 * answers. Returns how many there are.
 */
export async function makeAllGold(projectId: string): Promise<number> {
  const tasks = await prisma().task.findMany({ where: { projectId }, select: { id: true } })
  const gold = { version: 1, round: 1, answers: {}, rollUp: {}, origin: 'single_rated' as const }
  await prisma().gold.createMany({ data: tasks.map(({ id }) => ({ ...gold, taskId: id })) })
  await prisma().task.updateMany({ where: { projectId }, data: { state: 'gold' } })
  return tasks.length
}
