import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { asReleaseNumber } from '@/cli/as-release-number'
import { CliError, EXIT } from '@/cli/exit-codes'
import { table } from '@/cli/output'
import { readablePath } from '@/cli/read-file'
import type { Session } from '@/cli/session'
import { refuseUnwritable } from '@/cli/write-file'
import {
  getHeldOutByLinkEndpoint,
  getHeldOutEndpoint,
  type HeldOut,
  submitHeldOutByLinkEndpoint,
  submitHeldOutEndpoint,
} from '@/lib/gold/held-out/contract'
import { scoreWords } from '@/lib/gold/held-out/rules'
import {
  compareReleasesEndpoint,
  downloadComparisonEndpoint,
  downloadReleaseEndpoint,
  getReleaseEndpoint,
  listReleasesEndpoint,
  type Preview,
  previewReleaseEndpoint,
  type ReleaseDetail,
  startReleaseEndpoint,
} from '@/lib/gold/releases/release/contract'
import { changeWords, sizeWords } from '@/lib/gold/releases/release/rules'
import { type SplitChoice, splitChoiceSchema } from '@/lib/gold/releases/release/splits/contract'
import { choiceProblems, parseShares } from '@/lib/gold/releases/release/splits/rules'
import { counted } from '@/lib/text/counted'
import { pushCommand } from './push'

interface Options {
  notes?: string
  reason?: string
  download?: string
  split?: string
  splitBy?: string
  heldOut?: string
  heldOutTask?: string
  seed?: number
  group?: string
  stratify?: string
  steady?: true
  preview?: true
}

const LOOK_EVERY_MS = 1000

/** assay releases: what there is; assay release: makes the next one, waits until it is built, and fetches it if asked. */
export function releaseCommands(program: Command, session: () => Session): void {
  program
    .command('release-archive')
    .description('write the archive of a release that there is to a file')
    .argument('<project>', 'its id or exact name')
    .argument('<number>', 'the number of the release', asReleaseNumber)
    .argument('<file>', 'a zip file that is written')
    .action(async (idOrName: string, number: number, file: string) => {
      const { id: projectId } = await session().project(idOrName)
      await refuseUnwritable(file)
      const release = await session().call(getReleaseEndpoint, { params: { projectId, number } })
      if (release.state !== 'ready')
        throw new CliError(EXIT.failed, `Release ${number} is not built: ${release.state}.`)
      await fetchArchive(session(), { projectId, number }, file)
      session().output.result(release, () => releaseText(release))
    })
  program
    .command('release-changes')
    .description('what a release holds otherwise than another one')
    .argument('<project>', 'its id or exact name')
    .argument('<number>', 'the number of the release', asReleaseNumber)
    .option('--since <number>', 'the release to compare with; without it, the one before', asReleaseNumber)
    .option('--download <file>', 'write all changes to this file, one item a line')
    .action(async (idOrName: string, number: number, { since, download }: { since?: number; download?: string }) => {
      const { id: projectId } = await session().project(idOrName)
      if (download) await refuseUnwritable(download)
      const callInput = { params: { projectId, number }, query: { since } }
      const comparison = await session().call(compareReleasesEndpoint, callInput)
      if (download) await session().save(download, downloadComparisonEndpoint, callInput)
      session().output.result(
        comparison,
        () =>
          `Release ${comparison.since} to ${number}: ${changeWords(comparison.changes, `release ${comparison.since}`)}`,
      )
    })
  pushCommand(program, session)
  program
    .command('releases')
    .description('list the releases of a project')
    .argument('<project>', 'its id or exact name')
    .action(async (idOrName: string) => {
      const { id: projectId } = await session().project(idOrName)
      const { releases } = await session().call(listReleasesEndpoint, { params: { projectId } })
      session().output.result(releases, () =>
        releases.length === 0
          ? 'No release yet.'
          : table(
              ['RELEASE', 'STATE', 'ITEMS', 'SIZE', 'CHECKSUM', 'CHANGES'],
              releases.map((each) => [
                each.number,
                each.state,
                each.items,
                sizeWords(each.bytes),
                each.digest?.slice(0, 12) ?? null,
                each.error ?? (each.state === 'ready' ? changeWords(each.changes) : null),
              ]),
            ),
      )
    })
  program
    .command('release')
    .description('make the next release of a project and wait until it is built')
    .argument('<project>', 'its id or exact name')
    .option('--notes <text>', 'what is new in it')
    .option('--reason <text>', 'why it is made although labels contradict themselves; goes on the card')
    .option('--download <file>', 'write its archive to this file')
    .option('--split <shares>', 'divide its tables: names with percent, as in train=80,validation=10,test=10')
    .option('--seed <number>', 'with --split: another number divides otherwise; 1 without it', asSeed)
    .option(
      '--group <field>',
      'with --split: items that are the same in this field stay together (source, domain, prompt, /meta/id)',
    )
    .option('--stratify <field>', 'with --split: the shares hold within each value of this field')
    .option('--steady', 'with --split: no item moves when others come or go, and sizes are only nearly as wanted')
    .option('--split-by <field>', 'divide its tables by the values of this field, which name the splits')
    .option('--held-out <split>', 'keep the labels of this split back from every file; predictions for it are scored')
    .option('--held-out-task <key>', 'with --held-out: the evaluation that scores it; the protocol’s first without it')
    .option('--preview', 'make nothing, and tell what each split would hold')
    .action(async (idOrName: string, options: Options) => {
      const splits = choiceOf(options)
      const { id: projectId } = await session().project(idOrName)
      if (options.preview) {
        const body = { notes: options.notes, splits }
        const preview = await session().call(previewReleaseEndpoint, { params: { projectId }, body })
        session().output.result(preview, () => previewed(preview))
        return
      }
      if (options.download) await refuseUnwritable(options.download)
      const body = { notes: options.notes, contradictionsReason: options.reason, splits }
      const { number } = await session().call(startReleaseEndpoint, { params: { projectId }, body })
      const release = await untilBuilt(session(), { projectId, number })
      if (options.download) await fetchArchive(session(), { projectId, number }, options.download)
      session().output.result(release, () => releaseText(release))
    })
}

