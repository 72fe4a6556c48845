import { OwnApp } from '@/e2e/own-app/app'

/**
 * Runs `measure` against the production build on an empty database of its own, which is durable as in use. The factories
 * and lib/platform/server/db work on that database from then on. Ends the process.
 */
export async function withApp(
  measure: (app: OwnApp) => Promise<void>,
  { settings = {} }: { settings?: Record<string, string> } = {},
): Promise<never> {
  process.env.NEXTAUTH_SECRET = 'only-for-this-measurement'
  // Nobody waits between two requests here.
  process.env.ASSAY_WRITES_PER_MINUTE = '0'
  process.env.ASSAY_READS_PER_MINUTE = '0'
  // What is submitted is measured until others see it.
  process.env.ASSAY_TAKE_BACK_SECONDS = '0'
  const app = new OwnApp(Number(process.env.PORT || 3219), '.data/bench', settings)
  let failed = false
  try {
    await app.remove()
    await app.start()
    process.env.DATABASE_URL = await app.databaseUrl()
    process.env.NEXTAUTH_URL = app.url
    await measure(app)
    const { pool, prisma } = await import('@/lib/platform/server/db')
    await prisma().$disconnect()
    await pool().end()
  } catch (error) {
    console.error(error)
    failed = true
  } finally {
    await app.remove()
  }
  process.exit(failed ? 1 : 0)
}

/** One line of the result. */
export const say = (line: string) => process.stdout.write(`${line}\n`)
