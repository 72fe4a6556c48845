/** A protocol of a file is pre-filled like a built-in one: its judge's answers are suggestions, and are scored as a system's. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { targetSchema } from '@/lib/automation/prefill/contract'
import { startRun } from '@/lib/automation/prefill/start-run'
import { listEvaluations } from '@/lib/gold/evaluation/queries'
import { prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { type FakeOpenAI, startFakeOpenAI } from '@/tests/support/fake-openai'
import { drive, MODEL, PRICE } from '@/tests/support/prefill-scene'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { getPrefill, getRun } from './queries'

/** A model that answers about every number with the first of the values. */
function firstValues(user: string) {
  const part = (name: string) => user.split(`⟦${name}⟧\n`)[1]?.split(`\n⟦end of ${name}⟧`)[0] ?? ''
  const value = part('values').match(/^- (.*?) \(/)?.[1] ?? ''
  const numbers = [...part('units').matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
  return { answers: numbers.map((number) => ({ number, values: [value], why: 'Thus.' })) }
}

let fake: FakeOpenAI
beforeAll(async () => {
  fake = await startFakeOpenAI(
    {},
    {
      answer: (schema, { messages }) => (schema === 'judge' ? firstValues(messages.at(-1)?.content ?? '') : undefined),
    },
  )
  env().OPENAI_BASE_URL = fake.url
})
afterAll(() => fake.close())

test('a model answers the questions of a file, and what it may not see is not sent', async () => {
  const folder = 'docs/examples/protocols/my-labels'
  const source = (await readFile(`${folder}.yaml`, 'utf8')).replace('id: my-labels', 'id: labels-to-judge')
  const records = (await readFile(`${folder}.jsonl`, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager', await makeUser({ canCreateProjects: true })))
  // Without the labels that the records bring, all of them are to do.
  const open = records.map(({ id, question, response, model }) => ({ id, question, response, model }))
  await importFile(manager, project, open.map((record) => JSON.stringify(record)).join('\n'))
  await prisma().prefillSettings.create({ data: { projectId: project.id, prices: [PRICE] } })

  const { steps } = await getPrefill(manager, project.id)
  expect(steps.map(({ key, stage, methods }) => ({ key, stage, methods }))).toEqual([
    { key: 'judge-label', stage: 'label', methods: ['model'] },
  ])
  const { id } = await startRun(manager, project.id, {
    name: 'Judge',
    stage: 'label',
    steps: [{ key: 'judge-label', method: 'model', model: MODEL, parameters: {} }],
    target: targetSchema.parse({ onlyNew: false }),
    budgetMicro: null,
  })
  const run = await drive(id)
  expect(run.items.map(({ state }) => state)).toEqual(open.map(() => 'done'))
  expect(fake.stats().invalid).toEqual([])

  const suggested = run.suggestions.map(({ question, value }) => `${question} ${JSON.stringify(value)}`)
  expect(new Set(suggested)).toEqual(new Set(['usable "yes"', 'verdict "correct"']))
  const sentences = await prisma().unit.count({ where: { task: { projectId: project.id }, kind: 'sentence' } })
  expect(suggested.filter((each) => each.startsWith('verdict'))).toHaveLength(sentences)
  const sent = JSON.stringify(fake.stats().bodies)
  for (const { question, model } of open) {
    expect(sent).toContain(JSON.stringify(question).slice(1, -1))
    expect(sent).not.toContain(`"${model}"`)
    expect(sent).not.toContain(String(model))
  }
  expect(await getRun(manager, project.id, id)).toMatchObject({ state: 'done' })
  const { tasks } = await listEvaluations(manager, project.id)
  expect(tasks.map(({ key }) => key)).toEqual(expect.arrayContaining(['usable', 'verdict']))
})
