import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { receiptResponse, type StreamedReceipt } from '@/lib/platform/server/streams/receipt-response'
import { protocolById } from '@/lib/protocols'
import { adjudicatorFigures } from '@/lib/quality/adjudicators/figures'
import { readDecisions } from '@/lib/quality/adjudicators/read-decisions'
import { inOrderOfPage } from '@/lib/quality/adjudicators/rules'
import { listAnnotators } from '@/lib/quality/agreement/ledger/number-annotators'
import { readTwice } from '@/lib/quality/second-adjudication/queries'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import { version as softwareVersion } from '@/package.json'
import {
  ADJUDICATOR_RECEIPT,
  ADJUDICATOR_RULES,
  type AdjudicatorReceiptHead,
  adjudicatorReceiptJson,
  type DecidedTwiceRow,
  lineOf,
  type ReceiptDecision,
  rowOfDecision,
  type TwiceLine,
} from './receipt'

interface Receipt {
  head: AdjudicatorReceiptHead
  decisions: ReceiptDecision[]
  decidedTwice: DecidedTwiceRow[]
}

/**
 * Streams the receipt of the figures about adjudicators, of tasks that are gold, for managers; that they have read the answers in it is
 * written down before. @throws `forbidden` for everybody else.
 */
export async function getAdjudicatorReceipt(
  actor: Actor,
  projectId: string,
  form: StreamedReceipt['form'],
): Promise<Response> {
  const { head, decisions, decidedTwice } = await readReceipt(actor, projectId, form)
  return receiptResponse({
    json: adjudicatorReceiptJson(head, { decisions, decidedTwice }),
    form,
    program: 'recompute-adjudicators.mjs',
    nameWith: (extension) => fileNameOf(head.project.name, 'adjudicators-receipt', extension),
  })
}

function readReceipt(actor: Actor, projectId: string, form: StreamedReceipt['form']): Promise<Receipt> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Figures about people are for managers of the project.')
    const protocol = protocolById(project.protocolId)
    // First, since it gives newcomers the numbers by which decisions know them.
    const annotators = (await listAnnotators(tx, projectId, 'revealed')).map(({ number, alias }) => ({
      number,
      key: `a${number}`,
      name: alias,
    }))
    const all = await readDecisions(tx, projectId)
    const decided = all.filter(({ isGold }) => isGold)
    const ids = [...new Set(decided.map(({ userId }) => userId))]
    const people = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
    const keys = new Map(inOrderOfPage(people).map(({ id }, index) => [id, `r${index + 1}`]))
    const twice = await readTwice(tx, projectId, protocol)
    const taskIds = [...decided, ...twice.decided].map(({ taskId }) => taskId)
    await recordAnswerReads(tx, actor, [...new Set(taskIds)], 'export')
    await record(
      tx,
      'export.downloaded',
      { actorId: actor.userId, projectId },
      { format: `adjudicators-receipt-${form}` },
    )
    return {
      head: {
        format: ADJUDICATOR_RECEIPT,
        software: { name: 'assay', version: softwareVersion },
        project: { id: project.id, name: project.name, protocol: protocol.title },
        rules: ADJUDICATOR_RULES,
        adjudicators: [...keys].map(([userId, key]) => {
          const userDecisions = decided.filter((decision) => decision.userId === userId)
          return lineOf(key, adjudicatorFigures({ userId, name: '' }, userDecisions, annotators))
        }),
        notGold: all.length - decided.length,
        twice: [
          { stage: null, question: null, ...twice.all },
          ...twice.byQuestion.map(({ title: _, ...line }): TwiceLine => line),
        ],
      },
      decisions: decided.map((decision) => rowOfDecision(decision, keys.get(decision.userId) ?? '')),
      decidedTwice: twice.decided.map(({ position: item, stage, unit, question, first, second }) => ({
        item,
        stage,
        unit,
        question,
        first,
        second,
      })),
    }
  })
}
