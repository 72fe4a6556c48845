/** In which order an import takes what others hold too. */
import { expect, test } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { untilSomebodyWaits } from '@/tests/support/until-somebody-waits'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import type { ImportOptionsInput } from './contract'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const idle = new AbortController().signal

/** Records are written so many at once. */
const BATCH = 250

async function scene() {
  const project = await makeProject({ stage: { raters: 2 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const started = async (text: string, options: ImportOptionsInput = {}) => {
    const body = new Response(Buffer.from(text)).body
    const { id } = await uploadImport(manager, project.id, { name: 'table.csv', body })
    await checkImport(id, idle)
    await startImport(manager, id, options)
    return id
  }
  const tasks = () => prisma().task.findMany({ where: { projectId: project.id }, orderBy: { id: 'asc' } })
  return { project, started, tasks }
}

test('the columns of a file are kept for the next one once the import holds nothing any more', async () => {
  const { project, started, tasks } = await scene()
  const id = await started('Question,Answer\nWhy?,It is so.\nWhen?,Now.\n')
  let applied: Promise<void> | undefined
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from projects where id = ${project.id}::uuid for no key update`
    applied = applyImport(id, idle)
    await untilSomebodyWaits()
    expect(await tasks()).toHaveLength(2)
    expect(await tx.import.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'done', newCount: 2 })
  })
  await applied
  expect(await prisma().project.findUniqueOrThrow({ where: { id: project.id } })).toMatchObject({
    importMapping: { fields: { prompt: ['Question'], response: ['Answer'] } },
  })
})

/** A record of an item with one segment, and its label if any. */
const line = (n: number, label?: boolean) =>
  JSON.stringify({
    index: `${n}`,
    domain: 'wk',
    source: 'test',
    prompt: `Question ${n}?`,
    response: 'So.',
    segmented_response: ['So.'],
    ...(label === undefined ? {} : { labels: [label], type: [null], comment: [''] }),
  })

test('labels for items that are here take the tasks by their ids, however many portions the file is written in', async () => {
  const { project, started, tasks } = await scene()
  const person = await makeMember(project, 'annotator')
  const numbers = Array.from({ length: BATCH + 10 }, (_, n) => n)
  await applyImport(await started(numbers.map((n) => line(n)).join('\n')), idle)
  const [first, ...others] = await tasks()
  if (!first) throw new Error('there are tasks')
  // That of the first id stands last.
  const order = [...others, first].map(({ position }) => line(position - 1, true))
  const id = await started(order.join('\n'), { labels: 'person', personId: person.id, independent: true })
  let applied: Promise<void> | undefined
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from tasks where id = ${first.id}::uuid for update`
    applied = applyImport(id, idle)
    await untilSomebodyWaits()
    const free = await tx.$queryRaw`
      select 1 from tasks where project_id = ${project.id}::uuid and id <> ${first.id}::uuid for update nowait`
    expect(free).toHaveLength(others.length)
  })
  await applied
  expect(await prisma().import.findUniqueOrThrow({ where: { id } })).toMatchObject({ joinedCount: numbers.length })
})
