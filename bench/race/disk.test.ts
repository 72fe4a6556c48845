import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installedVersion, sizeMb } from './disk'

function folderWith(files: Record<string, number>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-race-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), Buffer.alloc(bytes, 1))
  }
  return folder
}

test('folders are added up without their history and data', () => {
  const tree = folderWith({ 'lib/a': 3_000_000, '.git/objects': 9_000_000, '.data/x': 9_000_000 })
  const other = folderWith({ b: 2_000_000 })
  expect(sizeMb([tree, other])).toBeGreaterThan(4.9)
  expect(sizeMb([tree, other])).toBeLessThan(5.2)
  expect(sizeMb([path.join(tree, 'nothing')])).toBeNull()
})

test('a version is read from where a package is installed', () => {
  const packages = 'lib/python3.11/site-packages'
  const environment = folderWith({
    [`${packages}/potato_annotation-2.12.1.dist-info/METADATA`]: 1,
    [`${packages}/potato-9.dist-info/METADATA`]: 1,
  })
  expect(installedVersion(['/nowhere', environment], 'potato-annotation')).toBe('2.12.1')
  expect(installedVersion([environment], 'doccano')).toBeNull()
})
