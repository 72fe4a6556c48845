/** What practice has to say before a person is given work: filled by that room when a process starts (compose.ts). */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { provided } from '@/lib/platform/server/provided'
import { NO_TASK_TEXT } from './contract'

export interface Practice {
  /** The keys of the stages that this person may not begin before they have practised. */
  lacking(protocolId: string, userId: string): Promise<string[]>
}

export interface PracticeSource {
  /** null where the project asks for no practice. */
  find(tx: Tx, projectId: string): Promise<Practice | null>
}

export const practiceSource = provided<PracticeSource>('practice')

/** The condition on a project `p` that it asks for practice at all: where it does not, that room is not asked. */
export const ASKS_FOR_PRACTICE = Prisma.sql`exists (select 1 from practice_settings r where r.project_id = p.id and r.required)`

/** The keys of the stages of a project that this person may not begin before they have practised; none where it asks for no practice. */
export async function listLacking(
  tx: Tx,
  project: { id: string; protocolId: string },
  userId: string,
): Promise<readonly string[]> {
  return (await (await practiceSource.get().find(tx, project.id))?.lacking(project.protocolId, userId)) ?? []
}

/** Throws `rule` where practice comes before this person's first task of the stage. */
export async function requirePractice(
  tx: Tx,
  project: { id: string; protocolId: string },
  { userId, stage }: { userId: string; stage: string },
): Promise<void> {
  if (!(await listLacking(tx, project, userId)).includes(stage)) return
  const message = NO_TASK_TEXT.practice_first
  throw new AppError('rule', message, { issues: [{ path: 'practice', message }], data: { projectId: project.id } })
}
