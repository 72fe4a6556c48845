import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { receiptResponse, type StreamedReceipt } from '@/lib/platform/server/streams/receipt-response'
import { protocolById } from '@/lib/protocols'
import { type ComparedCopy, readCopies } from '@/lib/quality/calibration/read-copies'
import { readPeople } from '@/lib/quality/calibration/read-people'
import { type GateQuestion, holds, questionsOf } from '@/lib/quality/calibration/rules'
import { findShadow, settingsOf } from '@/lib/quality/calibration/shadow'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import { version as softwareVersion } from '@/package.json'
import {
  CALIBRATION_RECEIPT,
  CALIBRATION_RULES,
  type CalibrationReceiptHead,
  calibrationReceiptJson,
  personLine,
  questionLine,
  type RatingRow,
  rowsOfCopy,
} from './receipt'

interface Receipt {
  head: CalibrationReceiptHead
  ratings: RatingRow[]
}

/**
 * Streams the receipt of the calibration gate, for managers; that they have read the gold in it is written down before, so that none of it
 * is given to them as a calibration task. Repetitions have no part in it. @throws `forbidden` for everybody else.
 */
export async function getCalibrationReceipt(
  actor: Actor,
  projectId: string,
  form: StreamedReceipt['form'],
): Promise<Response> {
  const { head, ratings } = await readReceipt(actor, projectId, form)
  return receiptResponse({
    json: calibrationReceiptJson(head, ratings),
    form,
    program: 'recompute-calibration.mjs',
    nameWith: (extension) => fileNameOf(head.project.name, 'calibration-receipt', extension),
  })
}

function readReceipt(actor: Actor, projectId: string, form: StreamedReceipt['form']): Promise<Receipt> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Calibration is for managers of the project.')
    const protocol = protocolById(project.protocolId)
    const shadow = await findShadow(tx, projectId)
    const settings = settingsOf(shadow)
    const questions = questionsOf(protocol, settings)
    const wanted = { purpose: 'calibration' } as const
    const copies = shadow ? await readCopies(tx, { ...shadow, protocolId: project.protocolId }, wanted) : []
    const people = await readPeople(tx, project, actor.userId, copies)
    const keys = new Map(people.map(({ userId }, index) => [userId, `p${index + 1}`]))
    const originals = [...new Set(copies.map(({ originalId }) => originalId))]
    const tasks = await tx.task.findMany({ where: { id: { in: originals } }, select: { id: true, position: true } })
    const positions = new Map(tasks.map(({ id, position }) => [id, position]))
    await recordAnswerReads(tx, actor, originals, 'export')
    const format = `calibration-receipt-${form}`
    await record(tx, 'export.downloaded', { actorId: actor.userId, projectId }, { format })
    return {
      head: {
        format: CALIBRATION_RECEIPT,
        software: { name: 'assay', version: softwareVersion },
        project: { id: project.id, name: project.name, protocol: protocol.title },
        rules: CALIBRATION_RULES,
        gateTasks: settings.gateTasks,
        questions: questions.filter((question) => holds(question.bar) || isRated(question, copies)).map(questionLine),
        people: people.map((person, index) => personLine(`p${index + 1}`, person, questions)),
      },
      ratings: copies.flatMap((copy) =>
        rowsOfCopy(copy, {
          person: keys.get(copy.userId) ?? '',
          item: positions.get(copy.originalId) ?? 0,
          questions,
        }),
      ),
    }
  })
}

const isRated = ({ stage, measure }: GateQuestion, copies: readonly ComparedCopy[]): boolean =>
  copies.some((copy) => copy.stage === stage && copy.rated.some((rating) => rating.measure === measure))
