import { v4 as uuidv4 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatRequest, ModelPort } from '@/lib/automation/llm/port'
import * as ports from '@/lib/automation/llm/ports'
import { driveRunJob } from '@/lib/automation/prefill/jobs'
import { pool, prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { StepFailure } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import { lockPositions } from '@/lib/workspace/imports/positions'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeTask } from '@/tests/factories'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import type { StartGeneration } from './contract'
import { startGeneration } from './start-generation'
import { type Complete, generateItem } from './work-generation'

const there: ModelPort = { id: 'fake', chat: () => Promise.reject(new Error('not asked here')), embed: null }
let port: ModelPort | null = there
const asked = vi.spyOn(ports, 'currentModels').mockImplementation(async () => ({
  port,
  settings: { configured: true, baseUrl: null, standard: null, embedding: null, scripted: false },
}))
afterAll(() => asked.mockRestore())
beforeEach(() => {
  port = there
})

const WANTED: StartGeneration = {
  name: 'Answers',
  prompts: [
    { prompt: 'Which is the largest ocean?', externalId: 'q1' },
    { prompt: 'Why is the sky blue?', externalId: null },
  ],
  models: ['small', 'large'],
  temperature: 0.7,
  maxTokens: 300,
  budgetMicro: 5_000,
}

async function scene(wanted: Partial<StartGeneration> = {}) {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const run = await startGeneration(manager, project.id, { ...WANTED, ...wanted })
  const rows = await prisma().runItem.findMany({ where: { runId: run.id }, orderBy: { position: 'asc' } })
  const idAt = (index: number) => rows[index]?.id ?? ''
  const items = () =>
    prisma().item.findMany({
      where: { projectId: project.id },
      orderBy: { position: 'asc' },
      include: { tasks: { include: { units: { where: { kind: 'segment' }, orderBy: { position: 'asc' } } } } },
    })
  return { project, manager, run, rows, idAt, items }
}

const answering =
  (text: string, outcome: Awaited<ReturnType<Complete>>['outcome'] = 'ok'): Complete =>
  async ({ model }) => ({ outcome, text: `${text} (${model})` })

