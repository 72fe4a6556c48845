/** The whole of an import as one command that waits: the file is taken in, checked and written, or nothing of it is kept. */
import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { cancelImport } from './cancel-import'
import {
  type FileImport,
  type ImportDetail,
  type ImportedFile,
  type ImportOptionsInput,
  importedFileSchema,
  NAMED_PROBLEMS,
} from './contract'
import { getImport, readFirstStage } from './queries'
import { isUnderWay } from './rules'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

/** Of the milliseconds between two looks at the import: the fewest, the share of the time that it has taken so far, and the most. */
const LOOK = { fewest: 20, share: 0.05, most: 1_000 }

/**
 * Errors: `rule` with each problem by line and field, `unavailable` where it is not done in the seconds that the caller gives; then
 * nothing was added, as where the caller goes away before the end.
 */
export async function importFile(
  actor: Actor,
  projectId: string,
  choices: FileImport,
  { body, headers, signal }: Pick<Request, 'body' | 'headers' | 'signal'>,
): Promise<ImportedFile> {
  const options = await optionsOf(actor, projectId, choices)
  const byteSize = Number(headers.get('content-length') ?? 0)
  const isDry = choices.dryRun === 'true'
  const file = { name: choices.fileName, body, byteSize }
  const { id } = await uploadImport(actor, projectId, file, isDry ? undefined : options)
  const waiting = { actor, id, signal, until: Date.now() + choices.seconds * 1_000, seconds: choices.seconds }
  try {
    const checked = await settled(waiting)
    // Nothing was wrong with it, and it is written already.
    if (checked.state === 'done') return answerOf(checked)
    if (!mayBeWritten(checked, choices)) throw refusal(checked)
    if (isDry) {
      await cancelImport(actor, id)
      return answerOf(await getImport(actor, id))
    }
    await startImport(actor, id, options)
    const done = await settled(waiting)
    if (done.state !== 'done') throw new AppError('rule', done.error ?? NOT_DONE, { data: { importId: id } })
    return answerOf(done)
  } catch (error) {
    // The first reason is told, also where the import has ended or the database cannot be asked.
    await isCancelled(actor, id).catch(() => false)
    throw error
  }
}

/** What one decides before a file is written, from the words of an address. */
async function optionsOf(actor: Actor, projectId: string, choices: FileImport): Promise<ImportOptionsInput> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.manage', project)
  const { labels, independent, identity, records, open, domain, source, tags, raters, person } = choices
  const ownFacts = {
    ...(domain !== undefined && { domain }),
    ...(source !== undefined && { source }),
    ...(tags !== undefined && { tags }),
  }
  return {
    labels,
    independent: independent === 'true',
    identity,
    records,
    open: open === 'true',
    ...(Object.keys(ownFacts).length > 0 && { own: ownFacts }),
    ...(labels === 'person' && {
      personId: await memberCalled(projectId, person ?? ''),
      // As the page has it: each item that comes with labels is for as many people as the stage asks for.
      raters: raters ?? (await readFirstStage(prisma(), projectId)).raters,
    }),
  }
}

/** The id of the member with this e-mail address or id. */
async function memberCalled(projectId: string, person: string): Promise<string> {
  const wanted = person.trim().toLowerCase()
  const members = await prisma().membership.findMany({
    where: { projectId, role: { not: 'viewer' }, user: { deactivatedAt: null } },
    select: { user: { select: { id: true, email: true } } },
  })
  const member = members.find(({ user }) => user.id === wanted || user.email === wanted)
  if (member) return member.user.id
  throw new AppError('rule', 'No member of the project who may annotate has this e-mail address or id.', {
    issues: [{ path: 'query.person', message: 'Give the e-mail address of a member, as the list of members has it.' }],
  })
}

interface Waiting {
  actor: Actor
  id: string
  signal: AbortSignal
  /** In milliseconds since 1970. */
  until: number
  seconds: number
}

/** The import once nothing is under way; it is cancelled when the caller's time is over, or the caller has gone. */
async function settled({ actor, id, signal, until, seconds }: Waiting): Promise<ImportDetail> {
  const began = performance.now()
  for (;;) {
    const { state } = await prisma().import.findUniqueOrThrow({ where: { id }, select: { state: true } })
    if (!isUnderWay(state)) return getImport(actor, id)
    if (signal.aborted || Date.now() > until) {
      // In the same moment it may have ended by itself: then it counts as it ended.
      if (!(await isCancelled(actor, id))) return getImport(actor, id)
      signal.throwIfAborted()
      throw new AppError('unavailable', tooSlow(seconds), { data: { importId: id } })
    }
    // However long it takes, its end is noticed with little delay beside that.
    await pause(Math.min(Math.max((performance.now() - began) * LOOK.share, LOOK.fewest), LOOK.most))
  }
}

const isCancelled = (actor: Actor, id: string): Promise<boolean> =>
  cancelImport(actor, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'rule') return false
      throw error
    },
  )

const tooSlow = (seconds: number) =>
  `The import was not done after ${seconds} seconds. Nothing was added. Give it more \`seconds\`, split the file, or send it by the calls that do not wait.`
const NOT_DONE = 'The import was cancelled while it was under way. Nothing was added.'

const mayBeWritten = ({ state, newCount, duplicateCount }: ImportDetail, { records }: FileImport): boolean =>
  state === 'ready' || (state === 'refused' && records === 'good' && newCount + duplicateCount > 0)

/** What is wrong with a file, line by line. */
function refusal({ id, fileName: file, state, error, problemCount, problems }: ImportDetail): AppError {
  if (state !== 'refused') return new AppError('rule', error ?? NOT_DONE, { data: { importId: id } })
  const errors = problems.filter(({ severity }) => severity === 'error').slice(0, NAMED_PROBLEMS)
  const count = problemCount === 1 ? 'one problem' : `${problemCount} problems`
  return new AppError('rule', `${file} has ${count}. Nothing was added.`, {
    issues: errors.map(({ file: problemFile = file, line, field, message, fix }) => ({
      path: [problemFile, `line ${line}`, field].filter(Boolean).join(', '),
      message: `${message} ${fix}`,
    })),
    data: {
      importId: id,
      problemCount,
      problems: errors.map(({ file: problemFile = file, line, field, message, fix }) => ({
        file: problemFile,
        line,
        field,
        message,
        fix,
      })),
    },
  })
}

/** Without what only a person needs who decides on a file. */
const answerOf = (detail: ImportDetail): ImportedFile => importedFileSchema.parse(detail)
