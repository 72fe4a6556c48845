/** Which database `prisma()` and the factories work on in this process, where journeys of several apps run one after the other. */
import type { pool, prisma } from '@/lib/platform/server/db'

/** What lib/platform/server keeps for the process: its connections, and the environment as it has read it. */
interface Kept {
  __assayDb?: { pool: ReturnType<typeof pool>; prisma: ReturnType<typeof prisma> } | undefined
  __assayEnv?: unknown
}
const kept: typeof globalThis & Kept = globalThis

/** Closes the connections of this process; the next question opens new ones. */
export async function leaveDatabase(): Promise<void> {
  const { __assayDb: open } = kept
  kept.__assayDb = undefined
  kept.__assayEnv = undefined
  await open?.prisma.$disconnect()
  await open?.pool.end()
}

export async function workOnDatabase(url: string): Promise<void> {
  if (process.env.DATABASE_URL === url) return
  await leaveDatabase()
  process.env.DATABASE_URL = url
}
