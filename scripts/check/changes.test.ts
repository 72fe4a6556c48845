import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listFiles, readChanges } from './changes'

let folder = ''
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  fs.writeFileSync(path.join(folder, file), text)
}
const commit = () => {
  git('add', '-A')
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-qm', 'a commit')
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-changes-'))
  git('init', '-q', '-b', 'main')
  write('.gitignore', 'ignored\n')
  for (const name of ['kept', 'edited', 'removed', 'moved', 'staged']) write(`lib/${name}.ts`, `// ${name}\n`)
  commit()
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

test('without a change there is none', () => {
  expect(readChanges(undefined, folder)).toMatchObject({ changed: [], deleted: [] })
})

test('a change is what is committed, staged, edited and new, and what is gone; a renamed file is both', () => {
  git('switch', '-qc', 'work')
  write('lib/committed.ts', '')
  fs.renameSync(path.join(folder, 'lib/moved.ts'), path.join(folder, 'lib/moved here.ts'))
  commit()
  fs.rmSync(path.join(folder, 'lib/removed.ts'))
  write('lib/staged.ts', '// otherwise\n')
  git('add', 'lib/staged.ts')
  write('lib/edited.ts', '// otherwise\n')
  write('lib/größer.ts', '')
  write('ignored', '')
  const { base, changed, deleted } = readChanges(undefined, folder)
  expect(base).toBe(`main (${git('rev-parse', 'main').slice(0, 7)})`)
  expect(changed).toEqual(['lib/committed.ts', 'lib/edited.ts', 'lib/größer.ts', 'lib/moved here.ts', 'lib/staged.ts'])
  expect(deleted).toEqual(['lib/moved.ts', 'lib/removed.ts'])
  expect(listFiles(folder).toSorted()).toEqual([
    '.gitignore',
    'lib/committed.ts',
    'lib/edited.ts',
    'lib/größer.ts',
    'lib/kept.ts',
    'lib/moved here.ts',
    'lib/staged.ts',
  ])
})

test('what the main branch has got since does not count', () => {
  git('switch', '-qc', 'work')
  write('lib/mine.ts', '')
  commit()
  git('switch', '-q', 'main')
  write('lib/theirs.ts', '')
  commit()
  git('switch', '-q', 'work')
  expect(readChanges(undefined, folder).changed).toEqual(['lib/mine.ts'])
})

test('on the main branch it is what is not committed, or not published yet', () => {
  write('lib/later.ts', '')
  expect(readChanges(undefined, folder)).toMatchObject({
    base: expect.stringMatching(/^HEAD /),
    changed: ['lib/later.ts'],
  })
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  commit()
  expect(readChanges(undefined, folder)).toMatchObject({
    base: expect.stringMatching(/^origin\/main /),
    changed: ['lib/later.ts'],
  })
})

test('a base can be named, and must be there', () => {
  write('lib/first.ts', '')
  commit()
  write('lib/second.ts', '')
  commit()
  expect(readChanges('HEAD~1', folder).changed).toEqual(['lib/second.ts'])
  expect(readChanges('HEAD~2', folder).changed).toEqual(['lib/first.ts', 'lib/second.ts'])
  expect(() => readChanges('nowhere', folder)).toThrow('There is no commit "nowhere"')
})

test('a folder without a repository says so', () => {
  fs.rmSync(path.join(folder, '.git'), { recursive: true })
  expect(() => readChanges(undefined, folder)).toThrow('This is not a git repository')
})
