import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { FileChoice, FileRoles } from '@/lib/platform/foreign/records/file-facts'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import type { FileReading, ImportView } from './contract'
import { checkImportJob } from './jobs'
import { loadImport } from './load-import'
import type { FileMapping, StatedMapping } from './mapping/contract'
import { mappingProblem, targetsOf, unusedBy } from './mapping/guess'
import { withPlainWords } from './mapping/rules'
import { fileMappingOf, presentImport, readingOf } from './present'

/**
 * Has a checked file checked anew, with its columns read otherwise. Errors: `rule` unless it is checked and not written yet, or
 * where the mapping names what is not there.
 */
export async function mapImport(
  actor: Actor,
  importId: string,
  {
    mapping,
    sheet,
    files,
  }: { mapping: StatedMapping | null; sheet?: string | undefined; files?: FileRoles | undefined },
): Promise<ImportView> {
  return transaction(async (tx) => {
    const row = await loadImport(tx, actor, importId, { toWrite: true })
    const file = fileMappingOf(row)
    const reading = readingOf(row)
    if (files) refuseUnknown(files, reading)
    const isOther = files !== undefined || (sheet !== undefined && sheet !== reading.facts?.sheet)
    if ((row.state !== 'ready' && row.state !== 'refused') || !(file || isOther))
      throw new AppError('rule', 'The columns of this file cannot be changed now.')
    const { protocolId } = await tx.project.findUniqueOrThrow({
      where: { id: row.projectId },
      select: { protocolId: true },
    })
    const chosen = isOther || !file ? null : chosenMapping(protocolById(protocolId), file, mapping)
    const { count } = await tx.import.updateMany({
      where: { id: importId, state: { in: ['ready', 'refused'] }, chunks: { some: {} } },
      data: {
        state: 'checking',
        fileMapping: chosen ?? Prisma.DbNull,
        reading: isOther ? { choice: choiceOf(sheet, files), facts: null } : reading,
        progress: 0,
        finishedAt: null,
        problems: [],
        preview: [],
      },
    })
    if (count === 0) throw new AppError('rule', 'The file is not kept any longer. Upload it again.')
    await enqueue(tx, checkImportJob, { importId })
    return presentImport(await tx.import.findUniqueOrThrow({ where: { id: importId } }))
  })
}

const choiceOf = (sheet: string | undefined, files: FileRoles | undefined): FileChoice => ({
  ...(sheet === undefined ? {} : { sheet }),
  ...(files === undefined ? {} : { files }),
})

function refuseUnknown(files: FileRoles, { facts }: FileReading): void {
  const fileNames = facts?.together?.names ?? []
  const unknown = [files.main, ...Object.values(files.partners)].find((name) => !fileNames.includes(name))
  if (fileNames.length === 0) throw new AppError('rule', 'One file came here by itself: there is nothing to choose.')
  if (unknown !== undefined)
    throw new AppError('rule', `None of the files is called "${unknown}". There are: ${fileNames.join(', ')}.`)
}

function chosenMapping(protocol: Protocol, file: FileMapping, stated: StatedMapping | null): FileMapping {
  const mapping = stated && withPlainWords(stated, file.columns, targetsOf(protocol))
  const problem = mapping && mappingProblem(protocol, mapping, file.columns)
  if (problem) throw new AppError('rule', problem)
  const unused = unusedBy(protocol, mapping, file.columns)
  return { ...file, mapping, competing: [], missing: [], spelled: [], unused }
}
