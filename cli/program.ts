import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { type Checks, type FindingView, getChecksEndpoint, listFindingsEndpoint } from '@/lib/gold/checks/contract'
import { downloadExportEndpoint, listExportsEndpoint } from '@/lib/gold/releases/contract'
import { parseUrl } from '@/lib/text/parse-url'
import {
  createProjectEndpoint,
  getProjectEndpoint,
  getProjectHomeEndpoint,
  listProjectsEndpoint,
} from '@/lib/workspace/projects/contract'
import { version } from '@/package.json'
import { adjudicatorsCommand } from './commands/adjudicators'
import { agreementCommand } from './commands/agreement'
import { anchoringCommand } from './commands/anchoring'
import { calibrationCommand } from './commands/calibration'
import { completionCommands } from './commands/completion'
import { datasetCommand } from './commands/dataset'
import { evaluateCommand } from './commands/evaluate'
import { importCommand } from './commands/import'
import { peopleCommand } from './commands/people'
import { pictureCommand } from './commands/picture'
import { planCommand } from './commands/plan'
import { protocolCommands } from './commands/protocols'
import { heldOutCommand, releaseCommands } from './commands/releases'
import { userCommands } from './commands/users'
import { CliError, EXIT, exitCodeOf } from './exit-codes'
import { Output, type Streams, table } from './output'
import { Session } from './session'
import { bodyOf, refuseUnwritable, saveBody, savedText } from './write-file'

/** assay projects list | create | show */
function projectCommands(program: Command, session: () => Session): void {
  const projects = program.command('projects').description('list, create and show projects')

  projects
    .command('list')
    .description('the projects you can see')
    .action(async () => {
      const { projects } = await session().call(listProjectsEndpoint, {})
      session().output.result(projects, () =>
        table(
          ['ID', 'NAME', 'ROLE', 'ITEMS', 'GOLD'],
          projects.map(({ id, name, role, progress }) => [
            id,
            name,
            role,
            progress?.items ?? null,
            progress?.gold ?? null,
          ]),
        ),
      )
    })

  projects
    .command('create')
    .description(
      'create a project and become its manager (takes the right to create projects, which administrators give)',
    )
    .argument('<name>')
    .requiredOption('--protocol <id>', 'the protocol it follows')
    .option('--description <text>', 'what it is about', '')
    .action(async (name: string, options: { protocol: string; description: string }) => {
      const body = { name, protocolId: options.protocol, description: options.description }
      const project = await session().call(createProjectEndpoint, { body })
      session().output.result(project, () => project.id)
    })

  projects
    .command('show')
    .description('one project and how far it is')
    .argument('<project>', 'its id or exact name')
    .action(async (idOrName: string) => {
      const params = { projectId: (await session().project(idOrName)).id }
      const project = await session().call(getProjectEndpoint, { params })
      const home = await session().call(getProjectHomeEndpoint, { params })
      session().output.result({ ...project, ...home }, () =>
        [
          table(
            ['', ''],
            [
              ['Name', project.name],
              ['ID', project.id],
              ['Protocol', project.protocolTitle],
              ['Your role', project.role],
              ['Archived', project.archivedAt ?? 'no'],
            ],
          ).trimStart(),
          ...(home.funnel ?? []).map(
            ({ title, counts }) => `\n${title}\n${table(Object.keys(counts), [Object.values(counts)])}`,
          ),
        ].join('\n'),
      )
    })
}

/** assay export: streams one export to a file or to standard output; without a format, lists what there is. */
function exportCommand(program: Command, session: () => Session): void {
  program
    .command('export')
    .description('download gold, raw annotations or agreement inputs; without a format, list them')
    .argument('<project>', 'its id or exact name')
    .argument('[format]')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .action(async (idOrName: string, format: string | undefined, options: { output?: string }) => {
      if (options.output) await refuseUnwritable(options.output)
      const project = await session().project(idOrName)
      if (!format) return listFormats(session(), project.id)
      const response = await session().send(downloadExportEndpoint, { params: { projectId: project.id, format } })
      if (options.output) {
        const saved = await saveBody(options.output, response, session().output)
        session().output.result(saved, () => savedText(saved))
      } else await pipeline(bodyOf(response), process.stdout, { end: false }).catch(ignoreClosedPipe)
    })
}

