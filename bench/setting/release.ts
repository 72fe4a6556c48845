/** A release built over HTTP, and what is downloaded of it. */
import { setTimeout as pause } from 'node:timers/promises'
import { residentMb } from './resident'

/** How long it took, and the most memory of the largest process of the app meanwhile: by how much more than before, and all of it. */
interface Measured {
  seconds: number
  grownMb: number
  peakMb: number
}

/** A download, and how large it was. */
export interface Taken extends Measured {
  megabytes: number
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const before = residentMb()
  let peakMb = before
  const timer = setInterval(() => (peakMb = Math.max(peakMb, residentMb())), 500)
  const start = performance.now()
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  const seconds = (performance.now() - start) / 1000
  return { seconds, grownMb: peakMb - before, peakMb }
}

/** Reads to the end; `onChunk` sees each piece before it is thrown away. */
export async function drained(
  open: () => Promise<AsyncIterable<Uint8Array>>,
  onChunk: (chunk: Uint8Array) => void = () => {},
): Promise<Taken> {
  let bytes = 0
  const { seconds, grownMb, peakMb } = await measured(async () => {
    for await (const chunk of await open()) {
      bytes += chunk.length
      onChunk(chunk)
    }
  })
  return { seconds, megabytes: bytes / 1e6, grownMb, peakMb }
}

/** Builds the project's first release. */
export async function makeRelease(project: string, headers: Record<string, string>): Promise<Measured> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${project}/${path}`, {
      ...init,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const { card } = await ask('releases')
  const text = { ...card.text, prettyName: 'Rivers', licence: 'cc-by-4.0' }
  await ask('release-card', { method: 'PUT', body: JSON.stringify({ text, revision: card.revision }) })
  return measured(async () => {
    await ask('releases', { method: 'POST', body: JSON.stringify({ notes: 'To be measured.' }) })
    for (let state = ''; state !== 'ready'; ) {
      await pause(500)
      const { releases } = await ask('releases')
      ;({ state } = releases[0])
      if (state === 'failed') throw new Error(`the release failed: ${releases[0].error}`)
    }
  })
}
