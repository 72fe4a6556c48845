/** Rows whose JSON has another shape than today's, as an earlier version may have left them: no list or page goes away. */
import { beforeAll, expect, test } from 'vitest'
import type { Prisma } from '@/generated/prisma/client'
import { getPolicies } from '@/lib/annotation/suggestions/queries'
import { listSearches } from '@/lib/automation/evidence/queries'
import { loadSettings } from '@/lib/automation/prefill/load-settings'
import { getRun, listRunItems, listRuns } from '@/lib/automation/prefill/queries'
import { listErrors } from '@/lib/gold/evaluation/queries'
import { getRelease, listReleases } from '@/lib/gold/releases/release/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { listProjectAudit } from '@/lib/workspace/audit-log/queries'
import { getImport, listImports } from '@/lib/workspace/imports/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { actorOf } from '@/tests/actors'
import { type MadeProject, type MadeTask, makeMember, makeProject, makeTask } from '@/tests/factories'

let project: MadeProject
let manager: Actor
let task: MadeTask

beforeAll(async () => {
  project = await makeProject()
  manager = actorOf(await makeMember(project, 'manager'))
  task = await makeTask(project)
})

/** Fields of another time. */
const ODD: Prisma.InputJsonObject = { of: 'another time' }

test('runs, their failures and their items', async () => {
  const run = { projectId: project.id, kind: 'pipeline' as const, state: 'done' as const, finishedAt: new Date() }
  const bad = await prisma().run.create({ data: { ...run, name: 'Old', plan: ODD } })
  const item = { runId: bad.id, position: 1, state: 'failed' as const, notes: ['a list'], errorCode: 'of_old' }
  await prisma().runItem.create({ data: item })
  await prisma().run.create({ data: { ...run, name: 'Other', plan: ODD } })
  expect((await listRuns(manager, project.id)).runs.map(({ name }) => name)).toEqual(['Other', 'Old'])
  expect(await getRun(manager, project.id, bad.id)).toMatchObject({ plan: null, failures: [] })
  const { items } = await listRunItems(manager, { projectId: project.id, runId: bad.id }, { after: 0 })
  expect(items).toMatchObject([{ errorCode: null, notes: {} }])
})

test('prices and policies', async () => {
  const price = { model: 'm', inputPerMillion: 1, outputPerMillion: 1 }
  await prisma().prefillSettings.create({ data: { projectId: project.id, prices: [ODD, price] } })
  const { settings } = await loadSettings(prisma(), project.id)
  expect(settings.prices.filter(({ model }) => model !== 'm')).toEqual([])
  const { stages } = await getPolicies(manager, project.id)
  const [question] = stages[0]?.questions ?? []
  const { unitKind = '', question: key = '' } = question ?? {}
  const policy = { projectId: project.id, stageKey: stages[0]?.key ?? '', unitKind, question: key }
  await prisma().suggestionPolicy.create({ data: { ...policy, policy: 'randomised', shares: ODD } })
  expect((await getPolicies(manager, project.id)).stages[0]?.questions[0]).toMatchObject({ shares: null })
})

test('imports with what they would bring', async () => {
  const data = { projectId: project.id, createdById: manager.userId, fileName: 'old.jsonl', state: 'ready' as const }
  const { id } = await prisma().import.create({ data: { ...data, preview: [ODD], problems: ODD, options: ODD } })
  expect((await listImports(manager, project.id)).imports.map((each) => each.id)).toEqual([id])
  expect(await getImport(manager, id)).toMatchObject({ preview: [], problems: [] })
})

test('what was searched for, and what is stale', async () => {
  const annotator = actorOf(await makeMember(project, 'annotator'))
  await prisma().assignment.create({
    data: { taskId: task.id, userId: annotator.userId, state: 'assigned', origin: 'manager' },
  })
  const search = { projectId: project.id, taskId: task.id, userId: annotator.userId, provider: 'corpus' }
  const hit = { rank: 2, title: 'A page', url: 'https://a.example', snippet: 'Words.' }
  const { id } = await prisma().searchRecord.create({ data: { ...search, query: 'Which?', results: [ODD, hit] } })
  const event = { projectId: project.id, taskId: task.id, actorId: annotator.userId, itemId: task.itemId }
  await prisma().event.create({ data: { ...event, type: 'search.opened', data: { searchId: id, ...ODD } } })
  const { searches } = await listSearches(annotator, task.id)
  expect(searches).toMatchObject([{ query: 'Which?', hits: [{ rank: 2 }], steps: [] }])
  await prisma().task.update({ where: { id: task.id }, data: { stale: true, staleChanges: [ODD] } })
  expect((await transaction((tx) => loadTask(tx, manager, task.id))).stale).toEqual({ changes: [] })
})

test('events of the log', async () => {
  const event = { projectId: project.id, actorId: manager.userId }
  await prisma().event.create({ data: { ...event, type: 'stage.updated', data: { stage: 'segments' } } })
  await prisma().event.create({ data: { ...event, type: 'project.updated', data: { name: true } } })
  const { events } = await listProjectAudit(manager, project.id, {})
  expect(events.filter(({ type }) => /^(stage|project)\.updated$/.test(type)).map(({ text }) => text)).toEqual([
    'Project changed: name',
    'Written by an earlier version of Assay, in a form that this version cannot show',
  ])
})

test('releases and their card', async () => {
  const card = { text: { prettyName: 'Oceans', licence: 7, gone: true } }
  const release = { projectId: project.id, createdById: manager.userId, notes: '', card, builtAt: new Date() }
  await prisma().releaseCard.create({ data: { projectId: project.id, revision: 3, text: card.text } })
  await prisma().release.create({
    data: { ...release, number: 1, state: 'ready', digest: 'd', manifest: ODD, changes: ODD },
  })
  const { releases, card: shown } = await listReleases(manager, project.id)
  expect(releases).toMatchObject([{ number: 1, changes: null, items: 0 }])
  expect(shown).toMatchObject({ revision: 3, text: { prettyName: 'Oceans', licence: '', languages: [] } })
  expect(shown.text).not.toHaveProperty('gone')
  expect(await getRelease(manager, { projectId: project.id, number: 1 })).toMatchObject({ manifest: null })
})

test('a report that was kept in another form is made again', async () => {
  const query = { task: 'segments', system: 'A', page: 1, likeness: 'no' as const }
  expect(await listErrors(manager, project.id, query)).toMatchObject({ state: 'pending' })
  await prisma().evaluationReport.updateMany({ where: { projectId: project.id }, data: { body: ODD } })
  expect(await listErrors(manager, project.id, query)).toMatchObject({ state: 'pending' })
  expect(await prisma().evaluationReport.count({ where: { projectId: project.id, body: { not: ODD } } })).toBe(0)
})
