/** What a release tells of those who settled what annotators differed on. */
import { expect, it } from 'vitest'
import { approveTask } from '@/lib/adjudication/consolidation/approve-task'
import { filesOf } from '@/lib/gold/releases/release/archive/stream-archive'
import { buildReleaseHandler } from '@/lib/gold/releases/release/build/build-job'
import { readStoredText } from '@/lib/gold/releases/release/build/read-stored'
import { frozenCardSchema } from '@/lib/gold/releases/release/contract'
import { manifestSchema } from '@/lib/gold/releases/release/manifest/contract'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { readCard, saveCard } from '@/lib/gold/releases/release/save-card'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { updateSeconds } from '@/lib/quality/second-adjudication/update-seconds'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { recountRelease } from '@/tests/recount-release'
import { makeDifference, settleByLane } from '@/tests/settle-task'

it('is whose lanes each took, by alias, and how alike two decided who did not know of each other', async () => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const [reviewer, approver, second] = [
    actorOf(await makeMember(project, 'reviewer')),
    actorOf(await makeMember(project, 'reviewer')),
    actorOf(await makeMember(project, 'reviewer')),
  ] as const
  const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')] as const
  await updateSeconds(manager, project.id, { percent: 100, seed: 1 })
  for (let n = 0; n < 10; n++) {
    const task = await makeDifference(project, people, reviewer)
    await settleByLane(reviewer, task.id, n < 7 ? 'A' : 'B')
    const { revision } = await prisma().task.findUniqueOrThrow({ where: { id: task.id } })
    await approveTask(approver, task.id, { expectedRevision: revision })
  }
  const copies = await prisma().secondAdjudication.findMany({ where: { projectId: project.id } })
  for (const { copyId } of copies.slice(0, 4)) await settleByLane(second, copyId, 'A')

  const saved = await readCard(prisma(), { id: project.id, name: 'Settled', description: '' })
  const text = { ...emptyCard('Settled', 'Made for a test.'), ...saved.text, licence: 'CC-BY-4.0' }
  await saveCard(manager, project.id, { text, revision: saved.revision })
  const { number } = await startRelease(manager, project.id, { notes: 'New.', contradictionsReason: 'None.' })
  const where = { projectId_number: { projectId: project.id, number } }
  const { id: releaseId } = await prisma().release.findUniqueOrThrow({ where, select: { id: true } })
  const { signal } = new AbortController()
  await buildReleaseHandler.run({ releaseId }, { id: '1', attempt: 1, isLastAttempt: true, signal })
  const files = new Map<string, string>()
  for (const { path } of await filesOf(releaseId))
    files.set(path, await readStoredText(releaseId, path, path.endsWith('.parquet') ? 'latin1' : 'utf8'))

  const { adjudicators } = manifestSchema.parse(JSON.parse(files.get('manifest.json') ?? ''))
  expect(adjudicators?.people).toMatchObject([
    {
      reviewer: 'reviewer 1',
      decisions: 10,
      tasks: 10,
      edited: 0,
      suggestions: null,
      lanes: [
        { key: 'A', taken: 7, decisions: 10, expected: 0.5 },
        { key: 'B', taken: 3, decisions: 10, expected: 0.5 },
      ],
    },
  ])
  expect(adjudicators?.twice).toMatchObject({ compared: 4, tasks: 4 })
  const { alike = 0, share = 0 } = adjudicators?.twice ?? {}
  const card = files.get('README.md') ?? ''
  expect(card).toContain('| reviewer 1 | 10 | 10 | 0 | A 7 of 10: 70.0% (39.7% to 89.2%), 50.0% expected; B 3 of 10:')
  expect(card).toContain(
    `Of 4 questions in 4 tasks that a second person decided without knowing of the first, ${alike}`,
  )
  expect(share).toBe(alike / 4)
  expect(card).toContain('Intervals hold the annotators fixed')
  expect(card).toContain('† few: fewer than 40 responses resampled')

  const release = await prisma().release.findUniqueOrThrow({ where })
  const { manifest, texts } = await recountRelease(protocolById('felm'), files, frozenCardSchema.parse(release.card))
  expect(manifest).toEqual(JSON.parse(files.get('manifest.json') ?? ''))
  for (const { path, text: again } of texts.filter((each) => each.path !== 'manifest.json'))
    expect(again, path).toBe(files.get(path))
})
