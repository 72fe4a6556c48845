/** What there is to practise with under a protocol, whether it is built in or described by a file. */
import { manifests, protocolById } from './index'
import { keptProtocol } from './kept-protocols'
import { practiceRecords } from './language/practice-records'
import { type PracticeTask, practiceTasks } from './practice-tasks'

export type { PracticeRecord, PracticeTask, Reasons } from './practice-tasks'

// A built-in protocol and a version of a file never change while a process runs.
const tasksByProtocol = new Map<string, Promise<readonly PracticeTask[]>>()

/** What a protocol brings to practise with; none where it brings nothing. */
export function practiceOf(protocolId: string): Promise<readonly PracticeTask[]> {
  const cachedTasks = tasksByProtocol.get(protocolId)
  if (cachedTasks) return cachedTasks
  const read = readPractice(protocolId)
  tasksByProtocol.set(protocolId, read)
  read.catch(() => tasksByProtocol.delete(protocolId))
  return read
}

async function readPractice(protocolId: string): Promise<readonly PracticeTask[]> {
  const manifest = manifests.find(({ work }) => work.id === protocolId)
  const definition = keptProtocol(protocolId)?.definition
  const records = manifest ? await manifest.practice() : definition ? practiceRecords(definition) : []
  return practiceTasks(protocolById(protocolId), records)
}
