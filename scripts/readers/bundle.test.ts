import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readers as calculations } from '@/calculations'
import { readers as foreignReaders } from '@/foreign-readers'
import { programOf } from '@/lib/platform/foreign/reader-process'
import { ensureReaders, READERS_FOLDER, runFromBundle } from './bundle'

const SOURCES = { 'foreign-readers.ts': foreignReaders, 'calculations.ts': calculations }
const folder = () => path.resolve(READERS_FOLDER, readFileSync(path.join(READERS_FOLDER, 'current'), 'utf8'))

// Not the bundle that tests have, which knows more lists.
beforeEach(() => {
  vi.stubEnv('ASSAY_READERS', READERS_FOLDER)
})
afterEach(() => vi.unstubAllEnvs())

/** Loads all that a bundled list names, and says what it found there: in a process of its own, since Vitest would transform the bundle. */
const LOAD_ALL = `
  const { readers } = await import(process.argv[1])
  const kinds = {}
  for (const [kind, loads] of Object.entries(readers))
    for (const [name, load] of Object.entries(loads)) kinds[kind + ' ' + name] = typeof (await load())
  process.stdout.write(JSON.stringify(kinds))`

describe('the bundle of the reading processes', () => {
  it.each(Object.entries(SOURCES))('has everything that %s lists, and loads it', async (list, { pieces, streams }) => {
    await ensureReaders()
    const { args } = programOf(list)
    const command = ['--input-type=module', '-e', LOAD_ALL, pathToFileURL(args[0] ?? '').href]
    const { stdout } = await promisify(execFile)(process.execPath, command)
    const names = [
      ...Object.keys(pieces).map((name) => `pieces ${name}`),
      ...Object.keys(streams).map((name) => `streams ${name}`),
    ]
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(names.map((name) => [name, 'function'])))
  })

  it('is what a process runs for a list that is in it, and the sources for any other', () => {
    expect(programOf('calculations.ts')).toEqual({
      file: path.join(folder(), 'reader.mjs'),
      args: [path.join(folder(), 'calculations.mjs')],
    })
    expect(programOf('tests/support/pool-readers.ts')).toEqual({
      file: path.resolve('scripts/run.cjs'),
      args: ['reader', 'tests/support/pool-readers.ts'],
    })
  })

  it('is what the starts of app and worker run from, unless the environment names another folder', async () => {
    vi.stubEnv('ASSAY_READERS', undefined)
    expect(programOf('calculations.ts').file).toBe(path.resolve('scripts/run.cjs'))
    await runFromBundle()
    expect(programOf('calculations.ts').file).toBe(path.join(folder(), 'reader.mjs'))
    vi.stubEnv('ASSAY_READERS', 'somewhere/else')
    await runFromBundle()
    expect(process.env.ASSAY_READERS).toBe('somewhere/else')
  })

  it('is left as it is while nothing that it is made from has changed', async () => {
    const before = (await stat(folder())).mtimeMs
    await ensureReaders()
    expect((await stat(folder())).mtimeMs).toBe(before)
  })
})
