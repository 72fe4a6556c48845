import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { until } from '@/tests/support/wait'
import { CannotBeRead } from './limits'
import { ReaderPool, type StreamResult } from './pool'
import { tarParts } from './records/tar-file'

const readers = 'tests/support/pool-readers.ts'
const pool = new ReaderPool({ readers, size: 2, limits: { processorMs: 300, residentBytes: 400_000_000 } })
const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-pool-'))
afterAll(() => {
  pool.end()
  rmSync(folder, { recursive: true })
})

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function* once(text: string | Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

const plain = (result: StreamResult) =>
  result.ok ? result.value : `${result.refused.line}: ${result.refused.cause.message}`

async function read(text: string, signal?: AbortSignal): Promise<unknown[]> {
  const seen: unknown[] = []
  for await (const result of pool.stream('ids', '#', () => once(text), { signal })) seen.push(plain(result))
  return seen
}

const lines = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n')

test('a process can be there before there is anything to read, and reads it then', async () => {
  const own = new ReaderPool({ readers, size: 2 })
  own.warm('ids')
  const { pids } = own
  expect(pids).toHaveLength(1)
  const seen: unknown[] = []
  for await (const result of own.stream('ids', '#', () => once(lines([{ id: 1 }])))) seen.push(plain(result))
  expect(seen).toHaveLength(1)
  expect(own.pids).toEqual(pids)
  own.end()
})

test('one that was not needed ends as any other', async () => {
  const own = new ReaderPool({ readers, size: 2, idleMs: 1 })
  own.warm('ids')
  await until(() => own.pids.length === 0)
})

describe('one piece', () => {
  test('is read in another process, which knows nothing of the app, and is kept', async () => {
    const pid = await pool.run('pid', null)
    expect(pid).not.toBe(process.pid)
    expect(await pool.run('pid', null)).toBe(pid)
    expect(await pool.run('echo', { bytes: new Uint8Array([1, 2]), none: undefined })).toEqual({
      bytes: new Uint8Array([1, 2]),
      none: undefined,
    })
    const known = (await pool.run('environment', null)) as string[]
    expect(known.filter((name) => /DATABASE|SECRET|KEY|TOKEN|ASSAY_(?!ROOT$)/.test(name))).toEqual([])
  })

  test('that has no end is ended, while others are read and the timers of this process run', async () => {
    let beats = 0
    const beat = setInterval(() => beats++, 1)
    const ended = expect(pool.run('spin', null)).rejects.toThrow(new CannotBeRead('time'))
    expect(await pool.run('echo', 'meanwhile')).toBe('meanwhile')
    await ended
    clearInterval(beat)
    expect(beats).toBeGreaterThan(10)
    expect(await pool.run('echo', 'afterwards')).toBe('afterwards')
  })

  test('that takes memory without end is ended, outside of the heap too', async () => {
    const limits = { processorMs: 600_000, residentBytes: 300_000_000 }
    await expect(pool.run('hoard', null, { limits })).rejects.toThrow(new CannotBeRead('memory'))
    expect(await pool.run('echo', 'afterwards')).toBe('afterwards')
  })

  test('that waits for ever is ended by the clock', async () => {
    await expect(pool.run('later', null, { limits: { wallMs: 200 } })).rejects.toThrow(new CannotBeRead('time'))
  })

  test('whose process is killed from outside is read again by another, once', async () => {
    expect(await pool.run('dieOnce', { marker: path.join(folder, 'died') })).toBe('read')
  })

  test('throws what the reader threw', async () => {
    await expect(pool.run('refuse', 'not like this')).rejects.toThrow('not like this')
    await expect(pool.run('nothing', null)).rejects.toThrow('there is no piece "nothing"')
  })

  test('ends with its signal, before it begins and in the midst of it', async () => {
    const reason = new Error('no longer wanted')
    await expect(pool.run('echo', 1, { signal: AbortSignal.abort(reason) })).rejects.toThrow(reason)
    const stop = new AbortController()
    const endless = pool.run('spin', null, { signal: stop.signal, limits: { processorMs: 600_000 } })
    const ended = expect(endless).rejects.toThrow(reason)
    const before = [...pool.pids]
    stop.abort(reason)
    await ended
    await until(() => pool.pids.length < before.length)
    expect(await pool.run('echo', 'afterwards')).toBe('afterwards')
  })
})

describe('a file', () => {
  test('is read record by record, in batches, over chunks cut anywhere', async () => {
    const text = lines(Array.from({ length: 1000 }, (_, id) => ({ id })))
    async function* pieces() {
      for (let at = 0; at < text.length; at += 997) yield Buffer.from(text.slice(at, at + 997))
    }
    const seen: unknown[] = []
    for await (const result of pool.stream('ids', '#', pieces)) seen.push(plain(result))
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, id) => `#${id}`))
  })

  test('loses the record that takes too long, and no other', async () => {
    const seen = await read(lines([{ id: 1 }, { id: 2, do: 'spin' }, { id: 3 }]))
    expect(seen).toEqual(['#1', '2: it takes too long', '#3'])
  })

  test('names the record under which the process was killed by its line, in lists too', async () => {
    expect(await read('[\n{"id": 1},\n{"id": 2, "do": "die"},\n{"id": 3}]')).toEqual([
      '#1',
      '3: the process that read it ended',
      '#3',
    ])
  })

  test('says what the source threw, and lets go of it where nobody reads on', async () => {
    async function* broken() {
      yield Buffer.from('{"id": 1}\n')
      throw new Error('the database is away')
    }
    const all = async () => {
      for await (const _ of pool.stream('ids', '', broken));
    }
    await expect(all()).rejects.toThrow('the database is away')
    let isClosed = false
    async function* watched() {
      try {
        for (let id = 0; ; id++) yield Buffer.from(`{"id": ${id}}\n`.repeat(100_000))
      } finally {
        isClosed = true
      }
    }
    for await (const result of pool.stream('ids', '#', watched)) if (result.ok) break
    expect(isClosed).toBe(true)
  })

  test('whose rows are put together may take as long as there is progress, though nothing has come of it yet', async () => {
    const text = lines(Array.from({ length: 100_000 }, (_, id) => ({ id })))
    const input = { choice: { rows: { by: [['id']], shared: [['id']], as: 'rows' } } }
    const stream = pool.stream('ids', input, () => once(text), { limits: { processorMs: 1_000 } })
    const { value } = await stream.next()
    await stream.return(undefined)
    expect(value).toMatchObject({ ok: true })
  })

  test('whose second file is long may take as long as there is progress, though no record has come yet', async () => {
    const second = lines(Array.from({ length: 150_000 }, (_, id) => ({ id, text: 'x' })))
    const files = [new File([lines([{ id: 1 }])], 'records.jsonl'), new File([second], 'second.jsonl')]
    const parts = tarParts(files).map((part) => ('bytes' in part ? part.bytes : part.member))
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    const input = {
      choice: { join: [{ name: 'second', file: 'second.jsonl', by: ['id'], key: ['id'], optional: false }] },
    }
    const stream = pool.stream('ids', input, () => once(bytes), { limits: { processorMs: 1_000 } })
    const { value } = await stream.next()
    await stream.return(undefined)
    expect(value).toMatchObject({ ok: true })
  })

  test('ends with its signal, while a record is read', async () => {
    const stop = new AbortController()
    const limits = { processorMs: 600_000 }
    const text = lines([...Array.from({ length: 1000 }, (_, id) => ({ id })), { do: 'spin' }])
    const stream = pool.stream('ids', '#', () => once(text), { signal: stop.signal, limits })
    expect((await stream.next()).value).toEqual({ ok: true, value: '#0' })
    stop.abort(new Error('stopped'))
    const rest = async () => {
      for await (const _ of stream);
    }
    await expect(rest()).rejects.toThrow('stopped')
  })
})

