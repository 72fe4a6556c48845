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