async function listFormats(session: Session, projectId: string): Promise<void> {
  const { exports } = await session.call(listExportsEndpoint, { params: { projectId } })
  session.output.result(exports, () =>
    table(
      ['FORMAT', 'ROWS', 'FROM', 'WHAT'],
      exports.map(({ key, count, from, title }) => [
        key,
        count ?? 'not counted',
        `${from.count} ${from.what}${from.count === 1 ? '' : 's'}`,
        title,
      ]),
    ),
  )
}

/** `assay export ... | head` is no failure. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

/** assay checks: what is inconsistent in the gold, by kind; with --kind, every finding of it at its place. */
function checksCommand(program: Command, session: () => Session): void {
  program
    .command('checks')
    .description('inconsistencies of the gold, and contradictions still to be settled')
    .argument('<project>', 'its id or exact name')
    .option('--kind <key>', 'list the findings of this kind')
    .option('--unsettled', 'with --kind: only contradictions that nobody has settled')
    .action(async (idOrName: string, options: { kind?: string; unsettled?: boolean }) => {
      const { id: projectId } = await session().project(idOrName)
      if (options.kind === undefined) {
        const checks = await session().call(getChecksEndpoint, { params: { projectId } })
        return session().output.result(checks, () => countsText(checks))
      }
      const findings = await allFindings(session(), { projectId, kind: options.kind }, options.unsettled === true)
      session().output.result(findings, () => table(['ITEM', 'STAGE', 'UNIT', 'QUESTION', 'FOUND'], findings.map(line)))
    })
}

function countsText({ items, kinds, contradictions }: Checks): string {
  const counts = table(
    ['KIND', 'WEIGHT', 'FINDINGS', 'ITEMS', 'CHECK'],
    kinds.map((kind) => [kind.key, kind.severity, kind.findings, kind.items, kind.title]),
  )
  return `${items} items with gold checked; ${contradictions.unsettled} of ${contradictions.items} contradictory labels to be settled\n${counts}`
}

const line = ({ item, stageTitle, unit, question, message }: FindingView) => [
  item.position,
  stageTitle,
  unit || '–',
  question ?? '–',
  message,
]

/** Page by page, to the last. */
async function allFindings(
  session: Session,
  params: { projectId: string; kind: string },
  unsettled: boolean,
): Promise<FindingView[]> {
  const findings: FindingView[] = []
  for (let after: number | null = 0; after !== null; ) {
    const query = { after, unsettled: unsettled ? ('true' as const) : ('false' as const) }
    const page: { findings: FindingView[]; next: number | null } = await session.call(listFindingsEndpoint, {
      params,
      query,
    })
    findings.push(...page.findings)
    after = page.next
  }
  return findings
}

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
    protocolCommands,
    importCommand,
    exportCommand,
    userCommands,
    agreementCommand,
    adjudicatorsCommand,
    anchoringCommand,
    calibrationCommand,
    peopleCommand,
    pictureCommand,
    planCommand,
    datasetCommand,
    checksCommand,
    releaseCommands,
    heldOutCommand,
    evaluateCommand,
    completionCommands,
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
  const address = ASSAY_URL?.trim() || DEFAULT_ADDRESS
  if (/^https?:$/.test(parseUrl(address)?.protocol ?? '')) return address
  throw new CliError(
    EXIT.usage,
    `ASSAY_URL is "${address}", which is not an address. Write it like ${DEFAULT_ADDRESS}.`,
  )
}

const commandsOf = (command: Command): Command[] => command.commands.flatMap((inner) => [inner, ...commandsOf(inner)])

/** `--json` may stand before or after the command. */
const wantsJson = (program: Command): boolean =>
  [program, ...commandsOf(program)].some((command) => command.opts().json === true)
