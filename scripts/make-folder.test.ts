import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder'

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-folder-'))
afterAll(() => fs.rmSync(scratch, { recursive: true }))

test('makes what is missing and leaves what is there', () => {
  const deep = path.join(scratch, 'a', 'b', 'c')
  makeFolder(deep)
  makeFolder(deep)
  expect(fs.statSync(deep).isDirectory()).toBe(true)
})

test('refuses to go through a file', () => {
  fs.writeFileSync(path.join(scratch, 'file'), '')
  expect(() => makeFolder(path.join(scratch, 'file', 'below'))).toThrow(/is a file/)
})

test.runIf(process.platform === 'linux')('throws where the system makes no folders, instead of trying for ever', () => {
  expect(() => makeFolder('/proc/assay/postgres')).toThrow(/ENOENT|EACCES/)
})
