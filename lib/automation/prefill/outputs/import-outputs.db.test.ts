import { expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeTask } from '@/tests/factories'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { importOutputs } from './import-outputs'

test('the tasks that a file of outputs is about are held by their ids, whatever its order', async () => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const texts = ['The Pacific is the largest ocean.', 'The Nile is the longest river.']
  const made = []
  for (const text of texts) made.push({ ...(await makeTask(project, { segments: [text] })), text })
  const [first, second] = made.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (!first || !second) throw new Error('there are two tasks')
  const lines = [second, first].map(({ position, text }) =>
    JSON.stringify({ source: 'test', id: position, claim: text, pplxai_response: 'Yes.', is_supported: true }),
  )
  const body = new Response(lines.join('\n')).body
  const held = { first: holdRow('tasks', 'id', first.id), later: holdRow('tasks', 'id', second.id, 'nowait') }
  const imported = await takeInOrder(held, () => importOutputs(manager, project.id, { name: 'outputs.jsonl', body }))
  expect(imported).toMatchObject({ matched: 2, problems: [] })
  expect(await prisma().suggestion.count({ where: { task: { projectId: project.id } } })).toBe(2)
})
