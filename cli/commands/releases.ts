import { setTimeout as pause } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import { refuseUnwritable, saveBody } from '@/cli/write-file'
import {
  compareReleasesEndpoint,
  downloadComparisonEndpoint,
  downloadReleaseEndpoint,
  getReleaseEndpoint,
  listReleasesEndpoint,
  type ReleaseDetail,
  startReleaseEndpoint,
} from '@/lib/gold/releases/release/contract'
import { changeWords, sizeWords } from '@/lib/gold/releases/release/rules'

interface Options {
  notes?: string
  reason?: string
  download?: string
}

const LOOK_EVERY_MS = 1000

/** assay releases: what there is; assay release: makes the next one, waits until it is built, and fetches it if asked. */
export function releaseCommands(program: Command, session: () => Session): void {
  program
    .command('release-archive')
    .description('write the archive of a release that there is to a file')
    .argument('<project>', 'its id or exact name')
    .argument('<number>', 'the number of the release', asNumber)
    .argument('<file>', 'a zip file that is written')
    .action(async (given: string, number: number, file: string) => {
      const { id: projectId } = await session().project(given)
      await refuseUnwritable(file)
      const release = await session().call(getReleaseEndpoint, { params: { projectId, number } })
      if (release.state !== 'ready')
        throw new CliError(EXIT.failed, `Release ${number} is not built: ${release.state}.`)
      await fetchArchive(session(), { projectId, number }, file)
      session().output.result(release, () => told(release))
    })
  program
    .command('release-changes')
    .description('what a release holds otherwise than another one')
    .argument('<project>', 'its id or exact name')
    .argument('<number>', 'the number of the release', asNumber)
    .option('--since <number>', 'the release to compare with; without it, the one before', asNumber)
    .option('--download <file>', 'write all changes to this file, one item a line')
    .action(async (given: string, number: number, { since, download }: { since?: number; download?: string }) => {
      const { id: projectId } = await session().project(given)
      if (download) await refuseUnwritable(download)
      const asked = { params: { projectId, number }, query: { since } }
      const comparison = await session().call(compareReleasesEndpoint, asked)
      if (download) await saveBody(download, await session().send(downloadComparisonEndpoint, asked))
      session().output.result(
        comparison,
        () =>
          `Release ${comparison.since} to ${number}: ${changeWords(comparison.changes, `release ${comparison.since}`)}`,
      )
    })
  program
    .command('releases')
    .description('list the releases of a project')
    .argument('<project>', 'its id or exact name')
    .action(async (given: string) => {
      const { id: projectId } = await session().project(given)
      const { releases } = await session().call(listReleasesEndpoint, { params: { projectId } })
      session().output.result(releases, () =>
        releases.length === 0
          ? 'No release yet.'
          : table(
              ['RELEASE', 'STATE', 'ITEMS', 'SIZE', 'CHECKSUM', 'CHANGES'],
              releases.map((each) => [
                ...[each.number, each.state, each.items, sizeWords(each.bytes), each.digest?.slice(0, 12) ?? null],
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
    .action(async (given: string, options: Options) => {
      const { id: projectId } = await session().project(given)
      if (options.download) await refuseUnwritable(options.download)
      const body = { notes: options.notes, contradictionsReason: options.reason }
      const { number } = await session().call(startReleaseEndpoint, { params: { projectId }, body })
      const release = await untilBuilt(session(), { projectId, number })
      if (options.download) await fetchArchive(session(), { projectId, number }, options.download)
      session().output.result(release, () => told(release))
    })
}

function asNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give the number of a release: 1, 2, 3.')
}

const told = ({ number, items, files, bytes, digest, changes }: ReleaseDetail): string =>
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
    session.output.progress(`Building release ${release.number}: ${release.progress}%`)
    await pause(LOOK_EVERY_MS)
  }
}

const fetchArchive = async (session: Session, params: { projectId: string; number: number }, given: string) =>
  saveBody(given, await session.send(downloadReleaseEndpoint, { params }))
