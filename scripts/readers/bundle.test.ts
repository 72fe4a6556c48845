import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readers as calculations } from '@/calculations'
import { readers as foreignReaders } from '@/foreign-readers'
import { programOf } from '@/lib/platform/foreign/reader-process'
import { ensureReaders, READERS_FOLDER, runFromBundle } from './bundle'

const SOURCES = { 'foreign-readers.ts': foreignReaders, 'calculations.ts': calculations }
const folder = () => path.resolve(READERS_FOLDER, readFileSync(path.join(READERS_FOLDER, 'current'), 'utf8'))

afterEach(() => vi.unstubAllEnvs())

describe('the bundle of the reading processes', () => {
  it.each(Object.entries(SOURCES))('has everything that %s lists, and loads it', async (list, { pieces, streams }) => {
    await ensureReaders()
    const { args } = programOf(list)
    const { readers } = await import(/* @vite-ignore */ pathToFileURL(args[0] ?? '').href)
    expect(Object.keys(readers.pieces)).toEqual(Object.keys(pieces))
    expect(Object.keys(readers.streams)).toEqual(Object.keys(streams))
    for (const load of [...Object.values(readers.pieces), ...Object.values(readers.streams)] as (() => unknown)[])
      expect(await load()).toBeTypeOf('function')
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
