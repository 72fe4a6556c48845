import 'server-only'
import { pieceReader } from '@/lib/platform/foreign/apart'
import { CannotBeRead } from '@/lib/platform/foreign/limits'
import type { checkSource } from './check-source'
import { type FileCheckView, MOST_PROBLEMS, type ProtocolFileBody } from './contract'

const checkSourceApart = pieceReader<typeof checkSource>('protocol-file')

/** What a file says and what is wrong with it. What goes beyond a limit is a problem of its first line. */
export async function checkApart(file: ProtocolFileBody): Promise<FileCheckView> {
  try {
    const checked = await checkSourceApart(file)
    return { ...checked, problems: checked.problems.slice(0, MOST_PROBLEMS) }
  } catch (error) {
    if (!(error instanceof CannotBeRead)) throw error
    const problem = {
      line: 1,
      column: 1,
      message: `The file cannot be checked: ${error.message}.`,
      fix: 'Make the file smaller, or give it fewer tests.',
    }
    return { problems: [problem], definition: null, record: null, tests: 0 }
  }
}
