/** A process of the app whose use of the processor is looked into: it was started with `profile-on-signal.cjs` (Linux). */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

const LOOK_AGAIN_MS = 20
const PATIENCE_MS = 60_000
const PRELOADED = path.resolve('bench/setting/profile-on-signal.cjs')

const profileSchema = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string(), url: z.string() }) })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
const reportSchema = z.object({ error: z.null(), profile: profileSchema, processorMs: z.number() })

/** Whose code the samples were taken in; the first that fits. */
const PARTS: readonly [part: string, is: (frame: { functionName: string; url: string }) => boolean][] = [
  ['waiting', ({ functionName }) => functionName === '(idle)'],
  ['garbage collection', ({ functionName }) => functionName === '(garbage collector)'],
  ['the engine and the system', ({ functionName, url }) => url === '' && /^\(.*\)$/.test(functionName)],
  ['Prisma', ({ url }) => url.startsWith('wasm:') || /prisma/i.test(url)],
  ['the driver of PostgreSQL', ({ url }) => /node_modules\/pg/.test(url)],
  ['Next and React', ({ url }) => /node_modules\/(next|react)|turbopack|instrumentation/.test(url)],
  ['Node', ({ url }) => url.startsWith('node:') || url === ''],
  ['the build: Assay, zod and other packages', () => true],
]

export class ProfiledProcess {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'assay-profile-'))
  private readonly file = path.join(this.folder, 'profile.json')

  /** What the app has to be started with. */
  get settings(): Record<string, string> {
    return { NODE_OPTIONS: `--require ${PRELOADED}`, ASSAY_PROFILE: this.file }
  }

  async begin(pid: number): Promise<void> {
    await this.signal(pid)
  }

  /** Processor time since `begin`, in ms, and how it was spent by whose code, the most first; waiting is none. */
  async end(pid: number): Promise<{ processorMs: number; parts: [part: string, share: number][] }> {
    const { profile, processorMs } = reportSchema.parse(JSON.parse(await this.signal(pid)))
    const partById = new Map(
      profile.nodes.map(({ id, callFrame }) => [id, PARTS.find(([, is]) => is(callFrame))?.[0] ?? '']),
    )
    const taken = new Map<string, number>()
    for (const [at, id] of profile.samples.entries()) {
      const part = partById.get(id) ?? ''
      taken.set(part, (taken.get(part) ?? 0) + (profile.timeDeltas[at] ?? 0))
    }
    taken.delete('waiting')
    const whole = [...taken.values()].reduce((sum, us) => sum + us, 0)
    const parts = [...taken].map(([part, us]): [string, number] => [part, us / whole])
    return { processorMs, parts: parts.toSorted(([, one], [, other]) => other - one) }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Sends the signal, and returns what the process then writes. */
  private async signal(pid: number): Promise<string> {
    rmSync(this.file, { force: true })
    process.kill(pid, 'SIGUSR2')
    const end = performance.now() + PATIENCE_MS
    while (performance.now() < end) {
      if (existsSync(this.file)) return readFileSync(this.file, 'utf8')
      await pause(LOOK_AGAIN_MS)
    }
    throw new Error('the process wrote no profile')
  }
}
