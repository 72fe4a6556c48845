import { Command } from 'commander'
import { version } from '@/package.json'
import { agreementCommand } from './commands/agreement'
import { checksCommand } from './commands/checks'
import { datasetCommand } from './commands/dataset'
import { evaluateCommand } from './commands/evaluate'
import { exportCommand } from './commands/export'
import { importCommand } from './commands/import'
import { projectCommands } from './commands/projects'
import { releaseCommands } from './commands/releases'
import { userCommands } from './commands/users'
import { CliError, EXIT, exitCodeOf } from './exit-codes'
import { Output, type Streams } from './output'
import { Session } from './session'

const DEFAULT_ADDRESS = 'http://127.0.0.1:3000'
const AFTER = `
Environment:
  ASSAY_URL    address of the server (default ${DEFAULT_ADDRESS})
  ASSAY_TOKEN  a personal token, made on your account page

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not signed in, 4 refused, or problems in the file`

/** What is read from the environment. */
export interface Environment {
  ASSAY_URL?: string
  ASSAY_TOKEN?: string
}

/** Runs one command line (without the program's name) and returns its exit code. */
export async function runProgram(args: readonly string[], env: Environment, streams: Streams): Promise<number> {
  const program = new Command('assay')
    .description(
      'Work with Assay from scripts: a thin client of its HTTP interface, and agreement of any ratings by itself.',
    )
    .version(version)
    .option('--json', 'print results as JSON', false)
    .addHelpText('after', AFTER)
    .exitOverride()
    .configureOutput({ writeOut: (text) => streams.out.write(text), writeErr: (text) => streams.err.write(text) })
  let opened: Session | undefined
  const output = () => new Output(wantsJson(program), streams)
  const session = () => {
    opened ??= new Session(addressIn(env), env.ASSAY_TOKEN, output())
    return opened
  }
  for (const add of [
    projectCommands,
    importCommand,
    exportCommand,
    userCommands,
    agreementCommand,
    datasetCommand,
    checksCommand,
    releaseCommands,
    evaluateCommand,
  ])
    add(program, session, output)
  for (const command of commandsOf(program)) command.exitOverride().option('--json', 'print the result as JSON')
  try {
    await program.parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    const code = exitCodeOf(error)
    // What commander has to say, it has said.
    if (error instanceof Error && !('code' in error && String(error.code).startsWith('commander.'))) {
      streams.err.write(`${error.message.replace(/\p{Cc}+/gu, ' ')}\n`)
    }
    return code
  }
}

function addressIn({ ASSAY_URL }: Environment): string {
  const given = ASSAY_URL?.trim() || DEFAULT_ADDRESS
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given
  throw new CliError(EXIT.usage, `ASSAY_URL is "${given}", which is no address. Write it like ${DEFAULT_ADDRESS}.`)
}

const commandsOf = (command: Command): Command[] => command.commands.flatMap((inner) => [inner, ...commandsOf(inner)])

/** `--json` may stand before or after the command. */
const wantsJson = (program: Command): boolean =>
  [program, ...commandsOf(program)].some((command) => command.opts().json === true)
