import childProcess from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '@/tests/support/wait'
import { ensureBundle, NODE_MODULES } from './kept-bundle'

const root = mkdtempSync(path.join(tmpdir(), 'assay-bundle-'))
const [first, second] = ['0123456789abcdef', 'fedcba9876543210']
let folder = ''
let source = ''
let round = 0
afterAll(() => rmSync(root, { recursive: true }))
beforeEach(() => {
  folder = path.join(root, `bundles-${++round}`)
  source = path.join(root, `one-${round}.ts`)
  writeFileSync(source, `export const main = () => import('./later-${round}')\n`)
  writeFileSync(path.join(root, `later-${round}.ts`), 'export const later = 1\n')
  utimesSync(source, 100, 100)
})

const kept = (name: string) => ({
  folder,
  name,
  options: { ...NODE_MODULES, entryPoints: { one: source } },
  withSources: { one: path.relative(process.cwd(), source) },
})
const current = () => readFileSync(path.join(folder, 'current'), 'utf8')

describe('ensureBundle', () => {
  it('says beside an entry point what it and all it loads were made from, and when that was changed', async () => {
    expect(await ensureBundle(kept(first))).toBe(true)
    const states = JSON.parse(readFileSync(path.join(folder, first, 'one.sources.json'), 'utf8'))
    const files = Object.keys(states).map((file) => path.basename(file))
    expect(files).toEqual([`one-${round}.ts`, `later-${round}.ts`, 'tsconfig.json'])
    expect(Object.values(states)[0]).toEqual([readFileSync(source).length, 100_000])
  })

  it('takes a source that changes while it is made for changed', async () => {
    const later = Date.now() / 1_000 + 3_600
    utimesSync(source, later, later)
    await ensureBundle(kept(first))
    const states = JSON.parse(readFileSync(path.join(folder, first, 'one.sources.json'), 'utf8'))
    expect(Object.values(states)[0]).toEqual([readFileSync(source).length, 0])
  })

  it('keeps a bundle that others may be running, and leaves out what is old or was never finished', async () => {
    await ensureBundle(kept(first))
    for (const [name, days] of [
      ['00000000000000aa', 1],
      ['00000000000000bb', 4],
      [`${first}.77`, 1],
    ] as const) {
      mkdirSync(path.join(folder, name))
      const then = Date.now() / 1_000 - days * 86_400
      utimesSync(path.join(folder, name), then, then)
    }
    await ensureBundle(kept(second))
    expect(current()).toBe(second)
    expect(readdirSync(folder).sort()).toEqual(['00000000000000aa', first, 'current', second].sort())
  })

  it('leaves no process behind, also where several are made at once', async () => {
    const spawn = vi.spyOn(childProcess, 'spawn')
    const other = { ...kept(second), folder: path.join(folder, 'other') }
    expect(await Promise.all([ensureBundle(kept(first)), ensureBundle(other)])).toEqual([true, true])
    const processes = spawn.mock.results.map(({ value }) => value as childProcess.ChildProcess)
    spawn.mockRestore()
    expect(processes).not.toEqual([])
    await until(() => processes.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null))
  })

  it('refuses an import of its own that leads nowhere', async () => {
    writeFileSync(source, "import '@/not/there'\n")
    await expect(
      ensureBundle({ ...kept(first), options: { ...kept(first).options, packages: 'external' } }),
    ).rejects.toThrow(/imports @\/not\/there/)
    expect(existsSync(path.join(folder, 'current'))).toBe(false)
  })

  it('makes none where there can be no folder', async () => {
    writeFileSync(folder, 'a file')
    expect(await ensureBundle(kept(first))).toBe(false)
  })
})