/** The secret of a release's public page, which ends its address. */
function secretOf(link: string): string {
  const secret = URL.parse(link)?.pathname.split('/').filter(Boolean).at(-1)
  if (!secret)
    throw new CliError(
      EXIT.usage,
      `"${link}" is no address of a public page of a release: copy it whole, with https://.`,
    )
  return secret
}

/** assay held-out: how predictions for a held-out split are written and what is left of the limits; with a file, has it scored. */
export function heldOutCommand(program: Command, session: () => Session): void {
  program
    .command('held-out')
    .description('the held-out split of a release, and your submissions; with --submit, have predictions for it scored')
    .argument('[project]', 'its id or exact name; or give --link')
    .argument('[number]', 'the number of the release', asReleaseNumber)
    .option('--link <address>', 'the public page of the release, of whose project you need not be a member')
    .option('--submit <file>', 'predictions for every unit of held-out.jsonl; what is refused costs no attempt')
    .option('--system <name>', 'what the system is called in your list; the name of the file without it')
    .action(async (project: string | undefined, number: number | undefined, options: HeldOutOptions) => {
      const secret = options.link === undefined ? undefined : secretOf(options.link)
      if ((secret === undefined) === (project === undefined || number === undefined))
        throw new CliError(EXIT.usage, 'Name a project and the number of its release, or give --link; not both.')
      const { id: projectId = '' } = project === undefined ? {} : await session().project(project)
      const params = { projectId, number: number ?? 0 }
      if (options.submit === undefined) {
        const heldOut =
          secret === undefined
            ? await session().call(getHeldOutEndpoint, { params })
            : await session().call(getHeldOutByLinkEndpoint, { params: { secret } })
        session().output.result(heldOut, () => heldOutText(heldOut))
        return
      }
      const file = await readablePath(options.submit)
      const sent = { query: { system: options.system ?? path.parse(file).name }, body: await readFile(file) }
      const { submission, left } =
        secret === undefined
          ? await session().call(submitHeldOutEndpoint, { params, ...sent })
          : await session().call(submitHeldOutByLinkEndpoint, { params: { secret }, ...sent })
      session().output.result(
        { submission, left },
        () =>
          `${scoreWords(submission.score)} of the units are right. Left to you: ${counted(left.own, 'submission')}; to all: ${left.all}.`,
      )
    })
}

interface HeldOutOptions {
  link?: string
  submit?: string
  system?: string
}

