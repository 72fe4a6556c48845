import type { ServerResponse } from 'node:http'

export interface FakeStats {
  requests: number
  /** Answers (status 200) that went out whole, to somebody who was still there. */
  delivered: number
  /** Answers that were made for somebody who had gone. */
  lost: number
  inFlight: number
  /** The most requests that were under way at once. */
  peak: number
  /** By Idempotency-Key. */
  keys: Record<string, { received: number; delivered: number; lost: number }>
  /** Answers by status. */
  statuses: Record<string, number>
  /** What was wrong with requests of a wrong shape. */
  invalid: string[]
  /** The latest bodies that came in. */
  bodies: unknown[]
}

const KEPT_BODIES = 200

/** What a fake endpoint counts. */
export class FakeCounts {
  private now: FakeStats = none()

  received(key: string, response: ServerResponse, body: unknown): void {
    const now = this.now
    now.keys[key] ??= { received: 0, delivered: 0, lost: 0 }
    const own = now.keys[key]
    now.requests++
    own.received++
    now.bodies.push(body)
    if (now.bodies.length > KEPT_BODIES) now.bodies.shift()
    now.inFlight++
    now.peak = Math.max(now.peak, now.inFlight)
    response.once('close', () => {
      now.inFlight--
      if (!response.headersSent) return
      now.statuses[response.statusCode] = (now.statuses[response.statusCode] ?? 0) + 1
      if (response.statusCode !== 200) return
      const end = response.writableFinished ? 'delivered' : 'lost'
      now[end]++
      own[end]++
    })
  }

  invalid(problem: string): void {
    this.now.invalid.push(problem)
  }

  stats(): FakeStats {
    return structuredClone(this.now)
  }

  reset(): void {
    this.now = none()
  }
}

function none(): FakeStats {
  return {
    requests: 0,
    delivered: 0,
    lost: 0,
    inFlight: 0,
    peak: 0,
    keys: {},
    statuses: {},
    invalid: [],
    bodies: [],
  }
}
