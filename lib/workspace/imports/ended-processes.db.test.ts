/** Imports whose records, or whose worker, did not live through it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReaderPool } from '@/lib/platform/foreign/pool'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { applyImportHandler } from './apply-import'
import { checkImport, checkImportHandler } from './check-import'
import { getImport } from './queries'
import { uploadImport } from './upload-import'

const globals: typeof globalThis & { __assayReaders?: ReaderPool } = globalThis
const usual = globals.__assayReaders
beforeAll(() => {
  globals.__assayReaders = new ReaderPool({
    readers: 'tests/support/pool-readers.ts',
    limits: { processorMs: 500 },
  })
})
afterAll(() => {
  globals.__assayReaders?.end()
  delete globals.__assayReaders
  if (usual) globals.__assayReaders = usual
})

const record = (n: number, more: object = {}) => JSON.stringify({ prompt: `Question ${n}?`, response: 'One.', ...more })

async function uploaded(text: string) {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const body = new Response(Buffer.from(text)).body
  const { id } = await uploadImport(manager, project.id, { name: 'records.jsonl', body })
  return { id, manager }
}

test('the record that cannot be read is named by its line, and the others are checked', async () => {
  const { id, manager } = await uploaded([record(1), '', record(2, { do: 'spin' }), record(3), '{'].join('\n'))
  await checkImport(id, new AbortController().signal)
  const seen = await getImport(manager, id)
  expect(seen.problems.map(({ line, message }) => [line, message])).toEqual([
    [3, 'This record cannot be read: it takes too long.'],
    [5, 'The record ends in the middle.'],
    [1, 'Not used: do.'],
  ])
  expect([seen.state, seen.recordCount, seen.newCount]).toEqual(['refused', 2, 2])
  expect(seen.preview.map(({ line }) => line)).toEqual([1, 4])
})

test('an import whose worker died again and again has failed, says why, and lets go of its file', async () => {
  for (const [handler, state] of [
    [checkImportHandler, 'checking'],
    [applyImportHandler, 'applying'],
  ] as const) {
    const { id, manager } = await uploaded(record(1))
    await prisma().import.update({ where: { id }, data: { state } })
    await handler.giveUp?.({ importId: id }, 'died')
    const seen = await getImport(manager, id)
    expect(seen.state).toBe('failed')
    expect(seen.error).toMatch(
      /^The process that (?:checked this file|wrote this import) ended again and again while it did/,
    )
    expect(await prisma().importChunk.count({ where: { importId: id } })).toBe(0)
    await prisma().import.update({ where: { id }, data: { state: 'done' } })
    await handler.giveUp?.({ importId: id }, 'used up')
    expect((await getImport(manager, id)).state).toBe('done')
  }
})
