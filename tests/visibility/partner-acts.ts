/**
 * What a partner does at a task that is not revealed, through the routes as a browser would: each act leaves its traces, and none
 * may be read by anybody else (docs/decisions/008-blindness.md).
 */
import { randomUUID } from 'node:crypto'
import { endpoints } from '@/app/api/endpoints'
import { answerInquiry } from '@/lib/annotation/inquiries/answer-inquiry'
import type { Answers } from '@/lib/protocols/protocol'
import { actorOf, sessionFor } from '@/tests/actors'
import { callRoute } from '@/tests/support/call-route'

type User = Parameters<typeof sessionFor>[0]

export interface Act {
  name: string
  run: () => Promise<void>
}

interface Acting {
  partner: User
  /** Who answers the partner's question. */
  manager: User
  projectId: string
  taskId: string
  answers: Answers
}

/** Asks as the partner, about the task. */
function asking({ partner, taskId }: Pick<Acting, 'partner' | 'taskId'>) {
  return async (address: string, body: object | null, more: Record<string, string> = {}) => {
    const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === address)
    if (!endpoint) throw new Error(`there is no ${address}`)
    const headers = { cookie: await sessionFor(partner) }
    const text = body === null ? undefined : JSON.stringify(body)
    const response = await callRoute(endpoint, { params: { taskId, ...more }, headers, body: text })
    if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`)
    return response.status === 204 ? {} : response.json()
  }
}

/** The acts in their order, on a share that has not been begun; `answers` are complete. */
export function partnerActs({ partner, manager, projectId, taskId, answers }: Acting): Act[] {
  let annotationId = ''
  let searchId = ''
  const ask = asking({ partner, taskId })
  const saved = Object.entries(answers).flatMap(([unit, values]) =>
    Object.entries(values).map(([question, value]) => ({ unit, question, value, expectedRevision: 0 })),
  )
  return [
    {
      name: 'opens',
      run: async () => {
        annotationId = (await ask('POST /api/tasks/{taskId}/annotation', null)).annotationId
        await ask('POST /api/tasks/{taskId}/heartbeat', { activeSeconds: 30 })
      },
    },
    {
      name: 'searches',
      run: async () => {
        searchId = (await ask('POST /api/tasks/{taskId}/searches', { query: 'document', unit: 's1' })).id
      },
    },
    {
      name: 'opens a page and quotes it',
      run: async () => {
        const { sha256 } = await ask('POST /api/tasks/{taskId}/searches/{searchId}/opened', { rank: 1 }, { searchId })
        const place = { rank: 1, sha256, start: 0, end: 5 }
        await ask('POST /api/tasks/{taskId}/searches/{searchId}/quoted', place, { searchId })
      },
    },
    {
      name: 'saves',
      run: async () => {
        for (const answer of saved)
          await ask('PATCH /api/tasks/{taskId}/answers', { annotationId, ...answer, origin: 'chosen' })
        const [first] = saved
        if (!first) throw new Error('the partner has something to say')
        const again = { ...first, expectedRevision: 1, origin: 'chosen' }
        await ask('POST /api/tasks/{taskId}/answers', { annotationId, answers: [again] })
      },
    },
    {
      name: 'comments',
      run: async () => void (await ask('POST /api/tasks/{taskId}/comments', { body: 'Is this a river at all?' })),
    },
    {
      name: 'asks a manager, and is answered',
      run: async () => {
        const inquiryId = randomUUID()
        await ask('POST /api/tasks/{taskId}/inquiries', { inquiryId, question: 'Does the title count?' })
        await answerInquiry(actorOf(manager), projectId, inquiryId, 'Only where it states a fact.')
      },
    },
    {
      name: 'submits',
      run: async () => void (await ask('POST /api/tasks/{taskId}/submit', { annotationId })),
    },
  ]
}

/** Takes back what the partner submitted a moment ago. */
export const takeBackAct = ({ partner, taskId }: Acting): Act => ({
  name: 'takes the submission back',
  run: async () => {
    const ask = asking({ partner, taskId })
    const { annotationId } = await ask('POST /api/tasks/{taskId}/annotation', null)
    await ask('POST /api/tasks/{taskId}/take-back', { annotationId })
  },
})
