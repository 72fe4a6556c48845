import { handle, type Route } from '@/lib/platform/server/handle'
import { askAgain } from '@/lib/workspace/guidelines/ask-again'
import { confirmGuideline } from '@/lib/workspace/guidelines/confirm-guideline'
import {
  askAgainEndpoint,
  confirmGuidelineEndpoint,
  getGuidelineEndpoint,
  listGuidelinesEndpoint,
  listTouchedEndpoint,
  publishGuidelineEndpoint,
} from '@/lib/workspace/guidelines/contract'
import { publishGuideline } from '@/lib/workspace/guidelines/publish-guideline'
import { getGuideline, listGuidelines } from '@/lib/workspace/guidelines/queries'
import { listTouched } from '@/lib/workspace/guidelines/touched-queries'
import { keepDefinitionsEndpoint } from '@/lib/workspace/users/first-tasks/contract'
import { keepDefinitions } from '@/lib/workspace/users/first-tasks/keep-definitions'

export const routes: readonly Route[] = [
  handle(keepDefinitionsEndpoint, ({ actor, params, body }) => keepDefinitions(actor, params.projectId, body)),
  handle(listGuidelinesEndpoint, async ({ actor, params }) => ({
    versions: await listGuidelines(actor, params.projectId),
  })),
  handle(publishGuidelineEndpoint, ({ actor, params, body }) => publishGuideline(actor, params.projectId, body)),
  handle(getGuidelineEndpoint, ({ actor, params }) => getGuideline(actor, params.projectId, params.version)),
  handle(askAgainEndpoint, ({ actor, params, body }) => askAgain(actor, params.projectId, body)),
  handle(confirmGuidelineEndpoint, ({ actor, params, body }) => confirmGuideline(actor, params.projectId, body)),
  handle(listTouchedEndpoint, ({ actor, params, query }) => listTouched(actor, params.projectId, query.page)),
]
