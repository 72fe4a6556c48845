import 'server-only'
import { pieceReader } from '@/lib/platform/foreign/apart'
import { CannotBeRead } from '@/lib/platform/foreign/limits'
import { prisma } from '@/lib/platform/server/db'
import type { Definition } from '@/lib/protocols/language/definition'
import type { checkSource } from './check-source'
import { type FileCheckView, MOST_PROBLEMS, type ProtocolFileBody } from './contract'
import { definitionForBrowsers } from './rules'

const checkSourceApart = pieceReader<typeof checkSource>('protocol-file')

/** What is published under the id that a file says, where it says anything about earlier versions. Only what it names is looked at. */
async function earlierVersions(source: string): Promise<Definition[]> {
  const id = /^id: *["']?([a-z][a-z0-9-]{1,59})/m.exec(source)?.[1]
  if (id === undefined || !/^migrate:/m.test(source)) return []
  const rows = await prisma().protocolVersion.findMany({
    where: { id, removedAt: null },
    orderBy: { version: 'desc' },
    take: MOST_EARLIER,
    select: { definition: true },
  })
  return rows.map(({ definition }) => definitionForBrowsers(definition as unknown as Definition))
}

const MOST_EARLIER = 20

/** What a file says and what is wrong with it. What goes beyond a limit is a problem of its first line. */
export async function checkApart(file: ProtocolFileBody): Promise<FileCheckView> {
  try {
    const checked = await checkSourceApart({ ...file, earlier: await earlierVersions(file.source) })
    const { problems, warnings } = checked
    return { ...checked, problems: problems.slice(0, MOST_PROBLEMS), warnings: warnings.slice(0, MOST_PROBLEMS) }
  } catch (error) {
    if (!(error instanceof CannotBeRead)) throw error
    const problem = {
      line: 1,
      column: 1,
      message: `The file cannot be checked: ${error.message}.`,
      fix: 'Make the file smaller, or give it fewer tests.',
    }
    return { problems: [problem], warnings: [], definition: null, record: null, tests: 0 }
  }
}
