import { expect, test } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeTask } from '@/tests/factories'
import { untilSomebodyWaits } from '@/tests/support/until-somebody-waits'
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
  let imported: ReturnType<typeof importOutputs> | undefined
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from tasks where id = ${first.id}::uuid for update`
    imported = importOutputs(manager, project.id, { name: 'outputs.jsonl', body })
    await untilSomebodyWaits()
    expect(await tx.$queryRaw`select 1 from tasks where id = ${second.id}::uuid for update nowait`).toHaveLength(1)
  })
  expect(await imported).toMatchObject({ matched: 2, problems: [] })
  expect(await prisma().suggestion.count({ where: { task: { projectId: project.id } } })).toBe(2)
})
