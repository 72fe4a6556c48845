import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { asReleaseNumber } from '@/cli/as-release-number'
import { CliError, EXIT } from '@/cli/exit-codes'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import {
  listPushesEndpoint,
  type Place,
  type Push,
  type PushPreview,
  placeSchema,
  previewPushEndpoint,
  retryPushEndpoint,
  type Secret,
  secretSchema,
  startPushEndpoint,
} from '@/lib/gold/releases/push/contract'
import { parsePlace, percentOf, placeWords } from '@/lib/gold/releases/push/rules'
import { sizeWords } from '@/lib/gold/releases/release/rules'

interface Options {
  to?: string
  address?: string
  region?: string
  dryRun?: true
}

const LOOK_EVERY_MS = 1000
const HELP = `
Credentials are read from the environment, never from the command line:
  HF_TOKEN                                   a token of the Hub that may write
  AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY   a key that lists, reads and writes in the bucket
  AWS_SESSION_TOKEN                          with temporary credentials`

/** assay release-push: has the server send a release to a place and waits until it is there; without --to, where it was sent. */
export function pushCommand(program: Command, session: () => Session): void {
  program
    .command('release-push')
    .description('send a release to a dataset of the Hub or to a bucket; without --to, list where it was sent')
    .argument('<project>', 'its id or exact name')
    .argument('<number>', 'the number of the release', asReleaseNumber)
    .option('--to <place>', 'hub:owner/name, hub:owner/name@branch, or s3://bucket/folder')
    .option('--address <url>', 'the server, where it is neither huggingface.co nor amazonaws.com')
    .option('--region <name>', 'of the bucket; us-east-1 without it')
    .option('--dry-run', 'send nothing, and tell what would be sent')
    .addHelpText('after', HELP)
    .action(async (idOrName: string, number: number, options: Options) => {
      if (options.to === undefined) return listed(session(), await paramsOf(session(), idOrName, number))
      const place = placeOf(options.to, options)
      const body = { place, secret: secretOf(place) }
      const params = await paramsOf(session(), idOrName, number)
      if (options.dryRun) {
        const preview = await session().call(previewPushEndpoint, { params, body })
        return session().output.result(preview, () => previewed(preview))
      }
      const push = await untilThere(session(), params, await begun(session(), params, body))
      session().output.result(push, () => pushText(push))
    })
}

interface ReleaseOf {
  projectId: string
  number: number
}

const paramsOf = async (session: Session, idOrName: string, number: number): Promise<ReleaseOf> => ({
  projectId: (await session.project(idOrName)).id,
  number,
})

async function listed(session: Session, params: ReleaseOf): Promise<void> {
  const { pushes } = await session.call(listPushesEndpoint, { params })
  session.output.result(pushes, () =>
    pushes.length === 0
      ? 'Not sent anywhere from here yet.'
      : table(
          ['PLACE', 'STATE', 'BY', 'ENDED', 'REVISION', 'CHECKSUM', 'ERROR'],
          pushes.map((push) => [
            placeWords(push.place),
            push.state,
            push.by,
            push.endedAt,
            push.revision,
            push.digest.slice(0, 12),
            push.error,
          ]),
        ),
  )
}

function placeOf(text: string, options: Options): Place {
  const parsed = parsePlace(text, options)
  if (!parsed) throw new CliError(EXIT.usage, `--to: write hub:owner/name or s3://bucket/folder, not "${text}".`)
  const checked = placeSchema.safeParse(parsed)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const field = String(issue?.path[0] ?? '')
  const option = field === 'address' || field === 'region' ? `--${field}` : '--to'
  throw new CliError(EXIT.usage, `${option}: ${issue?.message ?? ''}`)
}

/** What the environment holds for this kind of place, under the names that other tools read. */
function secretOf({ kind }: Place): Secret {
  const { HF_TOKEN, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env
  const secret =
    kind === 'hub'
      ? { kind, token: HF_TOKEN }
      : {
          kind,
          accessKeyId: AWS_ACCESS_KEY_ID,
          secretAccessKey: AWS_SECRET_ACCESS_KEY,
          sessionToken: AWS_SESSION_TOKEN || undefined,
        }
  const checked = secretSchema.safeParse(secret)
  if (checked.success) return checked.data
  const names = kind === 'hub' ? 'HF_TOKEN' : 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  throw new CliError(EXIT.notSignedIn, `Set ${names} in the environment: ${checked.error.issues[0]?.message ?? ''}`)
}

/** A push to the same place that failed is taken up again; otherwise a new one. */
async function begun(session: Session, params: ReleaseOf, body: { place: Place; secret: Secret }): Promise<Push> {
  const { pushes } = await session.call(listPushesEndpoint, { params })
  const last = pushes.find(({ place }) => JSON.stringify(place) === JSON.stringify(body.place))
  if (last?.state !== 'failed') return session.call(startPushEndpoint, { params, body })
  const again = { params: { ...params, pushId: last.id }, body: { secret: body.secret } }
  return session.call(retryPushEndpoint, again)
}

async function untilThere(session: Session, params: ReleaseOf, started: Push): Promise<Push> {
  for (;;) {
    const { pushes } = await session.call(listPushesEndpoint, { params })
    const push = pushes.find(({ id }) => id === started.id) ?? started
    if (push.state === 'running') {
      session.output.progress(
        `Sending to ${placeWords(push.place)}${push.error ? ` (${push.error})` : ''}`,
        percentOf(push) / 100,
      )
      await pause(LOOK_EVERY_MS)
      continue
    }
    session.output.endProgress()
    if (push.state === 'done') return push
    throw new CliError(EXIT.failed, push.error ?? 'The push was stopped.')
  }
}

function previewed({ files, bytes }: PushPreview): string {
  const rows = files.map(({ path, bytes: size, state }) => [state, sizeWords(size), path])
  return `${table(['THERE', 'SIZE', 'FILE'], rows)}\n${sizeWords(bytes)} would be sent.`
}

const pushText = ({ place, files, sameFiles, revision, digest }: Push): string =>
  `${files} files are at ${placeWords(place)}, ${files - sameFiles} of them sent now and compared${revision ? `, as ${revision}` : ''}. Checksum ${digest}`
