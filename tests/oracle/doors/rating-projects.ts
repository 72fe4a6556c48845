/** Vectors with missing ratings as projects: annotated by as many people, read from the project's agreement and its receipt. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { prisma } from '@/lib/platform/server/db'
import { agreementSchema, getAgreementEndpoint } from '@/lib/quality/agreement/contract'
import { getReceiptEndpoint } from '@/lib/quality/agreement/receipts/contract'
import type { Label } from '@/lib/stats/ratings'
import { sessionFor } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import type { Vector } from '@/tests/oracle/read-vectors'
import { callRoute } from '@/tests/support/call-route'
import { projectPages } from './agreement'
import type { AnsweringDoor } from './door'
import { ratingInput, ratingsIn } from './rating-vectors'
import { withFiles } from './run-assay'

const MEASURE = 'label'

export const projectDoor: AnsweringDoor = {
  ...projectPages,
  answer: async (vector) => {
    const { project, cookie } = await annotated(vector)
    const asked = { params: { projectId: project.id }, headers: { cookie } }
    const agreement = agreementSchema.parse(await (await callRoute(getAgreementEndpoint, asked)).json())
    const all = agreement.stages[0]?.measures.find(({ key }) => key === MEASURE)?.all
    const ac1 = all?.others.find(({ key }) => key === 'ac1')?.estimate
    const params = { ...asked.params, stage: project.stages[0]?.key ?? '', measure: MEASURE }
    const script = await callRoute(getReceiptEndpoint, { ...asked, params, query: { form: 'script' } })
    const found = await computed(await script.text())
    if (!ac1?.interval || found['ac1, responses drawn'] !== ac1.interval.drawn) {
      throw new Error(
        `The agreement draws ${ac1?.interval?.drawn} responses, the receipt ${found['ac1, responses drawn']}.`,
      )
    }
    return { value: found.ac1, pa: all?.percent.value, nUnits: all?.unitsWithTwo }
  },
}

/** A task of one segment for each unit that somebody rated; who rated none of it did not take part. */
async function annotated(vector: Vector) {
  const { units, categories } = ratingInput(vector)
  const project = await makeProject({ stage: { raters: units[0]?.length ?? 2 } })
  const manager = await makeMember(project, 'manager')
  const annotators = await Promise.all((units[0] ?? []).map(() => makeMember(project, 'annotator')))
  for (const unit of units.filter((each) => ratingsIn(each).length > 0)) {
    const task = await makeTask(project, { segments: ['The Pacific is the largest ocean.'] })
    for (const [place, annotator] of annotators.entries()) {
      const label = unit[place] ?? null
      if (label !== null) await makeAnnotation(task, annotator, answers(label, categories ?? []), true)
    }
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
  }
  return { project, cookie: await sessionFor(manager) }
}

const answers = (label: Label, [first]: readonly Label[]) => ({ s1: { label: label === first } })

const foundSchema = z.record(z.string(), z.union([z.number(), z.string(), z.null()]))

/** What the receipt's own program finds. It ends with another code than 0 where a digit differs from the receipt. */
function computed(script: string) {
  return withFiles({ 'receipt.mjs': script }, async (pathOf) => {
    const { stdout } = await promisify(execFile)(process.execPath, [pathOf('receipt.mjs'), '--json'])
    return foundSchema.parse(JSON.parse(stdout))
  })
}
