import { handle, type Route } from '@/lib/platform/server/handle'
import {
  getPracticeEndpoint,
  getPracticeResultEndpoint,
  getPracticeTaskEndpoint,
  submitPracticeEndpoint,
  updatePracticeEndpoint,
} from '@/lib/quality/practice/contract'
import { addItem } from '@/lib/quality/practice/own-items/add-item'
import {
  addItemEndpoint,
  findCandidateEndpoint,
  getManagedPracticeEndpoint,
  removePracticeItemEndpoint,
} from '@/lib/quality/practice/own-items/contract'
import { findCandidate, getManagedPractice } from '@/lib/quality/practice/own-items/queries'
import { removeItem } from '@/lib/quality/practice/own-items/remove-item'
import {
  listPracticePeopleEndpoint,
  waivePracticeEndpoint,
  withdrawPracticeWaiverEndpoint,
} from '@/lib/quality/practice/people/contract'
import { listPracticePeople } from '@/lib/quality/practice/people/queries'
import { waivePractice, withdrawWaiver } from '@/lib/quality/practice/people/waive-practice'
import { getPractice, getPracticeResult, getPracticeTask } from '@/lib/quality/practice/queries'
import { submitPractice } from '@/lib/quality/practice/submit-practice'
import { updatePractice } from '@/lib/quality/practice/update-practice'

export const routes: readonly Route[] = [
  handle(getPracticeEndpoint, ({ actor, params }) => getPractice(actor, params.projectId)),
  handle(updatePracticeEndpoint, ({ actor, params, body }) => updatePractice(actor, params.projectId, body)),
  handle(getManagedPracticeEndpoint, ({ actor, params }) => getManagedPractice(actor, params.projectId)),
  handle(addItemEndpoint, ({ actor, params, body }) => addItem(actor, params.projectId, body)),
  handle(removePracticeItemEndpoint, ({ actor, params }) => removeItem(actor, params.projectId, params.itemId)),
  handle(findCandidateEndpoint, ({ actor, params, query }) => findCandidate(actor, params.projectId, query)),
  handle(listPracticePeopleEndpoint, ({ actor, params, query }) =>
    listPracticePeople(actor, params.projectId, query.page),
  ),
  handle(withdrawPracticeWaiverEndpoint, ({ actor, params }) => withdrawWaiver(actor, params)),
  handle(waivePracticeEndpoint, ({ actor, params, body }) => waivePractice(actor, params, body.reason)),
  handle(getPracticeTaskEndpoint, ({ actor, params }) => getPracticeTask(actor, params)),
  handle(submitPracticeEndpoint, ({ actor, params, body }) =>
    submitPractice(actor, params, body.answers, body.attempt),
  ),
  handle(getPracticeResultEndpoint, ({ actor, params }) => getPracticeResult(actor, params)),
]
