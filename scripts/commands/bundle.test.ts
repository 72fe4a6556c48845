import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureCommands } from './bundle'
import { currentBundle, FOLDER } from './current-bundle.cjs'

describe('the bundle of the commands', () => {
  it('has every command that it names, and Node loads it', async () => {
    await ensureCommands()
    const modules = ['assay', 'db', 'seed', 'start', 'worker'].map((name) =>
      pathToFileURL(path.join(currentBundle(process.cwd()) ?? '', `${name}.mjs`)),
    )
    const program = `for (const file of ${JSON.stringify(modules)}) console.log(typeof (await import(file)).main)`
    const args = ['--conditions=react-server', '--input-type=module', '--eval', program]
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect({ stderr, types: stdout.trim().split('\n') }).toEqual({ stderr: '', types: modules.map(() => 'function') })
  })

  it('is left as it is while nothing that it is made from has changed', async () => {
    const bundle = currentBundle(process.cwd()) ?? ''
    const before = (await stat(bundle)).mtimeMs
    await ensureCommands()
    expect(currentBundle(process.cwd())).toBe(bundle)
    expect((await stat(bundle)).mtimeMs).toBe(before)
  })
})

describe('which bundle is run', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'assay-commands-'))
  const bundle = path.join(root, FOLDER, '0123456789abcdef')
  const source = path.join(root, 'lib/a.ts')
  const [then, later] = [new Date(1_000_000), new Date(2_000_000)]
  const write = (text: string, at: Date) => {
    writeFileSync(source, text)
    utimesSync(source, at, at)
  }
  beforeAll(() => {
    for (const folder of [bundle, path.dirname(source)]) mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(bundle, 'sources.json'), JSON.stringify({ 'lib/a.ts': [2, then.getTime()] }))
    writeFileSync(path.join(root, FOLDER, 'current'), path.basename(bundle))
  })
  afterAll(() => rmSync(root, { recursive: true }))

  it('is the one that was made last, while its sources are as they were', () => {
    write('ab', then)
    expect(currentBundle(root)).toBe(bundle)
  })

  it.each([
    ['has another size', () => write('abc', then)],
    ['has another time', () => write('ba', later)],
    ['is gone', () => renameSync(source, `${source}.gone`)],
  ])('is none where a source %s', (_, change) => {
    write('ab', then)
    change()
    expect(currentBundle(root)).toBeNull()
  })

  it('is none where none was made', () => {
    expect(currentBundle(path.join(root, 'lib'))).toBeNull()
  })
})
