/**
 * A large file to a bucket of `moto`'s server (S3 as its own makers imitate it), interrupted half way by a try of another process that
 * goes on: what is sent a second time, whether the bytes are equal, and how much memory it takes. `moto` is put below `.data/python`
 * where it is not there yet.
 * Run: npm run bench -- push [--megabytes 1000]
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { internet } from '@/lib/automation/search/guarded-agent'
import { hashOf } from '@/lib/gold/releases/push/digests'
import { openTarget } from '@/lib/gold/releases/push/make-target'
import type { SentFile, Upload } from '@/lib/gold/releases/push/target'
import { makeEnvironment } from '@/scripts/python'
import { pythonOf } from '@/tests/python/environments'
import { say } from './setting/app'

const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '1000' } } })
const ENVIRONMENT = 'moto'
const PORT = 5_055
const MEGABYTE = 1_000_000
const bytes = Number(values.megabytes) * MEGABYTE
const address = `http://127.0.0.1:${PORT}`
const place = { kind: 's3', address, region: 'us-east-1', bucket: 'gold', prefix: 'facts/v1' } as const
const secret = { kind: 's3', accessKeyId: 'testing', secretAccessKey: 'testing' } as const

/** Pieces of one megabyte, each of which follows from its number. */
const pieceOf = (number: number): Buffer => {
  const seed = createHash('sha512').update(String(number)).digest()
  return Buffer.alloc(MEGABYTE, seed)
}
async function* read(from = 0, to = bytes): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const number = Math.floor(at / MEGABYTE)
    const end = Math.min(to, (number + 1) * MEGABYTE)
    yield pieceOf(number).subarray(at - number * MEGABYTE, end - number * MEGABYTE)
    at = end
  }
}

/** A try: ends by itself, or after so many bytes. */
async function attempt(file: SentFile, upload: Upload | null, most = Number.POSITIVE_INFINITY) {
  const stop = new AbortController()
  const network = { network: internet, allowed: [`127.0.0.1:${PORT}`], pause: async () => {} }
  const { target, close } = openTarget({ place, secret, title: '', signal: stop.signal }, network)
  const told = { sent: 0, upload, state: 'broken off' as string | undefined, resident: 0 }
  const look = setInterval(() => {
    told.resident = Math.max(told.resident, process.memoryUsage().rss)
  }, 50)
  const onSent = (count: number) => {
    told.sent += count
    if (told.sent >= most) stop.abort(new Error('broken off'))
  }
  const keepUpload = async (kept: Upload | null) => {
    told.upload = kept
  }
  try {
    await target.send([file], { onSent, upload, keepUpload })
    told.state = (await target.look([file])).get(file.path)
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    clearInterval(look)
    await close()
  }
  return told
}

makeEnvironment(ENVIRONMENT, [['moto[server]==5.2.5']], '')
const server = spawn(pythonOf(ENVIRONMENT), ['-m', 'moto.server', '-p', String(PORT)], { stdio: 'ignore' })
try {
  const isUp = () =>
    fetch(`${address}/moto-api/data.json`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; tries < 200 && !(await isUp()); tries++) await after(100)
  await fetch(`${address}/gold`, { method: 'PUT' })
  const file: SentFile = { path: 'assay.jsonl', bytes, sha256: (await hashOf('sha256', read())).toString('hex'), read }
  const before = process.memoryUsage().rss
  const first = await attempt(file, null, bytes / 2)
  const began = performance.now()
  const second = await attempt(file, first.upload)
  const seconds = (performance.now() - began) / 1000
  const got = await fetch(`${address}/gold/${place.prefix}/${file.path}`)
  const remote = got.body ? (await hashOf('sha256', got.body)).toString('hex') : ''
  say(
    `${bytes / MEGABYTE} MB, broken off after ${Math.round(first.sent / MEGABYTE)} MB, which had ${first.upload?.etags.length} parts`,
  )
  say(
    `then ${second.state} in ${seconds.toFixed(1)} s; bytes ${remote === file.sha256 ? 'equal' : 'DIFFER'} as read back`,
  )
  say(
    `memory: ${Math.round(before / MEGABYTE)} MB before, at most ${Math.round(Math.max(first.resident, second.resident) / MEGABYTE)} MB while it sends`,
  )
} finally {
  server.kill()
}
