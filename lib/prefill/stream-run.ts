import 'server-only'
import type { Actor } from '@/lib/policy/actor'
import { AppError } from '@/lib/server/errors'
import { onRun, onShutdown } from '@/lib/server/live'
import { log } from '@/lib/server/log'
import { getRun } from './queries'

const PING_MS = 15_000

/**
 * The run now and whenever it changes, as server-sent events. Access is looked at anew with every event; whoever may not
 * see the run any more hears no more of it. A reader who does not keep up is told the latest once they do.
 */
export async function streamRun(
  actor: Actor,
  { projectId, runId }: { projectId: string; runId: string },
  signal: AbortSignal,
): Promise<Response> {
  const first = await getRun(actor, projectId, runId)
  const told = new Told(() => getRun(actor, projectId, runId))
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => told.begin(controller, first, { runId, signal }),
    pull: () => told.tell(),
    cancel: () => told.end(),
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

const encoder = new TextEncoder()

/** One reader's stream. */
class Told {
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined
  private isBehind = false
  private isTelling = false
  private ends: (() => void)[] = []

  constructor(private readonly look: () => Promise<unknown>) {}

  begin(
    controller: ReadableStreamDefaultController<Uint8Array>,
    first: unknown,
    { runId, signal }: { runId: string; signal: AbortSignal },
  ): void {
    this.controller = controller
    const changed = () => {
      this.isBehind = true
      void this.tell()
    }
    // Everybody's access is looked at now and then, also while nothing happens.
    const ping = setInterval(() => {
      if ((this.controller?.desiredSize ?? 0) > 0) this.write(': ping\n\n')
      changed()
    }, PING_MS)
    const end = () => this.end()
    signal.addEventListener('abort', end, { once: true })
    this.ends = [onRun(runId, changed), onShutdown(end), () => clearInterval(ping)]
    this.write(`retry: 2000\n\ndata: ${JSON.stringify(first)}\n\n`)
  }

  /** Tells the latest, if there is news and room for it. */
  async tell(): Promise<void> {
    if (!this.isBehind || this.isTelling || !this.controller || (this.controller.desiredSize ?? 0) <= 0) return
    this.isTelling = true
    this.isBehind = false
    try {
      const run = await this.look()
      this.write(`data: ${JSON.stringify(run)}\n\n`)
    } catch (error) {
      if (!(error instanceof AppError)) log.warn('stream of a run', { error: String(error) })
      this.end()
    } finally {
      this.isTelling = false
    }
    if (this.isBehind) await this.tell()
  }

  end(): void {
    for (const end of this.ends.splice(0)) end()
    const { controller } = this
    this.controller = undefined
    try {
      controller?.close()
    } catch {
      // The reader closed it first.
    }
  }

  private write(text: string): void {
    this.controller?.enqueue(encoder.encode(text))
  }
}
