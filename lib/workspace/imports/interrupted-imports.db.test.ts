/** Imports whose tries something ended that is not theirs. */
import { expect, test } from 'vitest'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { whileWritesFail } from '@/tests/support/failing-table'
import { applyImportHandler } from './apply-import'
import { checkImportHandler } from './check-import'
import { getImport } from './queries'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

test.each([
  ['57P01', 'done'],
  ['53100', 'done'],
  ['23514', 'failed'],
])('an import whose last try met state %s is %s after the next', async (state, expected) => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const { body } = new Response(JSON.stringify({ prompt: 'Which lake?', response: 'That one.' }))
  const { id } = await uploadImport(manager, project.id, { name: 'records.jsonl', body })
  const run = { id: '1', attempt: 3, isLastAttempt: true, signal: new AbortController().signal }
  await checkImportHandler.run({ importId: id }, run)
  await startImport(manager, id, { labels: 'ignore', open: true, independent: false })
  const tried = whileWritesFail({ table: 'items', state }, () => applyImportHandler.run({ importId: id }, run))
  await expect(tried).rejects.toThrow()
  await applyImportHandler.run({ importId: id }, run)
  expect((await getImport(manager, id)).state).toBe(expected)
})
