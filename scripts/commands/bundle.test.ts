import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureCommands } from './bundle'
import { bundledCommand, FOLDER } from './bundled-command.cjs'

describe('the bundle of the commands', () => {
  beforeAll(ensureCommands)

  it('has every command that it names, and Node loads it', () => {
    const modules = ['assay', 'db', 'seed', 'start', 'worker'].map((name) =>
      pathToFileURL(bundledCommand(process.cwd(), name) ?? ''),
    )
    const program = `for (const file of ${JSON.stringify(modules)}) console.log(typeof (await import(file)).main)`
    const args = ['--conditions=react-server', '--input-type=module', '--eval', program]
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect({ stderr, types: stdout.trim().split('\n') }).toEqual({ stderr: '', types: modules.map(() => 'function') })
  })

  it('is what scripts/run.cjs runs', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'assay-coverage-'))
    const args = ['--conditions=react-server', 'scripts/run.cjs', 'assay', '--version']
    const { status } = spawnSync(process.execPath, args, { env: { ...process.env, NODE_V8_COVERAGE: folder } })
    // Coverage names every file that was loaded.
    const loaded = readdirSync(folder).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
      return result.map(({ url }: { url: string }) => url)
    })
    rmSync(folder, { recursive: true })
    expect(status).toBe(0)
    const isLoaded = (file: string) => loaded.includes(pathToFileURL(file).href)
    expect(isLoaded(bundledCommand(process.cwd(), 'assay') ?? '')).toBe(true)
    expect(isLoaded(path.resolve('cli/program.ts'))).toBe(false)
  })

  it('is left as it is while nothing that it is made from has changed', async () => {
    const bundled = bundledCommand(process.cwd(), 'assay') ?? ''
    const before = (await stat(bundled)).mtimeMs
    await ensureCommands()
    expect(bundledCommand(process.cwd(), 'assay')).toBe(bundled)
    expect((await stat(bundled)).mtimeMs).toBe(before)
  })
})

describe('what is run of it', () => {
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
    writeFileSync(path.join(bundle, 'one.sources.json'), JSON.stringify({ 'lib/a.ts': [2, then.getTime()] }))
    writeFileSync(path.join(root, FOLDER, 'current'), path.basename(bundle))
  })
  afterAll(() => rmSync(root, { recursive: true }))

  it('is a command whose sources are as they were', () => {
    write('ab', then)
    expect(bundledCommand(root, 'one')).toBe(path.join(bundle, 'one.mjs'))
  })

  it.each([
    ['has another size', () => write('abc', then)],
    ['has another time', () => write('ba', later)],
    ['is left out, as in the image,', () => renameSync(source, `${source}.gone`)],
  ])('is none of which a source %s', (_, change) => {
    write('ab', then)
    change()
    expect(bundledCommand(root, 'one')).toBeNull()
  })

  it('is a command whose sources have come through an archive, which keeps no parts of seconds', () => {
    write('ab', then)
    writeFileSync(path.join(bundle, 'one.sources.json'), JSON.stringify({ 'lib/a.ts': [2, then.getTime() + 250] }))
    expect(bundledCommand(root, 'one')).toBe(path.join(bundle, 'one.mjs'))
    writeFileSync(path.join(bundle, 'one.sources.json'), JSON.stringify({ 'lib/a.ts': [2, then.getTime()] }))
  })

  it('is none that it does not have, and none where none was made', () => {
    write('ab', then)
    expect(bundledCommand(root, 'two')).toBeNull()
    expect(bundledCommand(path.join(root, 'lib'), 'one')).toBeNull()
  })
})
