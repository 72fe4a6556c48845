/** One item of a generation run: a response asked for, and made an item. */
import 'server-only'
import type { ChatAnswer, ChatRequest } from '@/lib/automation/llm/port'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { StepFailure } from '@/lib/protocols/prefill'
import { pipelineOf } from '@/lib/protocols/steps'
import { addRecord, RecordRefused } from '@/lib/workspace/imports/add-record'
import { lockPositions } from '@/lib/workspace/imports/positions'
import { generationRequest, type Subject, subjectSchema } from './subject'

/** How a request is sent: through the ledger, so that what was answered once is not paid again. Throws StepFailure. */
export type Complete = (request: ChatRequest) => Promise<Pick<ChatAnswer, 'outcome' | 'text'>>

export interface GeneratedItem {
  itemId: string
  /** false: it was there, from an earlier try or an earlier run that got the same response. */
  added: boolean
}

/** Longest wait for whoever is adding items to the same project, in milliseconds. */
const LONGEST_WAIT_MS = 20_000

/**
 * What the driver calls for a claimed item of a run of kind `generation`: asks for the response, writes its item (the
 * model as its source) and sets `run_items.item_id`, both in one transaction. Safe to run again after a crash, and by two
 * workers at once: there is never a second item. The item's state, cost and lease stay the driver's. Throws StepFailure.
 */
export async function generateItem(
  complete: Complete,
  runItemId: string,
  longestWaitMs = LONGEST_WAIT_MS,
): Promise<GeneratedItem> {
  const { itemId, subject, run } = await prisma().runItem.findUniqueOrThrow({
    where: { id: runItemId },
    select: { itemId: true, subject: true, run: { select: { project: { select: { protocolId: true } } } } },
  })
  if (itemId) return { itemId, added: false }
  const parsedSubject = subjectSchema.parse(subject)
  const response = responseOf(await complete(generationRequest(parsedSubject)), parsedSubject)
  const record = await recordOf(run.project.protocolId, parsedSubject, response)
  return transaction((tx) => writeOnce(tx, runItemId, { record, source: parsedSubject.model }, longestWaitMs))
}

/** The text of a whole response. */
function responseOf({ outcome, text }: Awaited<ReturnType<Complete>>, { model, maxTokens }: Subject): string {
  if (outcome === 'ok') return text
  if (outcome === 'refused') throw new StepFailure('refused', `${model} refused to answer this prompt: “${text}”`)
  if (outcome === 'truncated')
    throw new StepFailure(
      'truncated',
      `${model} was not done after ${maxTokens} tokens. Start a run over this prompt that allows more.`,
    )
  throw new StepFailure('malformed', `${model} answered with nothing. Try it again, or ask another model.`)
}

async function recordOf(protocolId: string, { prompt, model, externalId }: Subject, response: string) {
  const generated = (await pipelineOf(protocolId))?.generated
  if (!generated) throw new StepFailure('rejected', 'Items of this protocol are not responses of models.')
  return generated({ prompt, response, model, externalId })
}

type Written = Omit<Parameters<typeof addRecord>[1], 'projectId'>

async function writeOnce(tx: Tx, runItemId: string, written: Written, longestWaitMs: number): Promise<GeneratedItem> {
  const projectId = await projectOf(tx, runItemId)
  // Before the row: whoever waits for a file to be written keeps signs of life from nobody.
  await waitForTurn(tx, projectId, longestWaitMs)
  const [row] = await tx.$queryRaw<{ itemId: string | null }[]>`
    select item_id "itemId" from run_items where id = ${runItemId}::uuid for update`
  if (!row) throw makeRemovedFailure()
  if (row.itemId) return { itemId: row.itemId, added: false }
  const generatedItem = await added(tx, { ...written, projectId })
  await tx.runItem.update({ where: { id: runItemId }, data: { itemId: generatedItem.itemId } })
  return generatedItem
}

const makeRemovedFailure = () => new StepFailure('cancelled', 'The run was removed.')

async function projectOf(tx: Tx, runItemId: string): Promise<string> {
  const row = await tx.runItem.findUnique({
    where: { id: runItemId },
    select: { run: { select: { projectId: true } } },
  })
  if (!row) throw makeRemovedFailure()
  return row.run.projectId
}

/** A file that is being written into the project at the same time is waited for, but not for ever. */
async function waitForTurn(tx: Tx, projectId: string, longestWaitMs: number): Promise<void> {
  await tx.$executeRaw`select set_config('lock_timeout', ${String(longestWaitMs)}, true)`
  try {
    await lockPositions(tx, projectId)
  } catch (error) {
    if (error instanceof Error && /55P03|lock timeout/.test(error.message))
      throw new StepFailure('timeout', 'A file is being imported into this project. Try again once it is done.', true)
    throw error
  }
}

async function added(tx: Tx, recordInput: Parameters<typeof addRecord>[1]): Promise<GeneratedItem> {
  try {
    return await addRecord(tx, recordInput)
  } catch (error) {
    if (error instanceof RecordRefused)
      throw new StepFailure('rejected', `The response cannot become an item. ${error.message}`)
    throw error
  }
}
