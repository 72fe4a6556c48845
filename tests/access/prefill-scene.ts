/** What pre-fill leaves behind in the scene: runs, a document, and a search of the partner's that nobody else may read yet. */
import { prisma } from '@/lib/platform/server/db'
import type { makeTask } from '@/tests/factories'
import { SECRETS } from './secrets'

type Task = Awaited<ReturnType<typeof makeTask>>

const PLAN = {
  protocol: { id: 'felm', version: 1 },
  stage: 'segments',
  steps: [],
  search: null,
  prices: [],
  target: { pool: 1, onlyNew: false, most: null },
  file: null,
}

export async function makePrefill(task: Task, { manager, partner }: Record<'manager' | 'partner', { id: string }>) {
  const { projectId, id: taskId, itemId } = task
  const runs = await Promise.all(
    (['running', 'done'] as const).map((state) =>
      prisma().run.create({
        data: {
          projectId,
          kind: 'pipeline',
          stageKey: 'segments',
          name: 'Rules',
          state,
          plan: PLAN,
          createdById: manager.id,
          finishedAt: state === 'done' ? new Date() : null,
          items: { create: { position: 1, itemId, taskId, state: state === 'done' ? 'done' : 'waiting' } },
        },
        select: { id: true },
      }),
    ),
  )
  const { id: documentId } = await prisma().corpusDocument.create({
    data: {
      projectId,
      title: 'Rivers of Europe',
      text: 'The Danube rises in the Black Forest.',
      sha256: 'b'.repeat(64),
    },
  })
  const hit = { rank: 1, title: SECRETS.partner, url: 'https://example.org', snippet: SECRETS.partner }
  const { id: searchId } = await prisma().searchRecord.create({
    data: {
      projectId,
      taskId,
      unitKey: 's1',
      userId: partner.id,
      provider: 'corpus',
      query: SECRETS.partner,
      results: [hit],
    },
  })
  return { runId: runs[0]?.id ?? '', endedRunId: runs[1]?.id ?? '', documentId, searchId }
}
