import 'server-only'
import { createHash } from 'node:crypto'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadStoredProtocols } from '@/lib/platform/server/stored-protocols'
import { protocols } from '@/lib/protocols'
import { type Definition, inLanguage } from '@/lib/protocols/language/definition'
import { type FileProblem, placeText } from '@/lib/protocols/language/problems'
import { getWorkspaceAbilities } from '@/lib/workspace/projects/queries'
import { NO_PROJECT_CREATION } from '@/lib/workspace/users/rules'
import { checkApart } from './check-apart'
import type { ProtocolFileBody, ProtocolVersionView, RecordFile } from './contract'
import { getProtocolVersion } from './queries'

/**
 * Publishes a version of a protocol file, which from then on never changes. The file is checked and its tests are run before; the same file with
 * the same files of records again is the version that is there. Errors: `forbidden`, `rule` with every problem of the file, `conflict` where this version or a newer one is
 * there.
 */
export async function publishVersion(actor: Actor, file: ProtocolFileBody): Promise<ProtocolVersionView> {
  await mayPublish(actor, prisma())
  const { problems, definition } = await checkApart(file)
  const builtInProblems =
    definition && protocols.some(({ id }) => id === definition.id) ? [builtIn(definition, file.source)] : []
  if (problems.length + builtInProblems.length > 0 || !definition) throw refused([...problems, ...builtInProblems])
  await transaction(async (tx) => {
    await mayPublish(actor, tx)
    // Numbers are given in the order of the commits: nobody who has read up to one misses an earlier one.
    await tx.$executeRaw`lock table protocol_versions in share row exclusive mode`
    const hash = createHash('sha256').update(file.source).digest('hex')
    const newest = await tx.protocolVersion.findFirst({
      where: { id: definition.id },
      orderBy: { version: 'desc' },
      select: { version: true },
    })
    const same = await tx.protocolVersion.findFirst({
      where: { id: definition.id, version: definition.version, hash, removedAt: null },
      select: { files: true },
    })
    if (newest && same) {
      const differing = differingFile(file.files, same.files as unknown as RecordFile[])
      if (differing === null) return
      throw isThere(definition, newest.version, file.source, `with another "${differing}" beside it`)
    }
    if (newest && newest.version >= definition.version) throw isThere(definition, newest.version, file.source)
    await tx.protocolVersion.create({
      data: {
        id: definition.id,
        version: definition.version,
        title: inLanguage(definition.title, definition.language, definition.language),
        source: file.source,
        definition: definition as object,
        hash,
        files: file.files,
        createdById: actor.userId,
      },
      select: { number: true },
    })
    const data = { id: definition.id, version: definition.version, hash }
    await record(tx, 'protocol.published', { actorId: actor.userId }, data)
  })
  await loadStoredProtocols()
  return getProtocolVersion(actor, definition)
}

async function mayPublish(actor: Actor, tx: Tx): Promise<void> {
  if (!(await getWorkspaceAbilities(actor, tx)).createProjects) throw new AppError('forbidden', NO_PROJECT_CREATION)
}

const MOST_SAID = 3

/** Every problem as an issue, and as data for programs. */
function refused(problems: readonly FileProblem[], code: 'rule' | 'conflict' = 'rule'): AppError {
  const first = problems.slice(0, MOST_SAID).map((each) => `${placeText(each)}: ${each.message} ${each.fix}`)
  const more = problems.length - first.length
  return new AppError(code, `${first.join('\n')}${more > 0 ? `\nand ${more} more.` : ''}`, {
    issues: problems.map((each) => ({ path: placeText(each), message: `${each.message} ${each.fix}` })),
    data: { problems },
  })
}

/** The line on which a word of the top stands. */
function lineOf(source: string, word: string): Pick<FileProblem, 'line' | 'column'> {
  const line = source.split('\n').findIndex((each) => each.startsWith(`${word}:`))
  return { line: Math.max(1, line + 1), column: 1 }
}

const builtIn = ({ id }: Definition, source: string): FileProblem => ({
  ...lineOf(source, 'id'),
  message: `"${id}" is the id of a protocol that is built in.`,
  fix: `Choose another, such as "my-${id}".`,
})

/** The name of a file of records that the two do not have alike, whatever their order; null: there is none. */
function differingFile(newFiles: readonly RecordFile[], stored: readonly RecordFile[]): string | null {
  const texts = (files: readonly RecordFile[]) => new Map(files.map(({ name, text }) => [name, text]))
  const [left, right] = [texts(newFiles), texts(stored)]
  return [...left.keys(), ...right.keys()].find((name) => left.get(name) !== right.get(name)) ?? null
}

const isThere = ({ id, version }: Definition, newest: number, source: string, how = ''): AppError =>
  refused(
    [
      {
        ...lineOf(source, 'version'),
        message: `Version ${version} of "${id}" cannot be published: ${version === newest ? `it is there already${how && ` ${how}`}, and never changes` : `the newest is version ${newest}`}.`,
        fix: `Write version: ${newest + 1}.`,
      },
    ],
    'conflict',
  )
