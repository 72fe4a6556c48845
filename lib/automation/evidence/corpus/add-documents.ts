import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { type CorpusUpload, MAX_CORPUS_DOCUMENTS, MAX_FILE_BYTES } from './contract'
import { type ReadFile, readCorpusFile } from './read-file'
import { writeDocuments } from './write-documents'

const MINUTES = 5

/**
 * Adds the documents of a file to the project's corpus, all of them or none. Errors: `too_large` beyond the stated
 * limits, `rule` with every problem by line and field, `invalid_request` without a body.
 */
export async function addDocuments(
  actor: Actor,
  projectId: string,
  file: { name: string; body: ReadableStream<Uint8Array> | null; byteSize?: number },
): Promise<CorpusUpload> {
  await loadManaged(prisma(), actor, projectId)
  if (!file.body) throw new AppError('invalid_request', 'Send the file as the body of the request.')
  if ((file.byteSize ?? 0) > MAX_FILE_BYTES) throw tooLarge()
  const read = await readCorpusFile(file.name, limited(file.body))
  if (read.problemCount > 0) throw refusal(read)
  return transaction(async (tx) => {
    await loadManaged(tx, actor, projectId, true)
    const written = await writeDocuments(tx, { projectId, userId: actor.userId }, read.documents)
    if ((await tx.corpusDocument.count({ where: { projectId } })) > MAX_CORPUS_DOCUMENTS) throw full()
    if (written.added > 0) {
      const scope = { actorId: actor.userId, projectId }
      await record(tx, 'corpus.added', scope, { fileName: file.name, documents: written.added })
    }
    return written
  }, MINUTES)
}

/** With `lock`, uploads to one project go one after the other. */
async function loadManaged(tx: Tx, actor: Actor, projectId: string, lock = false): Promise<void> {
  const project = await loadProject(tx, actor, projectId, lock ? { lock: 'change' } : {})
  authorizeProject('project.manage', project, 'The corpus is for managers to change.')
  refuseArchived(project)
}

async function* limited(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_FILE_BYTES) throw tooLarge()
    yield Buffer.from(chunk)
  }
}

const tooLarge = () =>
  new AppError('too_large', `The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Split it into several.`)

const full = () =>
  new AppError(
    'rule',
    `A corpus holds at most ${MAX_CORPUS_DOCUMENTS.toLocaleString('en')} documents; nothing was added. Take out what is not needed first.`,
  )

function refusal({ problems, problemCount }: ReadFile): AppError {
  const count = problemCount === 1 ? 'one problem' : `${problemCount} problems`
  return new AppError('rule', `Nothing was added: the file has ${count}.`, {
    issues: problems.map(({ line, field, message, fix }) => ({
      path: field ? `line ${line}, ${field}` : `line ${line}`,
      message: `${message} ${fix}`,
    })),
    data: { problems: problemCount },
  })
}