test('a file that is left after its first records, and then read whole, needs one process', async () => {
  const alone = new ReaderPool({ readers })
  const text = lines(Array.from({ length: 2_000 }, (_, id) => ({ id })))
  const first = alone.stream('ids', '#', () => once(text))
  await first.next()
  await first.return(undefined)
  let count = 0
  for await (const _ of alone.stream('ids', '#', () => once(text))) count++
  expect(count).toBe(2_000)
  expect(alone.pids).toHaveLength(1)
  alone.end()
})

test('processes end when there is nothing to do for a while', async () => {
  const short = new ReaderPool({ readers, idleMs: 20 })
  const pid = Number(await short.run('pid', null))
  expect(isThere(pid)).toBe(true)
  await until(() => !isThere(pid))
  expect(await short.run('echo', 'again')).toBe('again')
  short.end()
})

test('a process that is blocked ends when its parent is killed', async () => {
  const parent = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', 'tests/support/pool-parent.ts'],
    { env: { ...process.env, NODE_OPTIONS: '' }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const pid = await new Promise<number>((resolve, reject) => {
    parent.stdout.on('data', (said: Buffer) => resolve(Number(said)))
    parent.once('exit', () => reject(new Error('The process ended before it said who reads for it.')))
  })
  expect(isThere(pid)).toBe(true)
  parent.kill('SIGKILL')
  await until(() => !isThere(pid))
})
