import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { namedByBytes } from '@/lib/platform/server/streams/named-by-bytes'
import { protocolById } from '@/lib/protocols'
import { isSettled } from '@/lib/quality/agreement/queries'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { recordProjectAnswerReads } from '@/lib/workspace/tasks/record-project-answer-reads'
import type { LabelChoice } from './contract'
import { exportKinds } from './export-kinds'
import { personNames } from './person-names'
import { exportName } from './rules'

const MEDIA = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** Streams one export of a project as a file, having noted what the actor thereby reads. */
export async function downloadExport(
  actor: Actor,
  projectId: string,
  key: string,
  labels: LabelChoice = 'all',
): Promise<Response> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.export', project)
  const protocol = protocolById(project.protocolId)
  const { role } = project.subject
  const kinds = exportKinds(protocol)
  const names = kinds.filter(({ roles }) => roles.includes(role)).map((each) => each.key)
  const kind = found(
    kinds.find((candidate) => candidate.key === key),
    `There is no export of that name. There are: ${names.join(', ')}.`,
  )
  if (!kind.roles.includes(role))
    throw new AppError('forbidden', 'Single annotators’ answers are for managers and reviewers.')
  await recordProjectAnswerReads(actor, projectId, kind.reach, key)
  // Gold names people to managers; single answers do so once nothing is left to settle.
  const canNamePeople = role === 'manager' && (kind.reach === 'gold' || (await isSettled(prisma(), projectId)))
  const people = await personNames(projectId, canNamePeople)
  const scope = { projectId, protocol, readerId: actor.userId, names: people, labels, withRatings: role !== 'viewer' }
  const { body, headers } = await namedByBytes((kind.bytes ?? kind.lines)(scope))
  return new Response(body, {
    headers: {
      ...headers,
      'content-type': MEDIA[kind.extension],
      'content-disposition': `attachment; filename="${fileNameOf(project.name, exportName(key, labels), kind.extension)}"`,
      'cache-control': 'no-store, no-transform',
    },
  })
}
