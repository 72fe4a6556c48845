import { expect, test } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { asNext } from '@/lib/workspace/protocol-files/rules'
import { listBuiltInFiles, readBuiltInFile } from './queries'

test('files of protocols that are built in can be copied and are without problems', async () => {
  const ids = await listBuiltInFiles()
  expect(ids.length).toBeGreaterThan(0)
  for (const id of ids) {
    const checked = checkFile(asNext((await readBuiltInFile(id)) ?? '', 'copy'))
    expect(checked.ok ? checked.definition : checked.problems).toMatchObject({
      id: `my-${id}`,
      title: protocolById(id).title,
    })
  }
})

test('what is not written as a file, or is no protocol, has none', async () => {
  expect(await readBuiltInFile('factcheck-bench')).toBeNull()
  expect(await readBuiltInFile('../language')).toBeNull()
})
