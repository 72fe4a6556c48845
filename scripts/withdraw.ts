/**
 * `npm run withdraw -- item ID | release PROJECT NUMBER`: takes an item's texts, or a release, out for good. On the server, for
 * administrators; docs/operations.md says what it reaches.
 */
import '@/compose'
import { Command } from 'commander'
import { describeItem, describeRelease } from '@/lib/gold/withdrawal/describe'
import { withdrawItem } from '@/lib/gold/withdrawal/withdraw-item'
import { withdrawRelease } from '@/lib/gold/withdrawal/withdraw-release'
import { pool, prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { findRunningPostgres, startPostgres } from '@/scripts/embedded-postgres'
import { postgresFolder, prepareDatabase } from '@/scripts/launch/database'
import { sessionSecret } from '@/scripts/launch/secret'
import { readSettings } from '@/scripts/launch/settings'
import { StartError } from '@/scripts/start-error'

interface Options {
  by: string
  reason: string
  erratum: string
  dryRun?: boolean
}

/** Does something with the database of the settings; the embedded one is started for it unless it runs. */
async function withDatabase(work: () => Promise<void>): Promise<void> {
  const { databaseUrl, stateFolder } = readSettings('start', process.env)
  const running = databaseUrl ?? (await findRunningPostgres(postgresFolder(stateFolder)))
  const startedPostgres = running ? null : await startPostgres({ root: postgresFolder(stateFolder), log: console.log })
  process.env.DATABASE_URL = running ?? startedPostgres?.url
  process.env.NEXTAUTH_SECRET ||= sessionSecret(stateFolder)
  try {
    await prepareDatabase(process.env.DATABASE_URL ?? '')
    await work()
  } catch (error) {
    if (error instanceof AppError) throw new StartError(error.message)
    throw error
  } finally {
    await prisma().$disconnect()
    await pool().end()
    await startedPostgres?.stop()
  }
}

const withWords = (command: Command): Command =>
  command
    .requiredOption('--by <e-mail>', 'the administrator who withdraws it')
    .requiredOption('--reason <text>', 'why, in a line; shown in its place')
    .requiredOption('--erratum <text>', 'what readers of releases are told')
    .option('--dry-run', 'tell what would change, and change nothing')

/** Runs one of the verbs. */
export async function main(args: string[]): Promise<void> {
  const program = new Command('npm run withdraw --').description('takes an item or a release out for good')
  withWords(program.command('item').argument('<id>', 'the last part of the address of the item’s page')).action(
    (id: string, options: Options) =>
      withDatabase(async () => {
        if (!/^[0-9a-f-]{36}$/i.test(id)) throw new StartError(`“${id}” is no id of an item.`)
        const dryRun = options.dryRun ?? false
        console.log(describeItem(await withdrawItem(id, { ...options, dryRun }), dryRun))
      }),
  )
  withWords(
    program
      .command('release')
      .argument('<project>', 'the id of its project, in the address of its pages')
      .argument('<number>', 'the number of the release'),
  ).action((projectId: string, number: string, options: Options) =>
    withDatabase(async () => {
      if (!/^[0-9a-f-]{36}$/i.test(projectId)) throw new StartError(`“${projectId}” is no id of a project.`)
      if (!/^[1-9]\d{0,6}$/.test(number)) throw new StartError(`“${number}” is no number of a release.`)
      const dryRun = options.dryRun ?? false
      const report = await withdrawRelease({ projectId, number: Number(number) }, { ...options, dryRun })
      console.log(describeRelease(report, dryRun))
    }),
  )
  await program.parseAsync(args, { from: 'user' })
}
