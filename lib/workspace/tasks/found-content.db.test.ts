import { expect, it } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Json } from '@/lib/protocols/protocol'
import { makeProject, makeTask } from '@/tests/factories'
import { contentNow, keepEvidence, takeIntoContent } from './found-evidence'

async function scene(protocolId: string, record: { [key: string]: Json }, found: Json) {
  const project = await makeProject({ protocolId })
  const task = await makeTask(project, { record })
  const { id: runId } = await prisma().run.create({
    data: { projectId: project.id, kind: 'pipeline', name: 'r', state: 'running', plan: {} },
  })
  const item = { itemId: task.itemId, item: { content: task.item.content as Json }, protocol: protocolById(protocolId) }
  await transaction(async (tx) => {
    await keepEvidence(tx, { itemId: task.itemId, runId }, [found])
    await takeIntoContent(tx, item)
  })
  const { content } = await prisma().item.findUniqueOrThrow({ where: { id: task.itemId } })
  return { before: task.item.content, content: content as Json, item }
}

it('what models wrote becomes part of the item, once', async () => {
  const record = { prefix: 'So. ', completion: 'It is red.', contradiction: 'It is blue.' }
  const text = { model: 'm', sample: 1, text: 'red.' }
  const { content, item } = await scene('factor-generation', record, text)
  expect(content).toMatchObject({ continuations: [text] })
  // The found evidence is still there, and merged again it changes nothing.
  expect(await transaction((tx) => contentNow(tx, { ...item, item: { content } }))).toEqual(content)
})

it('passages stay beside the item, whose units hold them', async () => {
  const record = { prompt: 'Why?', response: 'So. There.' }
  const { before, content } = await scene('factcheck-bench', record, { sentence: 's1', claim: 'So.', passages: [] })
  expect(content).toEqual(before)
})
