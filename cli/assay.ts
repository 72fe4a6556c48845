/** `npm run assay -- <command>`. */
import { runProgram } from './program'

export async function main(args: string[]): Promise<void> {
  const { ASSAY_URL, ASSAY_TOKEN } = process.env
  process.exitCode = await runProgram(args, { ASSAY_URL, ASSAY_TOKEN }, { out: process.stdout, err: process.stderr })
}
