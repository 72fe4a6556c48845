/** The part of the scene that comes after gold: predictions of a system, and a release with its secret link. */
import { checkPredictions } from '@/lib/gold/evaluation/check-predictions'
import { storeChunks } from '@/lib/gold/evaluation/chunks'
import { buildReleaseHandler } from '@/lib/gold/releases/release/build/build-job'
import { makeReleaseLink } from '@/lib/gold/releases/release/release-link'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { saveCard } from '@/lib/gold/releases/release/save-card'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'

const idle = new AbortController().signal

/** Waits for what a worker does, where one is at work on the same database. */
export type WaitForWorker = (isDone: () => Promise<boolean>) => Promise<unknown>

/** The system whose errors can be read. */
export const SYSTEM = 'a'
const PREDICTION = JSON.stringify({ system: SYSTEM, item: 'unknown', segment: 's1', label: false })

export async function makeResults(
  projectId: string,
  manager: Actor,
  { released, worker }: { released: boolean; worker: WaitForWorker | null },
) {
  const { id: evaluationId } = await prisma().evaluation.create({
    data: { projectId, task: 'segments', name: 'systems.jsonl', createdById: manager.userId },
  })
  await storeChunks(evaluationId, new Blob([PREDICTION]).stream(), () => undefined)
  await prisma().evaluation.update({ where: { id: evaluationId }, data: { state: 'working' } })
  await checkPredictions(evaluationId, idle)
  return { evaluationId, releaseSecret: released ? await release(projectId, manager, worker) : 'no-such-link' }
}

async function release(projectId: string, manager: Actor, worker: WaitForWorker | null): Promise<string> {
  const card = { ...emptyCard('Scene', 'Made for a test.'), licence: 'CC-BY-4.0', languages: ['en'] }
  await saveCard(manager, projectId, { text: card, revision: 0 })
  const { number } = await startRelease(manager, projectId, { notes: '' })
  const where = { projectId_number: { projectId, number } }
  const { id: releaseId } = await prisma().release.findUniqueOrThrow({ where, select: { id: true } })
  if (worker) await worker(async () => (await prisma().release.findUniqueOrThrow({ where })).state !== 'building')
  else await buildReleaseHandler.run({ releaseId }, { id: '1', attempt: 1, isLastAttempt: true, signal: idle })
  return (await makeReleaseLink(manager, { projectId, number })).secret
}