function heldOutText({ release, split, items, units, task, limits, used, submissions }: HeldOut): string {
  const fields = table(
    ['FIELD', 'NEEDED', 'WHAT'],
    task.fields.map(({ name, required, text }) => [name, required ? 'yes' : 'no', text]),
  )
  const submissionTable = table(
    ['SUBMITTED', 'RELEASE', 'SYSTEM', 'RIGHT'],
    submissions.map((each) => [each.submittedAt, each.release, each.system, scoreWords(each.score)]),
  )
  return [
    `Release ${release} holds “${split}” out: ${items} items, ${units} units, scored as “${task.title}”.`,
    `Submissions: ${used.own} of ${limits.perPerson} by you, ${used.all} of ${limits.inAll} by all.`,
    fields,
    ...(submissions.length > 0 ? [submissionTable] : []),
  ].join('\n')
}

function asSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number from 0 up.')
}

/** As the options say; null: it is not divided. */
function choiceOf({
  split,
  splitBy,
  heldOut,
  heldOutTask,
  seed,
  group,
  stratify,
  steady,
}: Options): SplitChoice | null {
  if (heldOut !== undefined && split === undefined && splitBy === undefined)
    throw new CliError(EXIT.usage, '--held-out names one of the splits: divide by --split or --split-by.')
  if (heldOut === undefined && heldOutTask !== undefined)
    throw new CliError(EXIT.usage, '--held-out-task goes with --held-out: name the split that is held out.')
  const heldOutOption =
    heldOut === undefined
      ? {}
      : { heldOut: { split: heldOut, ...(heldOutTask === undefined ? {} : { task: heldOutTask }) } }
  const more = { seed, group, stratify, steady }
  const [stray] = Object.entries(more).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (split === undefined) {
    if (stray !== undefined)
      throw new CliError(EXIT.usage, `--${stray} goes with --split: say into which shares to divide.`)
    return splitBy === undefined
      ? null
      : checked({ by: 'field', field: splitBy, ...heldOutOption }, { field: '--split-by', heldOut: '--held-out' })
  }
  if (splitBy !== undefined) throw new CliError(EXIT.usage, 'Divide by --split or by --split-by, not by both.')
  const read = parseShares(split)
  if (!read.ok) throw new CliError(EXIT.usage, `--split: ${read.problem}`)
  return checked(
    { by: 'shares', shares: read.shares, ...more, ...heldOutOption },
    { shares: '--split', heldOut: '--held-out' },
  )
}

function checked(choice: unknown, options: Readonly<Record<string, string>>): SplitChoice {
  const [problem] = choiceProblems(choice)
  if (!problem) return splitChoiceSchema.parse(choice)
  const [field = ''] = problem.field.split('.')
  throw new CliError(EXIT.usage, `${options[field] ?? `--${field}`}: ${problem.message}`)
}

function previewed({ refusals, splits }: Preview): string {
  const tables = splits[0]?.tables.map(({ table: key }) => key) ?? []
  const sizes = table(
    ['SPLIT', 'ITEMS', ...tables.map((key) => key.toUpperCase())],
    splits.map(({ name, items, tables: rows }) => [name, items, ...rows.map((each) => each.rows)]),
  )
  return [
    ...(refusals.length > 0 ? ['A release cannot be made yet:', ...refusals] : []),
    ...(splits.length > 0 ? [sizes] : []),
  ].join('\n')
}

const releaseText = ({ number, items, files, bytes, digest, changes }: ReleaseDetail): string =>
  `Release ${number}: ${items} ${items === 1 ? 'item' : 'items'} in ${files} files, ${sizeWords(bytes)}, checksum ${digest}\n${changeWords(changes)}`

async function untilBuilt(session: Session, params: { projectId: string; number: number }): Promise<ReleaseDetail> {
  for (;;) {
    const release = await session.call(getReleaseEndpoint, { params })
    if (release.state === 'ready') {
      session.output.endProgress()
      return release
    }
    if (release.state === 'failed') {
      session.output.endProgress()
      throw new CliError(EXIT.failed, `Release ${release.number} failed. ${release.error ?? ''}`.trim())
    }
    session.output.progress(`Building release ${release.number}`, release.progress / 100)
    await pause(LOOK_EVERY_MS)
  }
}

const fetchArchive = async (session: Session, params: { projectId: string; number: number }, file: string) =>
  session.save(file, downloadReleaseEndpoint, { params })
