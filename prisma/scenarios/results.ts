/** What the gold of the main project is used for: a release, two systems held against it, a side audit. */

import { addRun } from '@/lib/gold/evaluation/add-run'
import { buildReleaseHandler } from '@/lib/gold/releases/release/build/build-job'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { saveCard } from '@/lib/gold/releases/release/save-card'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import { createAudit } from '@/lib/gold/side-samples/create-audit'
import { prisma } from '@/lib/platform/server/db'
import type { Cast } from './cast'
import { referenceAudit, responseAudit } from './papers/audits'
import { enrol } from './papers/open'
import { playPaper } from './papers/play'
import { projects } from './people'

const idle = new AbortController().signal

export async function putToUse({ actors, projectId }: Cast): Promise<void> {
  const runs = await prisma().run.findMany({ where: { projectId }, orderBy: { name: 'asc' }, select: { id: true } })
  for (const { id: runId } of runs) await addRun(actors.mara, projectId, { task: 'segments', runId })
  await release(actors, projectId)
  for (const [kind, audit] of [
    ['responses', responseAudit],
    ['references', referenceAudit],
  ] as const) {
    const { auditId } = await createAudit(actors.mara, projectId, { kind, sample: 6, seed: 1, name: audit.name })
    await enrol(actors, auditId)
    await playPaper(actors, auditId, audit)
  }
}

/** The first release, built at once, since no worker runs yet. */
async function release({ mara }: Cast['actors'], projectId: string): Promise<void> {
  const text = {
    ...emptyCard(projects.main.name, projects.main.description),
    licence: 'CC-BY-4.0',
    languages: ['en', 'ar', 'zh', 'ja', 'he'],
    expertise: 'Three invented people who know their way around an encyclopedia.',
  }
  await saveCard(mara, projectId, { text, revision: 0 })
  const { number } = await startRelease(mara, projectId, {
    notes: 'The first items that are settled.',
    contradictionsReason: 'Made for the demo.',
  })
  const where = { projectId_number: { projectId, number } }
  const { id: releaseId } = await prisma().release.findUniqueOrThrow({ where, select: { id: true } })
  await buildReleaseHandler.run({ releaseId }, { id: '1', attempt: 1, isLastAttempt: true, signal: idle })
}
