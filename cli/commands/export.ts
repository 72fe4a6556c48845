import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Command } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import { downloadExportEndpoint, listExportsEndpoint } from '@/lib/gold/releases/contract'

/** assay export: streams one export to a file or to standard output; without a format, lists what there is. */
export function exportCommand(program: Command, session: () => Session): void {
  program
    .command('export')
    .description('download gold, raw annotations or agreement inputs; without a format, list them')
    .argument('<project>', 'its id or exact name')
    .argument('[format]')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .action(async (given: string, format: string | undefined, options: { output?: string }) => {
      const project = await session().project(given)
      if (!format) return listFormats(session(), project.id)
      const response = await session().send(downloadExportEndpoint, { params: { projectId: project.id, format } })
      if (!response.body) throw new CliError(EXIT.failed, 'The server sent nothing.')
      const bytes = Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
      if (options.output) await writeFile(bytes, path.resolve(process.env.INIT_CWD ?? process.cwd(), options.output))
      else await pipeline(bytes, process.stdout, { end: false }).catch(ignoreClosedPipe)
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

/** The file appears under its name only once it is whole. */
async function writeFile(bytes: Readable, file: string): Promise<void> {
  const part = `${file}.part`
  try {
    await pipeline(bytes, createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** `assay export ... | head` is no failure. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
