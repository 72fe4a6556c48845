import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint, isFresh } from './fingerprint'

let folder = ''
const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text)
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-print-'))
  fs.mkdirSync(path.join(folder, 'deep'))
  write('deep/a.ts', 'one')
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const print = () => fingerprint([folder, path.join(folder, 'absent')])

test('changes with contents, names and new files, and comes back with them', () => {
  const first = print()
  write('deep/a.ts', 'two')
  expect(print()).not.toBe(first)
  write('deep/a.ts', 'one')
  write('b.ts', '')
  expect(print()).not.toBe(first)
  fs.renameSync(path.join(folder, 'b.ts'), path.join(folder, 'b.test.ts'))
  expect(print()).toBe(first)
})

test('does not change when a file is only touched', () => {
  const first = print()
  fs.utimesSync(path.join(folder, 'deep/a.ts'), 1, 1)
  expect(print()).toBe(first)
})

test('is fresh only where the stamp says the same', () => {
  const stamp = path.join(folder, 'stamp')
  expect(isFresh(stamp, 'x')).toBe(false)
  fs.writeFileSync(stamp, 'x')
  expect(isFresh(stamp, 'x')).toBe(true)
  expect(isFresh(stamp, 'y')).toBe(false)
})
