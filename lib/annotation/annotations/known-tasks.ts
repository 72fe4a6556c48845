/**
 * What this process remembers of tasks that were opened or answered here: what an answer is checked by. Only what the statement that writes the
 * answer asks about again; nobody's answers, and nothing about people.
 */
import 'server-only'
import { LRUCache } from 'lru-cache'

interface KnownTask {
  protocolId: string
  stageKey: string
  /** The kinds of its units, by their keys. */
  kinds: ReadonlyMap<string, string>
}

type CheckedBy = Pick<KnownTask, 'protocolId' | 'stageKey'>
const questionsOf = ({ protocolId, stageKey }: CheckedBy) => `${stageKey} of ${protocolId}`

/** Together; a unit takes some 100 bytes. */
const MOST_UNITS = 50_000

// One for the process: a build may load this module more than once.
const globals: typeof globalThis & { __assayKnownTasks?: LRUCache<string, KnownTask> } = globalThis
globals.__assayKnownTasks ??= new LRUCache({ maxSize: MOST_UNITS, sizeCalculation: ({ kinds }) => kinds.size + 1 })
const tasks = globals.__assayKnownTasks

export const knownTask = (taskId: string): KnownTask | undefined => tasks.get(taskId)

/** Remembers units besides those that are known, as long as the task is of the same version of its protocol. */
export function rememberTask(
  taskId: string,
  { protocolId, stageKey }: CheckedBy,
  units: readonly { key: string; kind: string }[],
): void {
  const known = tasks.get(taskId)
  const isSame = known !== undefined && questionsOf(known) === questionsOf({ protocolId, stageKey })
  if (isSame && units.every(({ key, kind }) => known.kinds.get(key) === kind)) return
  const kinds = new Map(isSame ? known.kinds : [])
  for (const { key, kind } of units) kinds.set(key, kind)
  tasks.set(taskId, { protocolId, stageKey, kinds })
}

/** For tests that count what is asked for the first time. */
export const forgetTasks = (): void => tasks.clear()
