/** A project moves to another version of its protocol while a step is under way. */
import { expect, test } from 'vitest'
import { LIMITS } from '@/lib/automation/prefill/ledger/limits'
import { prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { prefillScene, startVerdicts } from '@/tests/support/prefill-scene'
import { makeProtocolVersion, sentenceFile } from '@/tests/support/protocol-file'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { applyOutput } from './apply-output'
import { loadContext } from './context'
import { noCounts } from './counts'
import { finishItem } from './finish-item'
import { claimItems } from './items'
import { loadWorkedTask } from './load-worked-task'

/** Another protocol with a stage of the same key. */
const fileWithSegments = (id: string) =>
  sentenceFile(id).replace('- id: label\n    raters', '- id: segments\n    raters')

async function setUp(id: string) {
  env().OPENAI_BASE_URL = 'http://127.0.0.1:9/v1'
  const { protocolId } = await makeProtocolVersion({ source: fileWithSegments(id) })
  const scene = await prefillScene(1)
  const { id: runId } = await startVerdicts(scene)
  const context = await loadContext(runId, LIMITS)
  const [item] = context ? await claimItems(context, 1) : []
  const task = item?.taskId ? await loadWorkedTask(prisma(), item.taskId) : null
  const unit = task?.stepContext.units.find(({ kind }) => kind === 'segment')
  if (!item || !task || !unit) throw new Error('there is an item with a segment')
  /** While its task is held by the move of the project. */
  const whileItMoves = <T>(work: () => Promise<T>) =>
    takeInOrder(
      {
        first: holdRow('tasks', 'project_id', scene.project.id),
        later: (tx) => tx.project.update({ where: { id: scene.project.id }, data: { protocolId, protocolVersion: 1 } }),
      },
      work,
    )
  return { runId, item, task, unit, whileItMoves }
}

test('an item whose steps worked under the version before waits on, with what its calls cost', async () => {
  const { runId, item, task, unit, whileItMoves } = await setUp('moved')
  const finished = await whileItMoves(() =>
    finishItem(runId, item, task.stage, {
      state: 'done',
      step: 'verdicts',
      code: null,
      message: null,
      notes: { verdicts: 'Both hold.' },
      proposals: [{ step: 'verdicts', unit: unit.key, question: 'label', value: true, source: 'Rules', model: null }],
      predictedOf: null,
      afresh: null,
      protocolId: task.staged.protocol.id,
      counts: { ...noCounts(), calls: 2 },
      millis: 5,
    }),
  )
  expect(finished).toBe(true)
  const row = await prisma().runItem.findUniqueOrThrow({ where: { id: item.id } })
  expect(row).toMatchObject({ state: 'waiting', step: null, calls: 2, suggestions: 0, notes: {}, finishedAt: null })
  expect(await prisma().suggestion.count({ where: { runId } })).toBe(0)
})

test('what a step found under the version before is not taken over', async () => {
  const { runId, item, task, whileItMoves } = await setUp('moved-too')
  const applied = whileItMoves(() => applyOutput(runId, item, task, { segments: ['One.', 'Two.'] }))
  await expect(applied).rejects.toMatchObject({ code: 'cancelled' })
})
