/** `npm run assay -- <command>`. */
import { runProgram } from './program'

export async function main(args: string[]): Promise<void> {
  const { ASSAY_URL, ASSAY_TOKEN } = process.env
  for (const stream of [process.stdout, process.stderr]) stream.on('error', (error) => endQuietly(error))
  process.exitCode = await runProgram(args, { ASSAY_URL, ASSAY_TOKEN }, { out: process.stdout, err: process.stderr })
}

/** Whoever reads a pipe may stop, as `head` does: nothing is left to say then. Any other failure to write is one. */
export function endQuietly(error: NodeJS.ErrnoException, end: () => void = () => process.exit()): void {
  if (error.code !== 'EPIPE') throw error
  end()
}
