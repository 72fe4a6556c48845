import { expect, test } from 'vitest'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Answers } from '@/lib/protocols/protocol'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { registerMadeUp } from '@/tests/protocols/made-up'
import { loadTask } from './load-task'
import { revealTask } from './reveal-task'

registerMadeUp()

const says = (verdict: string, more: Answers[string] = {}): Answers => ({
  c: { verdict, comment: `I say ${verdict}.`, ...more },
})

async function judged(...all: Answers[]) {
  const project = await makeProject({ protocolId: 'ballot' })
  const task = await makeTask(project, { record: { claim: 'It rains.' }, raters: all.length })
  for (const answers of all) await makeAnnotation(task, await makeMember(project, 'annotator'), answers, true)
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, task.id, { lock: true }), null))
  const gold = async () => prisma().gold.findFirst({ where: { taskId: task.id, supersededAt: null } })
  const state = async () => (await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).state
  const resolutions = () => prisma().resolution.findMany({ where: { taskId: task.id }, orderBy: { question: 'asc' } })
  const disagreed = async () =>
    (await prisma().disagreement.findMany({ where: { taskId: task.id } })).map(({ question }) => question).toSorted()
  return { project, task, reviewer, gold, state, resolutions, disagreed }
}

test('what the majority says becomes gold by itself, and the disagreement stays on record', async () => {
  const { task, reviewer, gold, resolutions, disagreed } = await judged(says('yes'), says('no'), says('yes'))
  expect(await gold()).toMatchObject({
    origin: 'consolidated',
    answers: { c: { verdict: 'yes' } },
    adjudicatorId: null,
  })
  expect(await resolutions()).toMatchObject([{ question: 'verdict', how: 'majority', resolvedById: null, reason: '' }])
  expect(await disagreed()).toEqual(['verdict'])
  const { settled, open } = await getConsolidation(reviewer, task.id)
  expect(open).toEqual([])
  expect(settled).toMatchObject([{ question: 'verdict', how: 'majority', by: { kind: 'agreement' } }])
})

test('without a majority the tie stands, with the reason', async () => {
  const { gold, resolutions } = await judged(says('yes'), says('no'), says('unclear', { why: 'vague' }))
  expect(await gold()).toMatchObject({ answers: { c: { verdict: 'unclear', why: 'vague' } } })
  const [verdict] = (await resolutions()).filter(({ question }) => question === 'verdict')
  expect(verdict).toMatchObject({ how: 'majority', reason: expect.stringContaining('more than half') })
})

test('what has no tie waits for a reviewer, who settles it and confirms the rest as it is', async () => {
  const { task, reviewer, gold, state, disagreed } = await judged(
    says('yes', { trust: 'good' }),
    says('no', { trust: 'bad' }),
    says('yes'),
  )
  expect(await state()).toBe('consolidating')
  expect(await disagreed()).toEqual(['trust', 'verdict'])
  const view = await getConsolidation(reviewer, task.id)
  expect(view.open.map(({ question }) => question)).toEqual(['trust'])
  expect(view.settled).toMatchObject([{ question: 'verdict', how: 'majority' }])
  const at = { unit: 'c', question: 'trust', expectedRevision: view.revision }
  const { revision } = await resolveQuestion(reviewer, task.id, { ...at, choice: { value: 'bad' }, reason: '' })
  await adjudicateTask(reviewer, task.id, { expectedRevision: revision })
  expect(await gold()).toMatchObject({
    answers: { c: { verdict: 'yes', trust: 'bad' } },
    adjudicatorId: reviewer.userId,
  })
})

test('a question that the majority raises is on record where it stays open', async () => {
  const { disagreed, state } = await judged(
    says('unclear', { why: 'vague', trust: 'good' }),
    says('unclear', { why: 'vague', trust: 'bad' }),
  )
  expect(await state()).toBe('consolidating')
  expect(await disagreed()).toEqual(['trust'])
})

test('two, or one, where there were to be three decide as well', async () => {
  const two = await judged(says('yes'), says('no'))
  expect(await two.gold()).toMatchObject({ answers: { c: { verdict: 'unclear' } }, origin: 'consolidated' })
  const one = await judged(says('no'))
  expect(await one.gold()).toMatchObject({
    origin: 'single_rated',
    answers: { c: { verdict: 'no', comment: 'I say no.' } },
  })
})

test('a record that is no work for anybody comes in discarded, with its reason', async () => {
  const project = await makeProject({ protocolId: 'ballot' })
  const manager = actorOf(await makeMember(project, 'manager'))
  const lines = [{ claim: 'It rains.' }, { claim: 'Hm.', dropped: 'empty' }].map((line) => JSON.stringify(line))
  await importFile(manager, project, lines.join('\n'), { labels: 'ignore' })
  const items = await prisma().item.findMany({
    where: { projectId: project.id },
    orderBy: { position: 'asc' },
    include: { tasks: true },
  })
  expect(items.map(({ discardReason, discardNote }) => [discardReason, discardNote])).toEqual([
    [null, null],
    ['empty', 'Dropped by the builder.'],
  ])
  expect(items.map(({ tasks }) => tasks[0]?.state)).toEqual(['open', 'discarded'])
})