describe('starting a generation', () => {
  it('starts one under an id once', async () => {
    const runId = uuidv4()
    const { project, manager, run } = await scene({ runId })
    expect(run.id).toBe(runId)
    expect(await startGeneration(manager, project.id, { ...WANTED, runId })).toMatchObject({ id: runId })
    expect(await prisma().run.count({ where: { projectId: project.id } })).toBe(1)
    await expect(startGeneration(manager, project.id, { ...WANTED, name: 'Others', runId })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('writes down a plan, and one item of the run for each prompt and model', async () => {
    const { run, rows, project } = await scene({ models: ['small', 'large', 'small'] })
    expect(run).toMatchObject({
      kind: 'generation',
      name: 'Answers',
      stage: null,
      state: 'running',
      budgetMicro: 5_000,
      items: { waiting: 4 },
      plan: {
        stage: null,
        target: { pool: 4 },
        steps: [
          { key: 'generate', model: 'small', parameters: { temperature: 0.7, maxTokens: 300 } },
          { key: 'generate', model: 'large' },
        ],
      },
    })
    const subjects = rows.map(({ position, subject, itemId }) => [position, itemId, subject])
    const [first, second] = WANTED.prompts
    const rest = { temperature: 0.7, maxTokens: 300 }
    expect(subjects).toEqual([
      [1, null, { ...first, ...rest, model: 'small' }],
      [2, null, { ...first, ...rest, model: 'large' }],
      [3, null, { ...second, ...rest, model: 'small' }],
      [4, null, { ...second, ...rest, model: 'large' }],
    ])
    const events = await prisma().event.findMany({ where: { projectId: project.id, type: 'run.started' } })
    expect(events.map(({ data }) => data)).toEqual([{ runId: run.id, name: 'Answers', items: 4 }])
    const jobs = await pool().query('select 1 from graphile_worker.jobs where task_identifier = $1', [driveRunJob.name])
    expect(jobs.rowCount).toBeGreaterThan(0)
  })

  it('is for managers of a project that is not archived', async () => {
    const { project } = await scene()
    const annotator = actorOf(await makeMember(project, 'annotator'))
    const outsider = actorOf(await makeMember(await makeProject(), 'manager'))
    const archived = await makeProject({ archivedAt: new Date() })
    const itsManager = actorOf(await makeMember(archived, 'manager'))
    await expect(startGeneration(annotator, project.id, WANTED)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(startGeneration(outsider, project.id, WANTED)).rejects.toMatchObject({ code: 'not_found' })
    await expect(startGeneration(itsManager, archived.id, WANTED)).rejects.toMatchObject({ code: 'rule' })
  })

  it('says so where there is no model to ask, and leaves nothing behind', async () => {
    port = null
    const project = await makeProject()
    const manager = actorOf(await makeMember(project, 'manager'))
    await expect(startGeneration(manager, project.id, WANTED)).rejects.toMatchObject({
      code: 'rule',
      message: expect.stringContaining('OPENAI_API_KEY'),
    })
    expect(await prisma().run.count({ where: { projectId: project.id } })).toBe(0)
  })
})

describe('generating an item', () => {
  it('asks the prompt as it stands, and makes the response an open item behind the others', async () => {
    const { project, idAt, items } = await scene()
    const before = await makeTask(project)
    const requests: ChatRequest[] = []
    const complete: Complete = async (request) => {
      requests.push(request)
      return { outcome: 'ok', text: 'The Pacific. It is vast.' }
    }
    const { itemId, added } = await generateItem(complete, idAt(1))
    expect(added).toBe(true)
    expect(requests).toEqual([
      {
        model: 'large',
        system: '',
        user: 'Which is the largest ocean?',
        temperature: 0.7,
        maxTokens: 300,
        schema: null,
        sample: 0,
      },
    ])
    const [, item] = await items()
    expect(item).toMatchObject({
      id: itemId,
      importId: null,
      position: before.position + 1,
      source: 'large',
      externalId: 'q1',
      content: { prompt: 'Which is the largest ocean?', response: 'The Pacific. It is vast.' } satisfies Json,
      tasks: [{ state: 'open', units: [{ text: 'The Pacific. ' }, { text: 'It is vast.' }] }],
    })
    expect(await prisma().runItem.findUnique({ where: { id: idAt(1) } })).toMatchObject({ itemId })
  })

  it('never makes a second item, nor asks again, when a worker died after the first', async () => {
    const { idAt, items } = await scene()
    const first = await generateItem(answering('The Pacific.'), idAt(0))
    const complete = vi.fn(answering('Another.'))
    expect(await generateItem(complete, idAt(0))).toEqual({ itemId: first.itemId, added: false })
    expect(complete).not.toHaveBeenCalled()
    expect(await items()).toHaveLength(1)
  })

  it('makes one item where two workers take the same one', async () => {
    const { idAt, items } = await scene()
    const both = await Promise.all([1, 2].map((n) => generateItem(answering(`Said ${n}.`), idAt(0))))
    expect(both.map(({ added }) => added).sort()).toEqual([false, true])
    expect(new Set(both.map(({ itemId }) => itemId)).size).toBe(1)
    expect(await items()).toHaveLength(1)
  })

  it('gives every response a place of its own, however many are written at once', async () => {
    const { rows, items } = await scene()
    await Promise.all(rows.map(({ id }, index) => generateItem(answering(`Said ${index}.`), id)))
    const made = await items()
    expect(made.map(({ position }) => position)).toEqual([1, 2, 3, 4])
    expect(made.map(({ source }) => source).sort()).toEqual(['large', 'large', 'small', 'small'])
  })

  it('leads to the item that is there when a model says the same again in another run', async () => {
    const { project, manager, idAt, items } = await scene()
    const first = await generateItem(answering('The Pacific.'), idAt(0))
    const again = await startGeneration(manager, project.id, WANTED)
    const [row] = await prisma().runItem.findMany({ where: { runId: again.id }, orderBy: { position: 'asc' } })
    expect(await generateItem(answering('The Pacific.'), row?.id ?? '')).toEqual({ itemId: first.itemId, added: false })
    expect(await items()).toHaveLength(1)
  })

  it.each([
    ['refused', 'refused'],
    ['truncated', 'truncated'],
    ['malformed', 'malformed'],
  ] as const)('fails and makes nothing of an answer that was %s', async (outcome, code) => {
    const { idAt, items } = await scene()
    const failing = generateItem(answering('Well', outcome), idAt(0))
    await expect(failing).rejects.toMatchObject({ name: 'StepFailure', code })
    expect(await items()).toEqual([])
  })

  it('does not wait for ever while a file is being written into the project', async () => {
    const { project, idAt, items } = await scene()
    await transaction(async (tx) => {
      await lockPositions(tx, project.id)
      const failing = generateItem(answering('The Pacific.'), idAt(0), 100)
      await expect(failing).rejects.toMatchObject({ code: 'timeout', passing: true })
    })
    expect((await generateItem(answering('The Pacific.'), idAt(0))).added).toBe(true)
    expect(await items()).toHaveLength(1)
  })

  it('keeps nobody from its item while it waits for a file', async () => {
    const { project, idAt } = await scene()
    const held = {
      first: (tx: Tx) => lockPositions(tx, project.id),
      later: holdRow('run_items', 'id', idAt(0), 'nowait'),
    }
    const { added } = await takeInOrder(held, () => generateItem(answering('The Pacific.'), idAt(0)))
    expect(added).toBe(true)
  })

  it('passes on what the call failed of', async () => {
    const { idAt } = await scene()
    const failure = new StepFailure('budget', 'The ceiling is reached.')
    await expect(generateItem(() => Promise.reject(failure), idAt(0))).rejects.toBe(failure)
  })
})
