import 'server-only'
import { createHmac } from 'node:crypto'
import { v4 as uuidv4 } from 'uuid'
import { env } from '@/lib/platform/server/env'

/**
 * The id that a person's annotation of a task's round gets, known before it is begun: what was answered without the network
 * then belongs to it. Only the server can work it out, because the order of lanes hides behind it (lib/workspace/tasks/lane-order.ts).
 */
export function annotationIdOf({ taskId, userId, round }: { taskId: string; userId: string; round: number }): string {
  const digest = createHmac('sha256', env().NEXTAUTH_SECRET).update(`annotation ${taskId} ${userId} ${round}`).digest()
  return uuidv4({ random: digest.subarray(0, 16) })
}
