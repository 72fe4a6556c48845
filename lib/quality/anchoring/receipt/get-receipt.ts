import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { receiptResponse } from '@/lib/platform/server/streams/receipt-response'
import type { getAnchoringReceiptEndpoint } from '@/lib/quality/anchoring/contract'
import { readAnchoring } from '@/lib/quality/anchoring/queries'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { version as softwareVersion } from '@/package.json'
import { ANCHORING_BOOTSTRAP, ANCHORING_RECEIPT, ANCHORING_RULES, anchoringReceiptJson } from './receipt'

type Query = z.output<NonNullable<typeof getAnchoringReceiptEndpoint.query>>

/**
 * Streams the receipt of what suggestions do to labels, for those who may know which items are behind a number; that they have read their
 * answers is written down before. @throws `forbidden` for annotators and viewers, `not_found` for a run without suggestions.
 */
export async function getAnchoringReceipt(actor: Actor, projectId: string, { form, run }: Query): Promise<Response> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.export', project)
  const { anchoring, counts, showsItems, protocol } = await readAnchoring(actor, projectId, run ?? null)
  if (!showsItems) throw new AppError('forbidden', 'How single items were answered is for managers and reviewers.')
  const format = `anchoring-receipt-${form}`
  await transaction((tx) => record(tx, 'export.downloaded', { actorId: actor.userId, projectId }, { format }))
  const json = anchoringReceiptJson(
    {
      format: ANCHORING_RECEIPT,
      software: { name: 'assay', version: softwareVersion },
      project: { ...anchoring.project, protocol: protocol.title },
      run: anchoring.run,
      rules: ANCHORING_RULES,
      bootstrap: ANCHORING_BOOTSTRAP,
      questions: anchoring.questions.map(({ stage, unitKind, question, title, effect }) => ({
        stage,
        unitKind,
        question,
        title,
        effect,
      })),
    },
    counts,
  )
  return receiptResponse({
    json,
    form,
    program: 'recompute-anchoring.mjs',
    nameWith: (extension) => fileNameOf(anchoring.project.name, 'anchoring-receipt', extension),
  })
}
