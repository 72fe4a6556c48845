import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { startThrowAwayPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'

/**
 * For measurements outside the test runner: an empty, migrated database on a server of its own, named in the environment
 * before anything of the app is loaded. Ends the process when `work` is done; it says whether it went well.
 */
export async function withThrowAwayDatabase(name: string, work: () => Promise<boolean>): Promise<never> {
  const server = await startThrowAwayPostgres()
  let isGood = false
  try {
    const admin = new pg.Client({ connectionString: server.adminUrl })
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    const url = new URL(server.adminUrl)
    url.pathname = `/${name}`
    await migrate(url.href)
    await runMigrations({ connectionString: url.href })
    process.env.DATABASE_URL = url.href
    process.env.NEXTAUTH_SECRET = 'only-for-this-measurement'
    // Who asks this often would be told to wait, and nothing would be measured.
    process.env.ASSAY_WRITES_PER_MINUTE = '0'
    process.env.ASSAY_READS_PER_MINUTE = '0'
    process.env.ASSAY_TAKE_BACK_SECONDS = '0'
    await import('@/compose')
    isGood = await work()
    const { pool, prisma } = await import('@/lib/platform/server/db')
    await prisma().$disconnect()
    await pool().end()
  } catch (error) {
    console.error(error)
  } finally {
    await server.stop()
  }
  process.exit(isGood ? 0 : 1)
}
