/** Asks an app again and again whether it is there, and keeps how long that took. */
import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 20

export class HealthWatch {
  private readonly times: number[] = []
  private isOver = false
  private readonly asking: Promise<void>

  constructor(private readonly url: string) {
    this.asking = this.ask()
  }

  /** Ends it; the times of all answers, in milliseconds. */
  async end(): Promise<number[]> {
    this.isOver = true
    await this.asking
    return this.times
  }

  private async ask(): Promise<void> {
    while (!this.isOver) {
      const start = performance.now()
      const response = await fetch(`${this.url}/api/health`)
      await response.text()
      if (!response.ok) throw new Error(`/api/health answered ${response.status}`)
      this.times.push(performance.now() - start)
      await pause(EVERY_MS)
    }
  }
}
